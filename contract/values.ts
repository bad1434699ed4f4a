import { z } from 'zod'
import { cleanHead, cleanLine, cleanText } from './clean-text.ts'

/** A free text without what nobody can see; see clean-text.ts. */
export const plainText = (max: number) =>
  z.string().overwrite(cleanText).max(max, `At most ${max} characters.`)

/** A text field: trimmed of nothing, '' and null both clear it. */
export const text = (max = 500) => plainText(max).nullable()

// Characters without width, such as U+200B, alone would be a name that nobody can see or find.
const isVisible = (text: string) => text === '' || /[^\p{C}\p{Z}]/u.test(text)

const required = (clean: (text: string) => string, max: number) =>
  z
    .string()
    .overwrite(clean)
    .trim()
    .min(1, 'This must not be empty.')
    .refine(isVisible, 'This must not be empty: none of its characters can be seen.')
    .max(max, `At most ${max} characters.`)

export const requiredText = (max = 500) => required(cleanText, max)

/** A subject, which the head of an e-mail carries. */
export const headText = (max: number) => required(cleanHead, max)

/** A name that others read beside their own text, on one line. */
export const nameText = (max: number) => required(cleanLine, max)

/** A record's name, which may be empty. Papers and lists print it on one line. */
export const nameLine = (max = 500) =>
  z.string().overwrite(cleanLine).max(max, `At most ${max} characters.`).nullable()

export const id = z
  .guid('This must be a unique identifier (8-4-4-4-12 hexadecimal characters).')
  .toLowerCase()

/** A calendar date without a time zone. */
export const calendarDate = z.iso
  .date('This must be a calendar date in the form yyyy-MM-dd.')
  .refine(value => !value.startsWith('0000'), 'The calendar begins with the year 0001.')

export const date = calendarDate.nullable()

/** A day with the time on the clock of the place that it concerns: yyyy-MM-ddTHH:mm, without a time zone. */
export const localTime = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/,
    'This must be a day with its time in the form yyyy-MM-ddTHH:mm.',
  )
  .refine(
    value => calendarDate.safeParse(value.slice(0, 10)).success,
    'There is no such day in the calendar.',
  )
  .nullable()

/** An instant in UTC, ISO 8601. */
export const instant = z.string()

const DECIMALS = 4
const LIMIT = 9_999_999_999
// Ten digits before and four after the point stay exact in a JSON number (15 significant digits).

const decimalsAtMost = (decimals: number) => (value: number) => Number(value.toFixed(decimals)) === value
const NOT_NEGATIVE = 'This must not be negative.'

const decimal = z
  .number('This must be a number.')
  .max(LIMIT, `At most ${LIMIT}.`)
  .refine(decimalsAtMost(DECIMALS), `At most ${DECIMALS} digits after the point.`)

/** A figure from 0 up to `limit`, with so many decimals at most. */
export const figureUpTo = (limit: number, decimals: number) =>
  z
    .number('This must be a number.')
    .min(0, NOT_NEGATIVE)
    .max(limit, `At most ${limit}.`)
    .refine(decimalsAtMost(decimals), `At most ${decimals} digits after the point.`)
    .nullable()

/** A weight or volume in the unit that its record names. */
export const measure = decimal.min(0, NOT_NEGATIVE).nullable()

/** An amount of money; credits are negative. */
export const amount = decimal.min(-LIMIT, `At least -${LIMIT}.`).nullable()

export const count = z
  .int('This must be a whole number.')
  .min(0, NOT_NEGATIVE)
  .max(2_147_483_647, 'At most 2147483647.')
  .nullable()

export const version = z.int()

/** Where a list begins and how many rows it gives. */
export const paging = {
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
}

export const MINIMUM_SEARCH_LENGTH = 3

export const idParams = z.object({ id })

/** A code in capital letters and figures; '' and null both clear it. */
export const code = (pattern: RegExp, message: string) =>
  z
    .string()
    .overwrite(cleanLine)
    .trim()
    .toUpperCase()
    .refine(value => value === '' || pattern.test(value), message)
    .nullable()
