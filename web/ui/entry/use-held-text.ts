import { useState } from 'react'
import type { Figure } from './use-number-entry.ts'

// Signing out takes these away with the drafts.
const PREFIX = 'lading:draft:text:'

const read = (place: string) => sessionStorage.getItem(PREFIX + place) ?? undefined

function write(place: string, text: string | undefined) {
  try {
    if (text === undefined) sessionStorage.removeItem(PREFIX + place)
    else sessionStorage.setItem(PREFIX + place, text)
  } catch {
    // A full or forbidden storage costs the safety net, not the field.
  }
}

/** Forgets every text that this tab holds back. */
export function forgetHeldTexts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

/**
 * For a figure that saves by itself: a text that is not understood is held back here, through a change of screen and
 * a reload, and never sent. `place` names the field and its record.
 */
export function useHeldText(
  place: string,
  value: number | null,
  onChange: (value: number | null) => void,
): { value: Figure; onChange: (value: Figure) => void; isHeld: boolean } {
  const [held, setHeld] = useState(() => read(place))
  const hold = (text: string | undefined) => {
    setHeld(text)
    write(place, text)
  }
  return {
    value: held ?? value,
    isHeld: held !== undefined,
    onChange: next => {
      if (typeof next === 'string') return hold(next)
      if (held !== undefined) hold(undefined)
      if (next !== value) onChange(next)
    },
  }
}
