import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const OVERSCAN = 12
const STEP = 4
/** Fewer rows than this are cheaper to draw than to watch. */
const WINDOW_FROM = 150

/** Which of many equally high rows are worth drawing for where the scroller stands: first and last index. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const isLong = count >= WINDOW_FROM
  const [range, setRange] = useState({ first: 0, last: WINDOW_FROM })
  useEffect(() => {
    const element = scroller.current
    if (!isLong || !element) return
    const look = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const shown = Math.ceil(element.clientHeight / rowHeight)
      // In steps, so that scrolling within one draws nothing anew.
      const first = Math.max(0, Math.floor((top - OVERSCAN) / STEP) * STEP)
      const last = first + shown + 2 * OVERSCAN + STEP
      setRange(before => (before.first === first && before.last === last ? before : { first, last }))
    }
    // Paper does not scroll.
    const drawAll = () => flushSync(() => setRange({ first: 0, last: count - 1 }))
    look()
    window.addEventListener('beforeprint', drawAll)
    window.addEventListener('afterprint', look)
    element.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('beforeprint', drawAll)
      window.removeEventListener('afterprint', look)
      element.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [scroller, isLong, count, rowHeight])
  return isLong
    ? { first: range.first, last: Math.min(range.last, count - 1) }
    : { first: 0, last: count - 1 }
}
