import { countedDays } from '#contract/day-ranges.ts'

const DAY_MS = 86_400_000

const plusDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The calendar days from the first to the last one; without one of them, the range is open on that side. */
export type Days = { from?: string; to?: string }

/** Which days a range of the contract means on this day. */
export function daysOf(range: string, today: string): Days {
  const counted = countedDays(range)
  if (counted)
    return counted.way === 'last'
      ? { from: plusDays(today, -counted.count), to: today }
      : { from: today, to: plusDays(today, counted.count) }
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const one = (day: string) => ({ from: day, to: day })
  const named: Partial<Record<string, Days>> = {
    today: one(today),
    yesterday: one(plusDays(today, -1)),
    tomorrow: one(plusDays(today, 1)),
    'this-week': { from: plusDays(today, -sinceMonday), to: plusDays(today, 6 - sinceMonday) },
    'before-today': { to: plusDays(today, -1) },
  }
  return named[range] ?? {}
}

/** The days that lie in both ranges; ISO dates sort as texts. */
export function daysInBoth(one: Days, other: Days): Days {
  const from = [one.from, other.from]
    .filter(day => day !== undefined)
    .sort()
    .at(-1)
  const to = [one.to, other.to].filter(day => day !== undefined).sort()[0]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
