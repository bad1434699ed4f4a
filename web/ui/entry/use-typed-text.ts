import { type ChangeEvent, useState } from 'react'

/**
 * What is typed into an input whose value is what the text means: the text stands as it was typed until the field is
 * left. `meaning` gives the value, or the text itself where it means none.
 */
export function useTypedText(
  value: string | null,
  onChange: (value: string | null) => void,
  meaning: (text: string) => string | null,
) {
  const [isFocused, setFocused] = useState(false)
  const [typed, setTyped] = useState<string>()
  return {
    isFocused,
    /** The text that stands; undefined where the value itself is shown, as when it came from elsewhere meanwhile. */
    typed: isFocused && typed !== undefined && meaning(typed) === value ? typed : undefined,
    type: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.currentTarget.value
      setTyped(text)
      const next = meaning(text)
      if (next !== value) onChange(next)
    },
    focus: () => {
      setTyped(undefined)
      setFocused(true)
    },
    leave: () => setFocused(false),
  }
}
