/**
 * What acts when it is clicked, and the veil around a dialog: the second click of a double click may land on what
 * the first has opened or moved there.
 */
const CLICKED_ONCE = [
  '.mantine-Button-root',
  '.icon-button',
  '.mantine-Modal-overlay',
  '.mantine-Modal-close',
  '.banner__action',
  '.banner__dismiss',
  '.job-filters__chip-remove',
  '.notice__action',
  '.notice__close',
  '.task__close',
].join(', ')
const DELETES = '.icon-button--destructive'

const DOUBLE_CLICK_MS = 500
const SAME_PLACE_PIXELS = 8

/** The last click that deleted something; times as in `Event.timeStamp`, places as in the window. */
let deleted: { at: number; x: number; y: number } | undefined

/** Browsers count a slow or trembling double click as two clicks: in the same place they are still one. */
function isOnWhatMovedUp({ timeStamp: at, clientX: x, clientY: y }: MouseEvent): boolean {
  const last = deleted
  if (last && at - last.at <= DOUBLE_CLICK_MS && Math.hypot(x - last.x, y - last.y) <= SAME_PLACE_PIXELS)
    return true
  deleted = { at, x, y }
  return false
}

const forgetDeleted = () => {
  deleted = undefined
}

function ignoreSecond(event: MouseEvent): void {
  // 0 is the keyboard.
  if (event.detail === 0 || !(event.target instanceof Element)) return
  const isDeleting = event.target.closest(DELETES) !== null
  if (!isDeleting) forgetDeleted()
  if (!event.target.closest(CLICKED_ONCE)) return
  // What opens and closes a menu beside itself is clicked again to close it.
  if (event.target.closest('[aria-expanded]')) return
  const isAgain = isDeleting && isOnWhatMovedUp(event)
  if (event.detail < 2 && !isAgain) return
  event.preventDefault()
  event.stopPropagation()
}

/** Makes a double click act once, and keeps it from closing the dialog that it has opened; undone by its answer. */
export function ignoreSecondClicks(): () => void {
  forgetDeleted()
  document.addEventListener('click', ignoreSecond, { capture: true })
  document.addEventListener('keydown', forgetDeleted, { capture: true })
  return () => {
    document.removeEventListener('click', ignoreSecond, { capture: true })
    document.removeEventListener('keydown', forgetDeleted, { capture: true })
  }
}
