import type { ImportField } from '#contract/import-field.ts'
import type { DateOrder } from '#contract/date-orders.ts'
import type { DecimalSign } from '#contract/imports.ts'
import { foldText } from '#server/search-text.ts'
import { dateOfSerial } from '#server/sheets/cells.ts'
import { NOT_RECKONED, type ReadCell } from '#server/sheets/sheet.ts'
import { choiceWords } from './choice-words.ts'

export type Reading = {
  dateOrder: DateOrder
  decimal: DecimalSign
  /** Some dates of the file have the day first, others the month. */
  mixedDates: boolean
  /** What becomes of dates that can be two where the file has both orders. */
  eitherDates?: 'refuse' | 'read' | undefined
  /** Some numbers of the file have the one sign before their decimals, others the other. */
  mixedDecimals: boolean
  from1904: boolean
}

/** A value, or what is wrong with the cell and what is expected. */
export type Read = { value: string | number } | { wrong: string }

/** By their first letters, in the languages of Western Europe, which do not contradict each other. */
const MONTHS = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'mrz', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
]
const HOW_DATES = 'Expected is a date such as 2026-12-03 or 3 Dec 2026.'

/** A cell as a text, as a person sees it. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') {
    if ('merged' in cell) return cellText(cell.merged)
    return 'date' in cell ? cell.date : cell.fault
  }
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell)
}

export const isEmptyCell = (cell: ReadCell | undefined) => cellText(cell).trim() === ''

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year <= 2200 ? date.toISOString().slice(0, 10) : null
}

const LAST_SHORT_YEAR = 79
const wholeYear = (year: string) =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) <= LAST_SHORT_YEAR ? 2000 : 1900)

const figures = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4}|\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$/
const yearFirst = /^(\d{4})[./-]?(\d{2}|\d(?=[./-]))[./-]?(\d{1,2})(?:[ T]\d{1,2}:?\d{2}.*)?$/
const monthLast =
  /^(?:\p{L}+,? )?(\d{1,2})(?:st|nd|rd|th)?[-./ ]*(?:de )?(\p{L}{3,10})[-.,/ ]*(?:de )?(\d{4}|\d{2})$/u
const inChinese = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/
const monthFirst = /^(\p{L}{3,10})[-. ]*(\d{1,2})(?:st|nd|rd|th)?,?[- ]*(\d{4}|\d{2})$/u

const monthOf = (name: string) => {
  const folded = foldText(name)
  return MONTHS.findIndex(begins => begins.some(one => folded.startsWith(one))) + 1
}

/** No date or number is longer, and texts that are need not be looked through. */
const LONGEST_FIGURE = 100

const oneBlank = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

function dateOfText(text: string, order: DateOrder): string | null {
  const first = yearFirst.exec(text) ?? inChinese.exec(text)
  if (first) return dayOf(Number(first[1]), Number(first[2]), Number(first[3]))
  const two = figures.exec(text)
  if (two) {
    const [, one = '', other = '', year = ''] = two
    // A year of four figures at the end is no day: such a file is read with the day first.
    if (order === 'ymd' && year.length === 2) return dayOf(wholeYear(one), Number(other), Number(year))
    const [day, month] = order === 'mdy' ? [other, one] : [one, other]
    return dayOf(wholeYear(year), Number(month), Number(day))
  }
  const last = monthLast.exec(text)
  if (last) return dayOf(wholeYear(last[3] ?? ''), monthOf(last[2] ?? ''), Number(last[1]))
  const named = monthFirst.exec(text)
  if (named) return dayOf(wholeYear(named[3] ?? ''), monthOf(named[1] ?? ''), Number(named[2]))
  return null
}

/** Numbers that are dates in any file of this century: 1970 to 2099. */
const isSerial = (number: number) => number >= 25_569 && number < 73_051

/**
 * In which order a text in figures has day and month: either where it can be two dates; "26-12-03" begins with its day or
 * its year. Null where it can be read in one way alone, or in none.
 */
