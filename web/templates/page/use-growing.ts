import { startTransition, useEffect, useState } from 'react'

/** What fills a window, and how much more comes with each moment: a long document never holds up the page. */
const FIRST = 60
const STEP = 120

const one = () => 1

type Options = {
  /** How much there is to draw in one of them. */
  weightOf?: (at: number) => number
  /** What fills its window. */
  first?: number
}

/** How many things of a long list are drawn so far. */
export function useGrowing(total: number, { weightOf = one, first = FIRST }: Options = {}): number {
  const [room, setRoom] = useState(first)
  const shown = fitting(total, room, weightOf)
  useEffect(() => {
    if (shown >= total) return undefined
    const timer = setTimeout(() => startTransition(() => setRoom(room + STEP)))
    return () => clearTimeout(timer)
  }, [room, shown, total])
  return shown
}

function fitting(total: number, room: number, weightOf: (at: number) => number): number {
  let [at, sum] = [0, 0]
  while (at < total && sum < room) {
    sum += weightOf(at)
    at += 1
  }
  return at
}
