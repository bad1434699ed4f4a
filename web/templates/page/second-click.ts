import type { MouseEvent as ReactMouseEvent } from 'react'

/** Within this time two clicks in one place are one double click, in milliseconds; as browsers have it. */
const DOUBLE = 500
/** How far a finger is off at its second tap, in pixels. */
const NEAR = 40

export type Click = { at: number; x: number; y: number }
let taken: Click | undefined

const isTap = (event: MouseEvent) => 'pointerType' in event && event.pointerType === 'touch'

/** Whether a click is so soon after the first, and so near to it, that both are one double click or double tap. */
export function isAgain(event: MouseEvent, first: Click): boolean {
  const { detail, timeStamp, clientX, clientY } = event
  const isSoon = timeStamp - first.at < DOUBLE
  const isThere = Math.hypot(clientX - first.x, clientY - first.y) < NEAR
  return isSoon && isThere && (detail > 1 || isTap(event))
}

/**
 * Whether a click is the second of a double click, or a second tap in the place of the first: what it hits has moved
 * there since, and was not meant. Every click that is not counts as a first one.
 */
export function isSecondClick({ nativeEvent }: ReactMouseEvent): boolean {
  if (taken !== undefined && isAgain(nativeEvent, taken)) return true
  const { timeStamp: at, clientX: x, clientY: y } = nativeEvent
  taken = { at, x, y }
  return false
}
