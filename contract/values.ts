import { z } from 'zod'

// PostgreSQL stores no NUL; refusing it here gives a clear message instead of a server error.
const withoutNul = (text: string) => !text.includes('\u0000')

export const plainText = (max: number) =>
  z.string().max(max, `At most ${max} characters.`).refine(withoutNul, 'The NUL character is not allowed.')

/** A text field: trimmed of nothing, '' and null both clear it. */
export const text = (max = 500) => plainText(max).nullable()

// Characters without width, such as U+200B, alone would be a name that nobody can see or find.
const isVisible = (text: string) => text === '' || /[^\p{C}\p{Z}]/u.test(text)

export const requiredText = (max = 500) =>
  z
    .string()
    .trim()
    .min(1, 'This must not be empty.')
    .refine(isVisible, 'This must not be empty: none of its characters can be seen.')
    .max(max, `At most ${max} characters.`)
    .refine(withoutNul, 'The NUL character is not allowed.')

// They make a name read as another one, "exe.fdp" as "pdf.exe", and change what stands after it on the line.
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/
// These turn the letters of any script around, which no text needs: U+202E before "bcd" prints "dcb".
const OVERRIDES_DIRECTION = /[\u202d\u202e]/
const BREAKS_LINE = /\s*[\t-\r\u0085\u2028\u2029]\s*/gu

/** On one line: a line break or a tab, as a name brings along that is copied from a page, is a space. */
const onOneLine = (name: string) => name.replaceAll(BREAKS_LINE, ' ')
const withoutControls = (name: string) => !/\p{Cc}/u.test(onOneLine(name))
const CONTROLS = 'Control characters are not allowed in a name. Type it again.'

/** A name that others read beside their own text. Marks of direction that Arabic and Hebrew names need are taken. */
export const nameText = (max: number) =>
  requiredText(max)
    .overwrite(onOneLine)
    .refine(withoutControls, CONTROLS)
    .refine(
      name => !TURNS_DIRECTION.test(name),
      'Characters that turn the direction of writing are not allowed in a name. Type it again.',
    )

/** A record's name, which may be empty. Papers and lists print it on one line. */
export const nameLine = (max = 500) =>
  plainText(max)
    .overwrite(onOneLine)
    .refine(withoutControls, CONTROLS)
    .refine(
      name => !OVERRIDES_DIRECTION.test(name),
      'Characters that turn letters around (U+202D, U+202E) are not allowed in a name. Type it again.',
    )
    .nullable()

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
    .trim()
    .toUpperCase()
    .refine(value => value === '' || pattern.test(value), message)
    .nullable()
