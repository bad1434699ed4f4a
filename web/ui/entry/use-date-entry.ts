import { useCallback, useState } from 'react'
import { personLocale } from '#web/lib/locale.ts'
import { isStoredDay } from './calendar-day.ts'
import { type EntryContext, useEntryContext } from './entry-context.ts'
import { type ReadDate, readDate } from './read-date.ts'
import { useTypedText } from './use-typed-text.ts'

const rulesOf = ({ today, country, dateOrder }: EntryContext) => ({
  today: today(),
  country,
  dateOrder,
  locale: personLocale(),
})

/** What a typed text means to this company as a date: the same function as long as the company is the same. */
export function useReadDate(): (text: string) => ReadDate {
  const context = useEntryContext()
  return useCallback(text => readDate(text, rulesOf(context)), [context])
}

/** Whether a date field holds a text that is no day yet. */
export const isUnparsedDate = (value: string | null) => value !== null && !isStoredDay(value)

/**
 * An input for a calendar day. What is typed stands as it was typed until the field is left; then the day is shown
 * as yyyy-MM-dd. A text that is no day, or could be two, is handed on as it is and stays.
 */
export function useDateEntry(value: string | null, onChange: (value: string | null) => void) {
  const rules = rulesOf(useEntryContext())
  // Once a text has been refused, coming back to it does not hide why.
  const [refused, setRefused] = useState<string | null>(null)

  const meaning = (text: string): string | null => {
    const read = readDate(text, rules)
    return 'date' in read ? read.date : text
  }
  const isUnread = isUnparsedDate(value)
  const read = isUnread && value !== null ? readDate(value, rules) : null
  const { isFocused, typed, type, focus, leave } = useTypedText(value, onChange, meaning)

  return {
    /** Why the text is no day; said once the field is left. */
    reason:
      (isFocused && value !== refused) || !read
        ? null
        : 'reason' in read
          ? read.reason
          : `“${value}” can mean two days.`,
    /** The days that the text can mean. */
    choices: (read && 'choices' in read && read.choices) || [],
    isUnread,
    text: typed ?? value ?? '',
    type,
    focus,
    blur: () => {
      leave()
      setRefused(value)
    },
  }
}
