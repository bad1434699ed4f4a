import { z } from 'zod'

/** Days that are meant from today on, which is the company's day whenever somebody asks. */
export const namedDayRanges = ['today', 'yesterday', 'tomorrow', 'this-week', 'before-today'] as const

export const MOST_RANGE_DAYS = 999
const COUNTED = /^(last|next)-([1-9]\d{0,2})-days$/
const FORM = new RegExp(`^(?:${namedDayRanges.join('|')}|(?:last|next)-[1-9]\\d{0,2}-days)$`)

export const isDayRange = (text: string) => FORM.test(text)

export const dayRange = z
  .string()
  .regex(
    FORM,
    `This must be ${namedDayRanges.map(name => `“${name}”`).join(', ')}, “last-N-days” or “next-N-days”, with N from 1 to ${MOST_RANGE_DAYS}.`,
  )
  .describe(
    'Reckoned on the server in the company’s time zone: today, yesterday, tomorrow, this-week (Monday to Sunday), before-today, last-N-days (from N days ago to today), next-N-days (from today to N days ahead)',
  )

/** The parts of "last-7-days"; null for a range that has a name. */
export function countedDays(range: string): { way: 'last' | 'next'; count: number } | null {
  const [, way, count] = COUNTED.exec(range) ?? []
  return way === 'last' || way === 'next' ? { way, count: Number(count) } : null
}
