interface Moment {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const PICTURE =
  /["“”]([^"“”]*)["“”]|['‘’]([^'‘’]*)['‘’]|\\(.)|y+|Y+|M+|d+|D+|H+|h+|m+|s+|am\/pm|AM\/PM|[\s\S]/gu

/**
 * Writes dates by a picture of Word's letters (`dd MMM yyyy`, `dddd d MMMM`, `HH:mm`), read once for many values.
 * A calendar date has no time zone; an instant is written in UTC. Answers undefined for what is not a date.
 */
export function dateFormatter(
  picture: string,
  language = 'en',
): (value: string | Date) => string | undefined {
  const tokens = [...picture.matchAll(PICTURE)]
  const hasDay = tokens.some(([token]) => /^[dD]{1,2}$/.test(token))
  const hasHours = tokens.some(([token]) => /^[hH]/.test(token))
  const writers = tokens.map(match => {
    const literal = match[1] ?? match[2] ?? match[3]
    return literal === undefined ? tokenWriter(asMonth(match[0], hasHours), language, hasDay) : () => literal
  })
  return value => {
    const moment = readMoment(value)
    return moment === undefined ? undefined : writers.map(write => write(moment)).join('')
  }
}

function readMoment(value: string | Date): Moment | undefined {
  if (value instanceof Date && Number.isNaN(value.getTime())) return undefined
  const match = ISO.exec(value instanceof Date ? value.toISOString() : value.trim())
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(part => (part === undefined ? 0 : Number(part)))
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60
  return exists ? { year, month, day, hour, minute, second } : undefined
}

/** Small letters are minutes to Word, but nobody means minutes in “dd/mm/yyyy”. */
function asMonth(token: string, hasHours: boolean): string {
  return hasHours || !/^m+$/.test(token) ? token : token.toUpperCase()
}

type MomentWriter = (moment: Moment) => string

function tokenWriter(token: string, language: string, hasDay: boolean): MomentWriter {
  const isLong = token.length > 1
  const number = (value: number) => (isLong ? String(value).padStart(2, '0') : String(value))
  switch (token.charAt(0)) {
    case 'y':
    case 'Y':
      if (token.length <= 2) return moment => String(moment.year % 100).padStart(2, '0')
      return moment => String(moment.year).padStart(4, '0')
    case 'M':
      return token.length >= 3
        ? nameWriter(token, language, hasDay && token.length >= 4 ? 'month of a day' : 'month')
        : moment => number(moment.month)
    case 'd':
    case 'D':
      return token.length >= 3 ? nameWriter(token, language, 'weekday') : moment => number(moment.day)
    case 'H':
      return moment => number(moment.hour)
    case 'h':
      return moment => number(moment.hour % 12 === 0 ? 12 : moment.hour % 12)
    case 'm':
      return moment => number(moment.minute)
    case 's':
      return moment => number(moment.second)
  }
  if (token === 'am/pm') return moment => (moment.hour < 12 ? 'am' : 'pm')
  if (token === 'AM/PM') return moment => (moment.hour < 12 ? 'AM' : 'PM')
  return () => token
}

/** Many languages write the month differently beside a day: “grudzień”, but “3 grudnia”. */
type Named = 'month' | 'month of a day' | 'weekday'

function nameWriter(token: string, language: string, part: Named): MomentWriter {
  const names = namesOf(language, part, token.length >= 4 ? 'long' : 'short')
  if (part !== 'weekday') return moment => names[moment.month - 1] ?? ''
  return moment => names[new Date(Date.UTC(moment.year, moment.month - 1, moment.day)).getUTCDay()] ?? ''
}

const knownNames = new Map<string, readonly string[]>()

/** January first, or Sunday first. */
function namesOf(language: string, part: Named, form: 'long' | 'short'): readonly string[] {
  const key = `${language} ${part} ${form}`
  let names = knownNames.get(key)
  if (names === undefined) {
    const field = part === 'weekday' ? 'weekday' : 'month'
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
      [field]: form,
      timeZone: 'UTC',
      ...(part === 'month of a day' ? { day: 'numeric' } : {}),
    })
    // 1 January 2023 was a Sunday.
    const day = (index: number) =>
      field === 'month' ? Date.UTC(2023, index, 1) : Date.UTC(2023, 0, 1 + index)
    const name = (index: number) => {
      const parts = format.formatToParts(day(index))
      const at = parts.findIndex(found => found.type === field)
      const value = parts[at]?.value ?? ''
      // Chinese, Japanese and Korean number their months and write the word for it behind: “12月”.
      const unit = parts[at + 1]?.type === 'literal' ? (parts[at + 1]?.value.trim() ?? '') : ''
      return /^\d+$/.test(value) && /^\p{L}/u.test(unit) ? `${value}${unit}` : value
    }
    names = Array.from({ length: field === 'month' ? 12 : 7 }, (_, index) => name(index))
    knownNames.set(key, names)
  }
  return names
}
