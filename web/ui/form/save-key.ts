import { useEffect, useEffectEvent } from 'react'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'

const isSaveKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'

/** Ctrl+S, which would otherwise save the web page as a file. */
function useKey(onKey: (event: KeyboardEvent) => void) {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (isSaveKey(event)) onKey(event)
  })
  useEffect(() => {
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
}

/** Ctrl+S saves what is typed on a screen; not from behind a dialog. */
export function useSaveKey(save: () => unknown): void {
  useKey(event => {
    event.preventDefault()
    if (!isAnyDialogOpen()) void save()
  })
}

/** Ctrl+S presses the dialog's main button, where that saves what is typed in it. */
export function useDialogSaveKey(press: () => void, { isTopmost, isUnsaved }: Settings): void {
  useKey(event => {
    if (!isTopmost()) return
    event.preventDefault()
    if (isUnsaved) press()
  })
}

type Settings = { isTopmost: () => boolean; isUnsaved: boolean }
