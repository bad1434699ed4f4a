import { type RefObject, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Fewer cells than this are drawn in one go. */
const AT_ONCE = 400

type Page = {
  /** Another one for other rows; the same while their contents change. */
  key: string
  rows: number
  columns: number
  /** The index of the row that must be there; -1 where none must. */
  needed: number
  /** Pixels. */
  rowHeight: number
}

/**
 * A page's cells are drawn in two steps: first the rows that fit the window, which is what people wait for, and the
 * rest once those have been seen. Answers how many rows from the top the first step has; undefined: all are drawn.
 * What has been scrolled, and what is printed, is drawn whole.
 */
export function usePartInSight(scroller: RefObject<HTMLElement | null>, page: Page): number | undefined {
  const { key, rows, columns, needed, rowHeight } = page
  const [whole, setWhole] = useState('')
  const fitting = Math.ceil(window.innerHeight / rowHeight)
  const isPart = whole !== key && rows * columns > AT_ONCE && needed < fitting && isAtStart(scroller.current)
  useEffect(() => {
    if (!isPart) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame that shows the first step comes after this call and before the timer.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(key)))
    })
    const drawAll = () => flushSync(() => setWhole(key))
    window.addEventListener('beforeprint', drawAll)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      window.removeEventListener('beforeprint', drawAll)
    }
  }, [isPart, key])
  return isPart ? fitting : undefined
}

const isAtStart = (scroller: HTMLElement | null) =>
  scroller === null || (scroller.scrollTop === 0 && scroller.scrollLeft === 0)

/** How many columns from the left a window of this width can show: pixels. */
export function columnsInSight(widths: readonly number[], windowWidth: number): number {
  let right = 0
  const beyond = widths.findIndex(width => {
    right += width
    return right >= windowWidth
  })
  return beyond < 0 ? widths.length : beyond + 1
}
