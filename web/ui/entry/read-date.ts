import type { DateOrder } from '#contract/date-orders.ts'
import {
  calendarDay,
  daysAfter,
  FIRST_YEAR,
  LAST_YEAR,
  daysIn,
  isCalendarDay,
  weekdayOf,
} from './calendar-day.ts'
import { dateOrderOf } from './country-date-order.ts'
import { monthNames, weekdayNames } from './day-names.ts'

export type DateRules = {
  /** The company's day, yyyy-MM-dd. */
  today: string
  /** ISO 3166 alpha-2, or null. */
  country: string | null
  /** Which of day, month and year the company writes first; null: its country decides. */
  dateOrder?: DateOrder | null
  /** Whose names of months and days are understood beside the English ones. */
  locale: string
}

/** What a typed date means: a day, none, one of two days that only the person can tell apart, or nothing. */
export type ReadDate =
  | { date: string | null }
  | { choices: readonly string[] }
  | { reason: string; choices?: readonly string[] }

type Order = 'dmy' | 'mdy'
type Parts = { day: number; month: number; year: number }

const HOW = 'Type it like 2026-12-03, 3 Dec 2026, today, +3 or Fri.'

/** Reads a date as people type it. What cannot be read for certain is never taken for a date. */
export function readDate(typed: string, rules: DateRules): ReadDate {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (text === '') return { date: null }
  const read =
    readRelative(text, rules) ??
    readYearFirst(text) ??
    readFigures(text, rules) ??
    readNamedMonth(text, rules)
  return read ?? { reason: `“${typed.trim()}” cannot be read as a date. ${HOW}` }
}

const relativeDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

function readRelative(text: string, { today, locale }: DateRules): ReadDate | null {
  const named = relativeDays[text]
  if (named !== undefined) return { date: daysAfter(today, named) }
  const counted =
    /^([+-])\s?(\d{1,4})\s?(d|days?|w|weeks?)?$/.exec(text) ?? /^in()\s(\d{1,4})\s(days?|weeks?)$/.exec(text)
  if (counted) {
    const [, sign = '', figures, unit = 'd'] = counted
    return inRange(daysAfter(today, Number(`${sign}${figures}`) * (unit.startsWith('w') ? 7 : 1)))
  }
  const [, which, name = ''] = /^(?:(next|this|coming)\s+)?(.*?)\.?$/.exec(text) ?? []
  const weekday = weekdayNames(locale).get(name)
  if (weekday === undefined) return null
  // The next one after today: whoever types "fri" on a Friday means the coming week's.
  const days = ((weekday - weekdayOf(today) + 6) % 7) + 1
  // To some it is the coming one, to others that of next week.
  if (which === 'next' && days < 7) return { choices: [daysAfter(today, days), daysAfter(today, days + 7)] }
  return { date: daysAfter(today, days) }
}

function inRange(date: string): ReadDate {
  const year = Number(date.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR
    ? { date }
    : { reason: `The year ${year} is out of range. Dates are from ${FIRST_YEAR} to ${LAST_YEAR}.` }
}

/** One day from its parts, or why there is no such day. */
function dayOf({ day, month, year }: Parts): ReadDate {
  if (month < 1 || month > 12) return { reason: `There is no month ${month}. ${HOW}` }
  if (year < FIRST_YEAR || year > LAST_YEAR) return inRange(`${String(year).padStart(4, '0')}-01-01`)
  if (isCalendarDay(year, month, day)) return { date: calendarDay(year, month, day) }
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 1),
  )
  return { reason: `${name} ${year} has ${daysIn(year, month)} days.` }
}

function readYearFirst(text: string): ReadDate | null {
  const found = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d{2})(\d{2}))$/.exec(text)
  if (!found) return null
  const [year, month, day] = [found[1], found[2] ?? found[4], found[3] ?? found[5]].map(Number)
  const read = dayOf({ year: year ?? 0, month: month ?? 0, day: day ?? 0 })
  // Eight digits in a row may begin with the day instead.
  return found[4] !== undefined && !('date' in read) ? null : read
}

/** Which of day and month a country writes first; null where it writes the year first, or for no country. */
function orderIn(country: string | null): Order | null {
  const order = country === null ? null : dateOrderOf(country)
  return order === 'ymd' ? null : order
}

const CENTURY = 2000
/** Two digits of a year can be read as a day as well; a shipment's dates lie near. */
const NEAR_YEARS = 15

