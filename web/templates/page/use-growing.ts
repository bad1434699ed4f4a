import { useEffect, useState } from 'react'

/** What fills a window, and how many more come with each moment: a long document never holds up the page. */
const FIRST = 60
const STEP = 60

/** How much of a long list is drawn so far; all of it at once where it does not grow. */
export function useGrowing(total: number, grows = true): number {
  const [shown, setShown] = useState(FIRST)
  useEffect(() => {
    if (!grows || shown >= total) return undefined
    const timer = setTimeout(() => setShown(shown + STEP))
    return () => clearTimeout(timer)
  }, [grows, shown, total])
  return grows ? shown : total
}
