import { type RefObject, useEffect } from 'react'

/** What stands in a field or a sheet of it, and is not on the record yet. */
type Untaken = {
  label: string
  text: string
  focus?: (() => void) | undefined
  /** Resolves once an answer that Enter waits for is there. */
  settled?: (() => Promise<void>) | undefined
  /** What stands in the same dialog as the field. */
  place?: RefObject<Element | null> | undefined
}

/** In the order in which they were typed. */
export const untaken = new Set<Untaken>()

/** Remembers what is typed and not taken, '' for nothing, as long as the field is on the page. */
export function useUntakenText({ label, text, focus, settled, place }: Untaken): void {
  useEffect(() => {
    if (text === '') return
    const entry = { label, text, focus, settled, place }
    untaken.add(entry)
    return () => void untaken.delete(entry)
  }, [label, text, focus, settled, place])
}

/**
 * Runs once no field of the part waits for an answer: what was chosen before is not what the person means. Where one
 * still holds a text that it did not take, the focus goes there, and nothing runs.
 */
export function onceTaken(part: Element, run: () => void): void {
  const inPart = () => [...untaken].filter(({ place }) => place?.current && part.contains(place.current))
  const waiting = inPart()
  if (waiting.length === 0) return run()
  void runOnceSettled()

  async function runOnceSettled() {
    for (const { settled } of waiting) await settled?.()
    const [first] = inPart()
    if (first) first.focus?.()
    else run()
  }
}
