import { useEffect, useSyncExternalStore } from 'react'
import type { Autosave } from './autosave.ts'

/** Follows an autosave: what leaves the screen is sent first, and closing the tab too early is asked about. */
export function useAutosave<Stored, Change>(autosave: Autosave<Stored, Change>) {
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!autosave.isDirty()) return
      autosave.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      autosave.flush()
    }
  }, [autosave])
  return snapshot
}
