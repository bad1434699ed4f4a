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
/** What takes its row away, or the line that it stands in: the next one moves up to where it was. */
const DELETES = '.icon-button--destructive, .edit-grid__warning button, .container-warning button'
/** What is gone once it is clicked: a second click would reach what lies below. */
const GOES = '.notice__action, .notice__close, .task__close'

const DOUBLE_CLICK_MS = 500
const SAME_PLACE_PIXELS = 8

type Click = { at: number; x: number; y: number }

/** The last click that deleted something; times as in `Event.timeStamp`, places as in the window. */
let deleted: Click | undefined

/** The last click on something that has gone since. */
let gone: Click | undefined

const clickOf = ({ timeStamp: at, clientX: x, clientY: y }: MouseEvent): Click => ({ at, x, y })

const isSoonInPlace = (last: Click | undefined, { timeStamp: at, clientX: x, clientY: y }: MouseEvent) =>
  last !== undefined &&
  at - last.at <= DOUBLE_CLICK_MS &&
  Math.hypot(x - last.x, y - last.y) <= SAME_PLACE_PIXELS

/** Browsers count a slow or trembling double click as two clicks: in the same place they are still one. */
function isOnWhatMovedUp(event: MouseEvent): boolean {
  if (isSoonInPlace(deleted, event)) return true
  deleted = clickOf(event)
  return false
}

const forgetDeleted = () => {
  deleted = undefined
}

const isBelowWhatIsGone = (event: MouseEvent) =>
  event.target instanceof Element && !event.target.closest(GOES) && isSoonInPlace(gone, event)

function stop(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function ignoreSecond(event: MouseEvent): void {
  // 0 is the keyboard.
  if (event.detail === 0 || !(event.target instanceof Element)) return
  if (isBelowWhatIsGone(event)) return stop(event)
  if (event.target.closest(GOES)) gone = clickOf(event)
  const isDeleting = event.target.closest(DELETES) !== null
  if (!isDeleting) forgetDeleted()
  if (!event.target.closest(CLICKED_ONCE)) return
  // What opens and closes a menu beside itself is clicked again to close it.
  if (event.target.closest('[aria-expanded]')) return
  const isAgain = isDeleting && isOnWhatMovedUp(event)
  if (event.detail >= 2 || isAgain) stop(event)
}

function ignoreDouble(event: MouseEvent): void {
  if (isBelowWhatIsGone(event)) stop(event)
}

/** Makes a double click act once, and keeps it from closing the dialog that it has opened; undone by its answer. */
export function ignoreSecondClicks(): () => void {
  forgetDeleted()
  gone = undefined
  document.addEventListener('click', ignoreSecond, { capture: true })
  document.addEventListener('dblclick', ignoreDouble, { capture: true })
  document.addEventListener('keydown', forgetDeleted, { capture: true })
  return () => {
    document.removeEventListener('click', ignoreSecond, { capture: true })
    document.removeEventListener('dblclick', ignoreDouble, { capture: true })
    document.removeEventListener('keydown', forgetDeleted, { capture: true })
  }
}
