import { useEffect, useRef } from 'react'
import { forgetDraft, keepDraft } from '#web/lib/drafts.ts'
import { whenHidden } from '#web/lib/page-hidden.ts'

const PAUSE_MS = 300

type Unsaved = { version: number; fields: Record<string, unknown> }

type Options = {
  /** undefined: nothing is kept. */
  key: string | undefined
  /** What is unsaved at this moment; no fields where nothing is. */
  unsaved: () => Unsaved
  /** Calls back when something is typed; the answer stops it. */
  onTyping: (typed: () => void) => () => void
  /** The version that what is typed builds on. */
  version: number
}

/** What is unsaved on a record outlives its other tabs, a reload and a crash. The answer gives it up for good. */
export function useKeptDraft({ key, unsaved, onTyping, version }: Options): () => void {
  const isGivenUp = useRef(false)
  const latest = useRef({ unsaved, onTyping })
  useEffect(() => {
    latest.current = { unsaved, onTyping }
  })

  useEffect(() => {
    if (key === undefined) return undefined
    const keep = () => {
      if (isGivenUp.current) return forgetDraft(key)
      const { version: onVersion, fields } = latest.current.unsaved()
      keepDraft(key, onVersion, fields)
    }
    let timer = setTimeout(keep, PAUSE_MS)
    const stop = latest.current.onTyping(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, PAUSE_MS)
    })
    const stopHidden = whenHidden(keep)
    return () => {
      stop()
      clearTimeout(timer)
      stopHidden()
      if (Object.keys(latest.current.unsaved().fields).length > 0) keep()
    }
  }, [key, version])

  return () => {
    isGivenUp.current = true
    if (key !== undefined) forgetDraft(key)
  }
}
