const day = new Intl.DateTimeFormat('en', { dateStyle: 'full' })

/** "Saturday, November 21, 2026" in the reader's zone. */
export const dayText = (instant: string) => day.format(new Date(instant))

/** The instant at which a day (yyyy-MM-dd) begins where the reader is; `later` days after it. */
export function startOfDay(date: string, later = 0): string | undefined {
  const [year = Number.NaN, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const start = new Date(year, month - 1, dayOfMonth + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
