import { useEffect, useSyncExternalStore } from 'react'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import type { Autosave } from './autosave.ts'

/** Follows an autosave: what leaves the screen is sent first, and closing the tab too early is asked about. */
export function useAutosave<Stored, Change>(autosave: Autosave<Stored, Change>) {
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // Back from the sign-in, what was kept is saved.
      if (!autosave.isDirty() || isLeavingToSignIn()) return
      autosave.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', autosave.flush)
    autosave.enter()
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', autosave.flush)
      autosave.leave()
    }
  }, [autosave])
  return snapshot
}
