import type { MouseEvent } from 'react'

/** Within this time two clicks in one place are one double click, in milliseconds; as browsers have it. */
const DOUBLE = 500
/** How far a finger is off at its second tap, in pixels. */
const NEAR = 40

type Click = { at: number; x: number; y: number }
let taken: Click | undefined

const isTap = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'

/**
 * Whether a click is the second of a double click, or a second tap in the place of the first: what it hits has moved
 * there since, and was not meant. Every click that is not counts as a first one.
 */
export function isSecondClick(event: MouseEvent): boolean {
  const { detail, timeStamp: at, clientX: x, clientY: y } = event
  const isSoon = taken !== undefined && at - taken.at < DOUBLE
  const isThere = taken !== undefined && Math.hypot(x - taken.x, y - taken.y) < NEAR
  if (isSoon && isThere && (detail > 1 || isTap(event))) return true
  taken = { at, x, y }
  return false
}
