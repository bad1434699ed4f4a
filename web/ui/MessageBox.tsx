import { Button } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import type { AskedMessage } from './message-box-store.ts'

/** A question with Ok and Cancel. */
export function MessageBox({ message }: { message: AskedMessage }) {
  const {
    title,
    description,
    ok = 'Ok',
    cancel = 'Cancel',
    destructive,
    isCancelFirst = false,
    answer,
  } = message
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={() => answer(false)}
      footer={
        <>
          {cancel !== null && (
            <Button
              variant="default"
              data-autofocus={isCancelFirst || undefined}
              onClick={() => answer(false)}
            >
              {cancel}
            </Button>
          )}
          <Button
            data-autofocus={!isCancelFirst || undefined}
            color={destructive ? 'red.9' : 'sea'}
            onClick={() => answer(true)}
          >
            {ok}
          </Button>
        </>
      }
    >
      {description && <p className="message-box__description">{description}</p>}
    </Dialog>
  )
}
