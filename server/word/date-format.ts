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
 * Writes a date by a picture of Word's letters (`dd MMM yyyy`, `dddd d MMMM`, `HH:mm`).
 * A calendar date has no time zone; an instant is written in UTC. Undefined if the value is not a date.
 */
export function formatDate(value: string | Date, picture: string, language = 'en'): string | undefined {
  const moment = readMoment(value)
  if (moment === undefined) return undefined
  return picture.replace(PICTURE, (token: string, double?: string, single?: string, escaped?: string) => {
    return double ?? single ?? escaped ?? writeToken(token, moment, language)
  })
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

function writeToken(token: string, moment: Moment, language: string): string {
  const padded = (number: number) => (token.length > 1 ? String(number).padStart(2, '0') : String(number))
  const hour12 = moment.hour % 12 === 0 ? 12 : moment.hour % 12
  switch (token.charAt(0)) {
    case 'y':
    case 'Y':
      return token.length <= 2
        ? String(moment.year % 100).padStart(2, '0')
        : String(moment.year).padStart(4, '0')
    case 'M':
      if (token.length >= 3) return nameOf(moment, language, 'month', token.length >= 4)
      return padded(moment.month)
    case 'd':
    case 'D':
      if (token.length >= 3) return nameOf(moment, language, 'weekday', token.length >= 4)
      return padded(moment.day)
    case 'H':
      return padded(moment.hour)
    case 'h':
      return padded(hour12)
    case 'm':
      return padded(moment.minute)
    case 's':
      return padded(moment.second)
    case 'a':
      return token === 'am/pm' ? (moment.hour < 12 ? 'am' : 'pm') : token
    case 'A':
      return token === 'AM/PM' ? (moment.hour < 12 ? 'AM' : 'PM') : token
    default:
      return token
  }
}

const names = new Map<string, Intl.DateTimeFormat>()

function nameOf(moment: Moment, language: string, part: 'month' | 'weekday', isLong: boolean): string {
  const key = `${language} ${part} ${isLong}`
  let format = names.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, { [part]: isLong ? 'long' : 'short', timeZone: 'UTC' })
    names.set(key, format)
  }
  return format.format(Date.UTC(moment.year, moment.month - 1, moment.day))
}