export function orderIn(text: string): DateOrder | 'either' | 'dayOrYear' | null {
  if (text.length > LONGEST_FIGURE) return null
  const [, first = '', second = '', year = ''] = figures.exec(oneBlank(text)) ?? []
  const [one, other] = [Number(first), Number(second)]
  if (year === '' || one === 0 || other === 0 || (one > 12 && other > 12)) return null
  if (one > 31) return year.length === 2 ? 'ymd' : null
  if (one > 12) return year.length === 2 ? 'dayOrYear' : 'dmy'
  if (other > 12) return other > 31 ? null : 'mdy'
  return one === other ? null : 'either'
}

function readDate(cell: ReadCell, reading: Reading): Read {
  const { dateOrder, from1904 } = reading
  if (typeof cell === 'object' && cell !== null && 'date' in cell) {
    const [year = 0, month = 0, day = 0] = cell.date.split('-').map(Number)
    const date = dayOf(year, month, day)
    return date === null ? { wrong: `This day is out of range. ${HOW_DATES}` } : { value: date }
  }
  if (typeof cell === 'number') {
    const date = isSerial(cell) ? dateOfSerial(cell, from1904) : dateOfText(String(cell), dateOrder)
    return date === null ? { wrong: `This is no date. ${HOW_DATES}` } : { value: date }
  }
  const text = cellText(cell)
  if (reading.mixedDates && reading.eitherDates !== 'read' && orderIn(text) === 'either')
    return { wrong: `The file has both 31/12/2026 and 12/31/2026, so this can be two dates. ${HOW_DATES}` }
  const date = text.length > LONGEST_FIGURE ? null : dateOfText(oneBlank(text), dateOrder)
  if (date !== null) return { value: date }
  const names = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' }
  return { wrong: `This is no date, read as ${names[dateOrder]}. ${HOW_DATES}` }
}

