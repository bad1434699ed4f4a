import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

type KeptFocus = {
  /** Whether the cell that is drawn now shall have the focus. */
  wantsFocus: RefObject<boolean>
  /** Draws at once and takes the focus along: the next key must find it in the next cell. */
  moveFocus: (draw: () => void) => void
  /** Where a row goes while one is in it, the cell that takes its place has the focus. */
  keepFocus: () => void
}

/** The focus of a grid, which stays in it while rows come, go and change their places. */
export function useKeptFocus(): KeptFocus {
  const wantsFocus = useRef(false)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    // What waited to be drawn is drawn before the cell that the focus moves to.
    if (!isMoving.current) wantsFocus.current = false
  })
  const keepFocus = useCallback(() => {
    wantsFocus.current = true
  }, [])
  const moveFocus = (draw: () => void) => {
    isMoving.current = true
    wantsFocus.current = true
    flushSync(draw)
    wantsFocus.current = false
    isMoving.current = false
  }
  return { wantsFocus, moveFocus, keepFocus }
}
