import { lazy, Suspense, useSyncExternalStore } from 'react'
import { messageBoxStore } from './message-box-store.ts'

const MessageBox = lazy(async () => ({ default: (await import('./MessageBox.tsx')).MessageBox }))

/** Where askMessage() shows; stands once in the application's frame and loads the box when it is needed. */
export function MessageBoxHost() {
  const message = useSyncExternalStore(messageBoxStore.subscribe, messageBoxStore.read)
  return (
    message && (
      <Suspense>
        <MessageBox message={message} />
      </Suspense>
    )
  )
}
