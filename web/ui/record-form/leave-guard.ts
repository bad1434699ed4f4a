import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { isBackToDialog } from '#web/ui/dialog/open-dialogs.ts'
import { holdHistory } from '#web/ui/dialog/hold-history.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'

type Place = { pathname: string; search: unknown }

type Guard = {
  isDirty: boolean
  isSaving: boolean
  /** What would be lost, in a sentence. */
  loss: string
  /** Where what is unsaved is still at hand, as on the record's other tabs. */
  staysAt?: (next: Place) => boolean
  /** What is unsaved is dropped for good. */
  giveUp: () => void
}

/** How long a save that runs may hold up whoever leaves, in milliseconds. */
const PATIENCE = 3000

/** Asks before unsaved changes are left behind; what is being saved at that moment is waited for first. */
export function useLeaveGuard(guard: Guard): void {
  const latest = useRef(guard)
  const saved = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = guard
    if (!guard.isSaving) saved.current?.()
  })

  useBlocker({
    disabled: !guard.isDirty,
    // Back from the sign-in, the draft brings everything back.
    enableBeforeUnload: () => latest.current.isDirty && !isLeavingToSignIn(),
    shouldBlockFn: async ({ next, action }) => {
      if (isBackToDialog(action)) return false
      if (latest.current.staysAt?.(next)) return false
      const release = holdHistory()
      return isKept().finally(release)
    },
  })

  /** Whether the person stays, after a question where there has to be one. */
  async function isKept(): Promise<boolean> {
    if (latest.current.isSaving) await settled()
    if (latest.current.isSaving) {
      const done = new AbortController()
      saved.current = () => done.abort()
      const leaves = await askMessage(
        {
          title: 'Leave while your changes are being saved?',
          description: 'If they cannot be saved, you will find them here when you come back.',
          ok: 'Leave',
          cancel: 'Stay here',
        },
        done.signal,
      )
      if (!done.signal.aborted) return !leaves
    }
    const { isDirty, loss, giveUp } = latest.current
    if (!isDirty) return false
    const leaves = await askMessage({
      title: 'Leave without saving?',
      description: loss,
      ok: 'Leave',
      cancel: 'Keep editing',
      destructive: true,
      isCancelFirst: true,
    })
    if (leaves) giveUp()
    return !leaves
  }

  function settled() {
    return new Promise<void>(resolve => {
      const timer = setTimeout(resolve, PATIENCE)
      saved.current = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
