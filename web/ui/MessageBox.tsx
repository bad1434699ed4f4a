import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Dialog } from './Dialog.tsx'
import { messageBoxStore } from './message-box-store.ts'

/** Where askMessage() shows; stands once in the application's frame. */
export function MessageBoxHost() {
  const message = useSyncExternalStore(messageBoxStore.subscribe, messageBoxStore.read)
  if (!message) return null
  const { title, description, ok = 'Ok', cancel = 'Cancel', destructive, answer } = message
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={() => answer(false)}
      footer={
        <>
          {cancel !== null && (
            <Button variant="default" onClick={() => answer(false)}>
              {cancel}
            </Button>
          )}
          <Button data-autofocus color={destructive ? 'red.9' : 'sea'} onClick={() => answer(true)}>
            {ok}
          </Button>
        </>
      }
    >
      {description && <p className="message-box__description">{description}</p>}
    </Dialog>
  )
}
