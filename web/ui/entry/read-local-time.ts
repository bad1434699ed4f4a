import { isStoredDay } from './calendar-day.ts'
import { type DateRules, readDate } from './read-date.ts'

/**
 * What a typed day with a time means: both, as yyyy-MM-ddTHH:mm; a day whose time is still to be typed; none; or
 * nothing, with the reason and the days that it can mean.
 */
export type ReadLocalTime =
  | { at: string | null }
  | { day: string }
  | { reason: string; choices?: readonly string[] }

/** A day without a time counts to its end. */
export const END_OF_DAY = '23:59'

const FIGURES = /^(\d{2})(\d{2})$/
const CLOCK = /^(\d{1,2})[:.h](\d{2})(?:\s?([ap])\.?m?\.?)?$/
const HALF = /^(\d{1,2})\s?([ap])\.?m\.?$/
const HOW = 'Type it like 2026-12-03 14:00, 3 Dec 1400 or fri 2pm.'

const two = (part: number) => String(part).padStart(2, '0')

/** HH:mm of a time as people type it; null for none. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '0', half] =
    FIGURES.exec(text) ?? CLOCK.exec(text) ?? withoutMinutes(HALF.exec(text)) ?? []
  if (hours === undefined) return null
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return null
  return `${two(half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0))}:${two(minute)}`
}

const withoutMinutes = (found: RegExpExecArray | null) => (found ? [found[0], found[1], '0', found[2]] : null)

/** Whether a text is a day with its time, in the form in which they are kept. */
export const isStoredLocalTime = (text: string): boolean => {
  const [day = '', time = ''] = text.split('T')
  return isStoredDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
}

/** Reads a day and, behind it, a time. What cannot be read for certain is never taken. */
export function readLocalTime(typed: string, rules: DateRules): ReadLocalTime {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (text === '') return { at: null }
  if (isStoredLocalTime(typed)) return { at: typed }
  const whole = readDate(text, rules)
  // “3 Dec 1400” has a time, and not the year 1400.
  if ('date' in whole && whole.date !== null) return { day: whole.date }
  const words = text.split(/[\s,]+|(?<=\d)t(?=\d)/)
  for (const count of [1, 2]) {
    const time = readTime(words.slice(-count).join(' '))
    const dayText = words.slice(0, -count).join(' ')
    if (time === null || dayText === '') continue
    const day = readDate(dayText, rules)
    if ('date' in day && day.date !== null) return { at: `${day.date}T${time}` }
    if ('choices' in day && day.choices)
      return {
        reason: 'reason' in day ? day.reason : `“${dayText}” can mean two days.`,
        choices: day.choices.map(choice => `${choice}T${time}`),
      }
  }
  if ('reason' in whole && whole.choices === undefined)
    return { reason: `“${typed.trim()}” cannot be read as a day with a time. ${HOW}` }
  return {
    reason: 'reason' in whole ? whole.reason : `“${typed.trim()}” can mean two days.`,
    choices: ('choices' in whole && whole.choices?.map(choice => `${choice}T${END_OF_DAY}`)) || [],
  }
}
