const DAY_MS = 24 * 60 * 60 * 1000

// UTC alone: a calendar date has no time zone, and no day of it is longer than another.
const instantOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The calendar date so many days later; null outside the years that a date may have. */
export function dateMovedBy(date: string, days: number): string | null {
  const text = new Date(instantOf(date) + days * DAY_MS).toISOString()
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 10) : null
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((instantOf(to) - instantOf(from)) / DAY_MS)