const TIME_AT_END =
  /^(.*?)[\sT,]+(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?(?:\s*(?:hrs?|uhr|h|lt))?$/i
const MINUTES_OF_DAY = 24 * 60
const END_OF_DAY = '23:59'

const clock = (hours: number, minutes: number) =>
  [hours, minutes].map(part => String(part).padStart(2, '0')).join(':')

/** The day and the time of a text that ends in one; null for any other. */
function dayAndTime(text: string): { day: string; time: string } | null {
  const [, day = '', hours = '', minutes, half] = TIME_AT_END.exec(text) ?? []
  // "3 12 26" has no time, "3 Dec 2026 2" neither.
  if (day === '' || (minutes === undefined && half === undefined)) return null
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return null
  const isAfternoon = half?.toLowerCase() === 'p'
  return { day, time: clock(half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour, minute) }
}

/** A day with its time; without one it is the end of the day, as the preview shows. */
function readLocalTime(cell: ReadCell, reading: Reading): Read {
  const at = (day: Read, time: string): Read => ('wrong' in day ? day : { value: `${day.value}T${time}` })
  if (typeof cell === 'number' && isSerial(cell) && !Number.isInteger(cell)) {
    const minutes = Math.min(MINUTES_OF_DAY - 1, Math.round((cell % 1) * MINUTES_OF_DAY))
    return at(readDate(Math.floor(cell), reading), clock(Math.floor(minutes / 60), minutes % 60))
  }
  const split = typeof cell === 'string' && cell.length <= LONGEST_FIGURE ? dayAndTime(cell.trim()) : null
  if (!split && typeof cell === 'string' && cell.includes(':'))
    return { wrong: 'This is no day with a time. Expected is one such as 2026-12-03 14:00.' }
  return split ? at(readDate(split.day, reading), split.time) : at(readDate(cell, reading), END_OF_DAY)
}

const spaces = /[\s\u00a0\u202f'’]/g

/** Which sign begins the decimals of a number; either where it can be read both ways, null where it has none. */
export function signIn(text: string): DecimalSign | 'either' | null {
  if (text.length > LONGEST_FIGURE) return null
  const bare = text.replaceAll(/[^\d.,]/g, '')
  const [dot, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')]
  if (dot < 0 && comma < 0) return null
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const sign = dot >= 0 ? '.' : ','
  const parts = bare.split(sign)
  if (parts.length > 2) return sign === '.' ? ',' : '.'
  return parts[1]?.length !== 3 || (parts[0]?.length ?? 0) > 3 || parts[0] === '0' ? sign : 'either'
}

/** Reads a number with its thousands; what could be two numbers is none. */
export function numberOfText(text: string, decimal: DecimalSign): number | null {
  const signed = text.trim().replaceAll('\u2212', '-')
  const thousands = decimal === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = signed.replaceAll(spaces, '').split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const groups = whole.replace(/^-/, '').split(thousands)
  const [head = '', ...rest] = groups
  const isGrouped =
    rest.length === 0 || (/^\d{1,3}$/.test(head) && rest.every(group => /^\d{3}$/.test(group)))
  if (!isGrouped || !/^\d*$/.test(head)) return null
  const digits = groups.join('')
  if (digits === '' && fraction === undefined) return null
  const number = Number(`${digits || '0'}.${fraction ?? '0'}`)
  return whole.startsWith('-') ? -number : number
}

/** The number of a cell; its unit, if it has one, has been taken off. */
function readNumber(cell: ReadCell, { decimal, mixedDecimals }: Reading): Read {
  if (typeof cell === 'number') return { value: cell }
  const text = cellText(cell)
  if (mixedDecimals && signIn(text) === 'either')
    return {
      wrong: 'The file has both 1,234.5 and 1.234,5, so this can be two numbers. Write it without thousands.',
    }
  const number =
    typeof cell === 'string' && text.length <= LONGEST_FIGURE ? numberOfText(text, decimal) : null
  if (number !== null) return { value: number }
  const example = decimal === '.' ? '1,234.5' : '1.234,5'
  return { wrong: `This is no number. Expected is a number such as ${example}.` }
}

const MOST_CHOICES = 6

function readChoice(cell: ReadCell, { choices = [] }: ImportField): Read {
  const text = foldText(cellText(cell)).replace(/\.$/, '')
  const wanted = choiceWords[text] ?? text
  const found = choices.find(({ label }) => foldText(label) === wanted || foldText(label) === text)
  if (found) return { value: found.value }
  const some = choices.slice(0, MOST_CHOICES).map(({ label }) => label)
  const more = choices.length > MOST_CHOICES ? ' …' : ''
  return { wrong: `This is none of the choices. Expected is ${some.join(', ')}${more}.` }
}

/** The value of a cell that holds something; of what names a record, its text. */
export function readCell(field: ImportField, cell: ReadCell, reading: Reading): Read {
  if (typeof cell === 'object' && cell !== null && 'merged' in cell) {
    if (field.type === 'measure' || field.type === 'count')
      return {
        wrong: `This cell is merged with ${cell.top}, and whose figure that is cannot be told. Write each row's own.`,
      }
    return readCell(field, cell.merged, reading)
  }
  if (typeof cell === 'object' && cell !== null && 'fault' in cell && cell.fault === NOT_RECKONED)
    return {
      wrong:
        'The file holds a formula here and not its value. Open it in a spreadsheet program, save it there, and send it again.',
    }
  if (typeof cell === 'object' && cell !== null && 'fault' in cell)
    return {
      wrong: `The spreadsheet shows the error ${cell.fault} here. Correct the formula, or type the value.`,
    }
  if (field.type === 'date') return readDate(cell, reading)
  if (field.type === 'localTime') return readLocalTime(cell, reading)
  if (field.type === 'measure' || field.type === 'count') return readNumber(cell, reading)
  if (field.type === 'choice') return readChoice(cell, field)
  return { value: cellText(cell).trim() }
}
