/** Buttons, and the veil around a dialog, on which the second click of a double click lands when the first opens it. */
const CLICKED_ONCE = '.mantine-Button-root, .mantine-Modal-overlay'

function ignoreSecond(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(CLICKED_ONCE)) return
  // What opens and closes a menu beside itself is clicked again to close it.
  if (event.target.closest('[aria-expanded]')) return
  event.preventDefault()
  event.stopPropagation()
}

/** Makes a double click on a button act once, and keeps it from closing the dialog that it has opened; undone by its answer. */
export function ignoreSecondClicks(): () => void {
  document.addEventListener('click', ignoreSecond, { capture: true })
  return () => document.removeEventListener('click', ignoreSecond, { capture: true })
}
