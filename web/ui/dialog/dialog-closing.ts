import { useRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { askMessage } from './message-box-store.ts'
import { isAnyDialogOpen } from './open-dialogs.ts'

const DialogClose = createContext<(() => void) | undefined>(undefined)
export const DialogCloseProvider = DialogClose.Provider

/** Closes the dialog around it as Escape does: what is typed and not saved is asked about first. */
export function useDialogClose(): () => void {
  const close = useContext(DialogClose)
  if (!close) throw new Error('This part belongs inside a dialog.')
  return close
}

const discard = {
  title: 'Discard what you typed?',
  description: 'It is not saved yet.',
  ok: 'Discard',
  cancel: 'Keep editing',
  destructive: true,
  isCancelFirst: true,
}

const leave = {
  title: 'Close without waiting for the server?',
  description: 'The server has not answered yet. What you sent may still be saved.',
  ok: 'Close',
  cancel: 'Wait',
  isCancelFirst: true,
}

/** After so long nobody is kept waiting for the server. */
const PATIENCE_MS = 5000

type State = {
  /** It holds what was typed and is not saved. */
  isUnsaved: boolean
  /** It is on its way to the server: there is nothing to discard. */
  isSaving: boolean
}

/** Whether a dialog may close, asked where that would lose something; and what it says meanwhile. */
export function useMayClose({ isUnsaved, isSaving }: State) {
  const [isTold, setIsTold] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  const asked = useRef<AbortController>(undefined)
  useEffect(() => {
    // What was asked before the save began or ended is no longer the question.
    const questions = new AbortController()
    asked.current = questions
    const timer = isSaving ? setTimeout(() => setIsSlow(true), PATIENCE_MS) : undefined
    return () => {
      questions.abort()
      clearTimeout(timer)
      setIsTold(false)
      setIsSlow(false)
    }
  }, [isSaving])
  const mayClose = (): boolean | Promise<boolean> => {
    const signal = asked.current?.signal
    if (isSaving && isSlow) return askMessage(leave, signal)
    if (isSaving) setIsTold(true)
    else return !isUnsaved || askMessage(discard, signal)
    return false
  }
  const status = isSlow
    ? 'The server has not answered yet. You can wait, or close this: it may still be saved.'
    : isTold
      ? 'Waiting for the server …'
      : ''
  return { mayClose, status }
}

type OfHistory = {
  /** It holds what would be lost. */
  isGuarded: boolean
  /** Also where nothing else is left to go back to. */
  ownsBack?: boolean
  mayClose: () => boolean | Promise<boolean>
  onClose: () => void
  isTopmost?: () => boolean
  staysBeside?: () => boolean
}

/**
 * Going back in the browser closes the dialog in front and stays on its page; what is typed and not saved is asked
 * about, as when the tab is closed. A dialog that stands beside the page lets people go.
 */
export function useDialogHistory({
  isGuarded,
  ownsBack = false,
  mayClose,
  onClose,
  isTopmost = () => !isAnyDialogOpen(),
  staysBeside = () => false,
}: OfHistory) {
  // A part that is shown alone, in a test, has no router.
  const history = useRouter({ warn: false })?.history
  const goBack = useEffectEvent(async () => {
    if (staysBeside() && !isGuarded) return false
    // The one in front is asked for itself.
    if (!isTopmost()) return false
    if (await mayClose()) onClose()
    return true
  })
  const mayUnload = useEffectEvent(() => !isGuarded || isLeavingToSignIn())
  useEffect(
    () =>
      history?.block({
        enableBeforeUnload: () => !mayUnload(),
        // What the dialog itself leads to, once it has saved, is no loss.
        blockerFn: ({ action }) =>
          action === 'PUSH' || action === 'REPLACE' ? Promise.resolve(false) : goBack(),
      }),
    [history],
  )
  const needsNoPlace = useEffectEvent(() => !ownsBack || staysBeside())
  useEffect(() => {
    if (!history || needsNoPlace()) return
    // Before a tab's first page there is another site or nothing, and Back would leave: this is the place to come back to.
    const { href, state } = history.location
    if (state.__TSR_index === 0) history.push(href, {}, { ignoreBlocker: true })
  }, [history])
}
