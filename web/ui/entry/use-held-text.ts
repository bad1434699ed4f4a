import { useRef, useSyncExternalStore } from 'react'
import { followHeldTexts, heldCount, heldText, holdText } from './held-texts.ts'
import type { Figure } from './use-number-entry.ts'

type HeldText = {
  /** Names the field and its record. */
  place: string
  value: number | null
  onChange: (value: number | null) => void
  /** Brings back what stands now, should the entry that begins here end in a text that is not understood. */
  undo: () => void
}

/**
 * For a figure that saves by itself: a text that is not understood is held back here, through a change of screen and
 * a reload, and never sent; nor is the beginning of it, which was a figure while it was typed ("1" of "1e5").
 */
export function useHeldText({ place, value, onChange, undo }: HeldText) {
  const held = useSyncExternalStore(followHeldTexts, () => heldText(place))
  const undoEntry = useRef(undo)
  const hasSent = useRef(false)
  return {
    value: (held ?? value) satisfies Figure,
    onChange: (next: Figure) => {
      if (typeof next === 'string') {
        holdText(place, next)
        if (hasSent.current) undoEntry.current()
        hasSent.current = false
        return
      }
      if (held !== undefined) holdText(place, undefined)
      if (next === value) return
      // What stands now is what the entry began with.
      if (!hasSent.current) undoEntry.current = undo
      hasSent.current = true
      onChange(next)
    },
    /** To be called when the field is left. */
    settle: () => {
      hasSent.current = false
    },
    /** Lets go of a text that is held back: the stored figure shows again. */
    release: () => holdText(place, undefined),
  }
}

/** How many fields of a record wait for a figure; `record` begins their places. */
export const useHeldCount = (record: string): number =>
  useSyncExternalStore(followHeldTexts, () => heldCount(record))
