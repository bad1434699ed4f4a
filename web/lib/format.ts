import { decimalsOf } from '#contract/currency-decimals.ts'
import { personLocale, withLatinDigits } from './locale.ts'

const mediumDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** A calendar date as it is kept, yyyy-MM-dd; '' for none. */
export const dateText = (date: string | null | undefined) => date ?? ''

/** An instant in the medium format that the specification asks for on documents: Dec 3, 2026, 9:05:07 AM. */
export const mediumDateText = (instant: string | null | undefined) =>
  // Browsers part the time from AM and PM by a narrow space that no search finds.
  instant ? mediumDate.format(new Date(instant)).replaceAll('\u202f', ' ') : ''

/** The calendar day of an instant in a zone of the world, in medium format: Dec 3, 2026. */
export const dayText = (instant: string, timeZone: string | null) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' }).format(
    new Date(instant),
  )

/** An instant in the reader's own zone: Dec 3, 2026, 09:05. */
export const momentText = (instant: string | null | undefined) =>
  instant ? moment.format(new Date(instant)) : ''

/** The time of day of an instant in the reader's own zone: 09:05. */
export const clockText = (instant: string) => clock.format(new Date(instant))

/** When something happens within a day, in the reader's own zone: 09:05, or with the date where that is another day. */
export const timeText = (instant: string) =>
  new Date(instant).toDateString() === new Date().toDateString() ? clockText(instant) : momentText(instant)

// Making one takes longer than a table's cell may.
const writers = new Map<string, Intl.NumberFormat>()

function numberWriter(least: number, most: number, useGrouping: boolean) {
  const key = `${personLocale()} ${least} ${most} ${useGrouping}`
  const known = writers.get(key)
  if (known) return known
  const writer = new Intl.NumberFormat(withLatinDigits(personLocale()), {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping,
  })
  writers.set(key, writer)
  return writer
}

/** A figure as the person's locale writes it, of exactly or at most so many decimals; '' for none. */
export function numberText(value: number | null | undefined, decimals?: { least?: number; most?: number }) {
  if (value === null || value === undefined) return ''
  const { least = 0, most = 4 } = decimals ?? {}
  return numberWriter(least, most, true).format(value)
}

/** A figure as people type it: in the person's locale, without signs between the thousands. */
export const typedNumberText = (value: number, most: number) => numberWriter(0, most, false).format(value)

/** An amount with the decimals of its currency, without its code: rates may have up to four. '' for none. */
export const amountText = (value: number | null | undefined, currency: string) =>
  numberText(value, { least: decimalsOf(currency) })

/** An amount with its currency behind it: 1,450.00 USD. '' for none. */
export const moneyText = (value: number | null | undefined, currency: string) =>
  value === null || value === undefined ? '' : `${amountText(value, currency)} ${currency}`

export const countText = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`

const units = ['bytes', 'kB', 'MB', 'GB']

export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  if (bytes === 1) return '1 byte'
  return `${size >= 10 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

/** What stands where a record has no name. */
export const UNNAMED = '(unnamed)'
export const nameOr = (name: string | null | undefined) => (name?.trim() ? name : UNNAMED)