/** Three figures, the year last: 3.12.2026, 03/12/2026, 03122026; with two digits of a year the year may be first. */
function readFigures(text: string, { country, dateOrder = null, today }: DateRules): ReadDate | null {
  const found =
    /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})()(\d{2})(\d{4})$/.exec(text)
  if (!found) return null
  const [one = 0, two = 0, three = 0] = [found[1], found[3], found[4]].map(Number)
  const hasShortYear = found[4]?.length === 2
  const year = hasShortYear ? CENTURY + three : three
  const readings: Record<Order, Parts> = {
    dmy: { day: one, month: two, year },
    mdy: { day: two, month: one, year },
  }
  const yearFirst = { year: CENTURY + one, month: two, day: three }
  const isNear = (date: string) =>
    Math.abs(Number(date.slice(0, 4)) - Number(today.slice(0, 4))) <= NEAR_YEARS
  const hasDots = found[2] === '.'
  const said = dateOrder === 'ymd' || hasDots ? null : dateOrder
  const asSaid = said ? readings[said] : dateOrder === 'ymd' && hasShortYear ? yearFirst : null
  const read = asSaid && dayOf(asSaid)
  if (read && 'date' in read && read.date && (!hasShortYear || isNear(read.date))) return read
  const order = hasDots ? 'dmy' : (said ?? orderIn(country))
  const wanted = order ? [readings[order]] : [readings.dmy, readings.mdy]
  if (hasShortYear) wanted.push(yearFirst)
  const days = new Set(
    wanted
      .map(dayOf)
      .flatMap(read => ('date' in read && read.date ? [read.date] : []))
      .filter(date => !hasShortYear || isNear(date)),
  )
  const [first] = days
  if (first !== undefined) return days.size > 1 ? { choices: [...days] } : { date: first }
  // The other order is all that is left: 12/31/2026 where the day comes first.
  const other = order && dayOf(readings[order === 'dmy' ? 'mdy' : 'dmy'])
  if (other && 'date' in other) return other
  return dayOf(readings[order ?? 'dmy'])
}

const shortDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A leap day is at most this many years away, but for the turn of a century. */
const LEAP_YEARS = 4

/** A day and its month: the day of that name nearest to today is offered, not taken. */
function withoutYear(day: number, month: number, today: string): ReadDate {
  const thisYear = Number(today.slice(0, 4))
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today))
  const [nearest] = Array.from({ length: 2 * LEAP_YEARS + 1 }, (_, index) => thisYear - LEAP_YEARS + index)
    .filter(year => isCalendarDay(year, month, day))
    .map(year => calendarDay(year, month, day))
    .toSorted((one, other) => distance(one) - distance(other))
  if (nearest === undefined) return { reason: `There is no such day in that month. ${HOW}` }
  return { reason: `Add the year: ${shortDay.format(Date.parse(nearest))}.`, choices: [nearest] }
}

/** A day with the month in words: 3 Dec 2026, Dec 3, 2026, 3-dec-26, 2026 December 3, Thu, 3rd December 2026. */
function readNamedMonth(text: string, { locale, today }: DateRules): ReadDate | null {
  const words = text
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .match(/\p{L}[\p{L}\p{M}]*|\d+/gu)
    ?.filter(word => word !== 'of' && word !== 'de')
  if (!words || /[^\p{L}\p{M}\d\s.,/-]/u.test(text)) return null
  const [weekday] = words.length === 4 ? words.splice(0, 1) : []
  const months = monthNames(locale)
  const month = words.map(word => months.get(word)).find(Boolean)
  const figures = words.filter(word => /^\d+$/.test(word))
  if (month === undefined || figures.length + 1 !== words.length) return null
  const [one = '', two = ''] = figures
  if (figures.length === 1) return withoutYear(Number(one), month, today)
  if (figures.length !== 2) return null
  const isYearFirst = one.length === 4
  const [day, year] = isYearFirst ? [two, one] : [one, two]
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return null
  const read = dayOf({
    day: Number(day),
    month,
    year: year.length === 2 ? CENTURY + Number(year) : Number(year),
  })
  const wantedWeekday = weekday === undefined ? undefined : weekdayNames(locale).get(weekday)
  if (weekday !== undefined && wantedWeekday === undefined) return null
  if (wantedWeekday !== undefined && 'date' in read && read.date && weekdayOf(read.date) !== wantedWeekday)
    return { reason: `${read.date} is not a ${weekday}. Type the date without the day of the week.` }
  return read
}
