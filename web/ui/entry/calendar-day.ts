/** Calendar days as yyyy-MM-dd, with no time zone. */

const MS_A_DAY = 86_400_000

export const calendarDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** How many days a month of a year has; months count from 1. */
export const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const isCalendarDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)

export const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + count * MS_A_DAY).toISOString().slice(0, 10)

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay()

/** No shipment is older or newer: another year is a slip of the finger. */
export const FIRST_YEAR = 1900
export const LAST_YEAR = 2199

/** Whether a text is a day that a field takes, in the form in which days are kept. */
export function isStoredDay(text: string): boolean {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return year >= FIRST_YEAR && year <= LAST_YEAR && isCalendarDay(year, month, day)
}
