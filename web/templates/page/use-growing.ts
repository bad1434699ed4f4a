import { startTransition, useEffect, useState } from 'react'

/** What fills a window, and how much more comes with each moment: a long document never holds up the page. */
const FIRST = 60
const STEP = 120

const one = () => 1

/**
 * How many things of a long list are drawn so far; all of them at once where it does not grow. `weightOf` says how much
 * there is to draw in one of them.
 */
export function useGrowing(total: number, grows = true, weightOf: (at: number) => number = one): number {
  const [room, setRoom] = useState(FIRST)
  const shown = grows ? fitting(total, room, weightOf) : total
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
