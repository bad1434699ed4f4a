import { z } from 'zod'

/** What browsers still call some places, and what the IANA list calls them now. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The name that the IANA list gives a time zone now. */
export const currentTimeZoneName = (name: string): string => renamed[name] ?? name

/** Whether dates can be reckoned in a time zone of this name. Offsets such as "+05:00" know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  if (dayFormats.has(name)) return true
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** By time zone: making one takes longer than using it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone)
  if (known) return known
  const [year, month, day] = ['numeric', '2-digit', '2-digit'] as const
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year,
    month,
    day,
  })
  // There are some hundred zones; more are other spellings of the same.
  if (dayFormats.size >= 1000) dayFormats.clear()
  dayFormats.set(timeZone, made)
  return made
}

const UNNAMED = 'This must be the name of a time zone, such as Asia/Karachi.'

/** By its name in the IANA list: "Asia/Karachi". */
export const timeZone = z
  .string(UNNAMED)
  .max(100, UNNAMED)
  .refine(isTimeZone, UNNAMED)
  .overwrite(currentTimeZoneName)

/** The calendar day that an instant falls on in a time zone, as "yyyy-MM-dd". */
export function dayIn(zone: string, instant: Date): string {
  const parts = dayFormat(zone).formatToParts(instant)
  const part = (type: 'year' | 'month' | 'day') => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** How far a time zone is from UTC at an instant: "UTC+05:00". */
export function offsetIn(zone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  )
  const offset = parts.find(one => one.type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC').replace(/^UTC$/, 'UTC+00:00')
}
