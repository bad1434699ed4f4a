import { useEffect, useEffectEvent } from 'react'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'

export type PlaceKeys = {
  step: (by: 1 | -1) => void
  use: () => void
  dismiss: () => void
  change: () => void
  format: () => void
  /** Puts it elsewhere. */
  move: () => void
  undo: () => void
  /** Gives up what was begun; undefined where nothing was. */
  giveUp: (() => void) | undefined
}

const isTyped = (target: Element) =>
  target.closest('input, textarea, select, [contenteditable], [role=textbox]') !== null

/** The keys of the list of places, heard on the whole screen; not from a field, nor behind a dialog. */
export function usePlaceKeys(keys: PlaceKeys): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.defaultPrevented || isAnyDialogOpen() || (isTyped(target) && event.key !== 'Escape')) return
    const run = actionOf(event, keys, target)
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    // Before the application's own keys, which are heard on the window: C makes a job there.
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}

function actionOf(event: KeyboardEvent, keys: PlaceKeys, target: Element): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey ? keys.undo : undefined
  // A link or a button keeps its own Enter; so does the menu of the application.
  const isFree = target.closest('a, button') === null || target.closest('[data-go]') !== null
  // Where nothing has the focus, as on arrival, they lead into the list.
  const isAtList =
    target === document.body || target.closest('[data-places]') !== null || target.matches('[data-editor]')
  switch (key) {
    case 'j':
      return () => keys.step(1)
    case 'k':
      return () => keys.step(-1)
    // Elsewhere they scroll the page.
    case 'ArrowDown':
      return isAtList ? () => keys.step(1) : undefined
    case 'ArrowUp':
      return isAtList ? () => keys.step(-1) : undefined
    case 'Enter':
      return isFree ? keys.use : undefined
    case 'Delete':
    case 'Backspace':
      // There it is the text that is meant.
      return target.closest('[data-left-texts]') === null ? keys.dismiss : undefined
    case 'c':
      return keys.change
    case 'f':
      return keys.format
    case 'm':
      return keys.move
    case 'Escape':
      return keys.giveUp
    default:
      return undefined
  }
}
