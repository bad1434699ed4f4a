import { useState } from 'react'
import { personLocale } from '#web/lib/locale.ts'
import { useEntryContext } from './entry-context.ts'
import { END_OF_DAY, isStoredLocalTime, readLocalTime } from './read-local-time.ts'
import { useTypedText } from './use-typed-text.ts'

/** Whether a field for a day with its time holds a text that is none yet. */
export const isUnparsedLocalTime = (value: string | null) => value !== null && !isStoredLocalTime(value)

const shown = (value: string | null) =>
  value !== null && isStoredLocalTime(value) ? value.replace('T', ' ') : (value ?? '')

/**
 * An input for a day with its time. What is typed stands until the field is left; a day alone is then taken to its end,
 * and the field says so. A text that is neither is handed on as it is and stays.
 */
export function useLocalTimeEntry(value: string | null, onChange: (value: string | null) => void) {
  const { today, country, dateOrder } = useEntryContext()
  const rules = { today: today(), country, dateOrder, locale: personLocale() }
  /** The value whose time the field has added. */
  const [completed, setCompleted] = useState<string>()

  const meaning = (text: string): string | null => {
    const read = readLocalTime(text, rules)
    return 'at' in read ? read.at : text
  }
  const isUnread = isUnparsedLocalTime(value)
  const read = isUnread && value !== null ? readLocalTime(value, rules) : null
  const waitsForTime = read !== null && 'day' in read
  const { isFocused, typed, type, focus, leave } = useTypedText(value, onChange, meaning)
  return {
    reason: isFocused || !read || !('reason' in read) ? null : read.reason,
    choices: (read && 'reason' in read && read.choices) || [],
    isUnread,
    /** What the field asks for, or has done. */
    hint:
      isFocused && waitsForTime
        ? `Add the time, such as 14:00. Without one it is ${END_OF_DAY}.`
        : completed !== undefined && completed === value
          ? `No time was typed: ${END_OF_DAY}, the end of the day.`
          : null,
    text: typed ?? shown(value),
    type,
    focus,
    blur: () => {
      leave()
      if (!waitsForTime) return
      const whole = `${read.day}T${END_OF_DAY}`
      setCompleted(whole)
      onChange(whole)
    },
  }
}
