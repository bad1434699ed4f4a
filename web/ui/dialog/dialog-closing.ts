import { useRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { askMessage } from './message-box-store.ts'

const DialogClose = createContext<(() => void) | undefined>(undefined)
export const DialogCloseProvider = DialogClose.Provider

/** Closes the dialog around it as Escape does: what is typed and not saved is asked about first. */
export function useDialogClose(): () => void {
  const close = useContext(DialogClose)
  if (!close) throw new Error('This part belongs inside a dialog.')
  return close
}

/** Whether what was typed may go. */
export const askToDiscard = () =>
  askMessage({
    title: 'Discard what you typed?',
    description: 'It is not saved yet.',
    ok: 'Discard',
    cancel: 'Keep editing',
    destructive: true,
    isCancelFirst: true,
  })

/** Going back in the browser or closing its tab would take the dialog along: that is asked about too. */
export function useGuardedHistory(isUnsaved: boolean, onDiscard: () => void) {
  // A part that is shown alone, in a test, has no router.
  const history = useRouter({ warn: false })?.history
  const discard = useEffectEvent(onDiscard)
  useEffect(() => {
    if (!isUnsaved || !history) return undefined
    return history.block({
      enableBeforeUnload: () => !isLeavingToSignIn(),
      // What the dialog itself leads to, once it has saved, is no loss.
      blockerFn: async ({ action }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false
        const mayGo = await askToDiscard()
        if (mayGo) discard()
        return !mayGo
      },
    })
  }, [isUnsaved, history])
}
