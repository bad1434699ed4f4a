import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Says that the connection is gone; when it is back, what is outdated is read again by itself. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return null
  return (
    <div className="notice-bar" role="status">
      You are offline. What you see may be out of date. What you type is kept and can be saved once you are
      back online.
    </div>
  )
}
