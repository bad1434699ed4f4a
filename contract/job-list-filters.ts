import { z } from 'zod'
import { dayRange } from './day-ranges.ts'
import { builtInKindCodes } from './reference-kinds.ts'
import { keysOf, recordOf } from './typed-objects.ts'
import { calendarDate, MINIMUM_SEARCH_LENGTH } from './values.ts'

/** The dates of a job by which the list is filtered: from today on (`etd`), or between two days (`etdFrom`, `etdTo`). */
export const dayFilterFields = [
  'etd',
  'eta',
  'atd',
  'ata',
  'onBoardDate',
  'dateOfIssue',
  'validUntil',
  'releaseValidUntil',
  'documentsCutOff',
  'vgmCutOff',
  'cargoCutOff',
  'receivedAtCfs',
] as const
export type DayFilterField = (typeof dayFilterFields)[number]
export type DayBound = `${DayFilterField}From` | `${DayFilterField}To`
export const dayBounds = dayFilterFields.flatMap(field => [`${field}From`, `${field}To`] as const)

/** What the list is filtered by as a text that something contains. */
export const textFilterNames = [
  'container',
  'seal',
  'reference',
  'hsCode',
  'unNumber',
  'marks',
  'placeOfReceipt',
  'placeOfDelivery',
  'incotermPlace',
  'freightPayableAt',
  'placeOfIssue',
  'emptyDepot',
  'containerTerminal',
  'handlingInformation',
] as const
export type TextFilterName = (typeof textFilterNames)[number]

/** Those of numbers, which are found whichever blanks, hyphens, dots and strokes they are written with. */
export const numberFilterNames = [
  'container',
  'seal',
  'reference',
  'hsCode',
  'unNumber',
] as const satisfies readonly TextFilterName[]

const MOST_CHARACTERS = 100

const filterText = z
  .string()
  .trim()
  .min(MINIMUM_SEARCH_LENGTH, `At least ${MINIMUM_SEARCH_LENGTH} characters.`)
  .max(MOST_CHARACTERS, `At most ${MOST_CHARACTERS} characters.`)
  .refine(text => !text.includes('\u0000'), 'The NUL character is not allowed.')

/** Whether the list takes the text, which has no blanks at its ends. The browser asks it, which carries no schemas. */
export const isFilterText = (text: string): boolean =>
  text.length >= MINIMUM_SEARCH_LENGTH && text.length <= MOST_CHARACTERS && !text.includes('\u0000')

const contains: Record<TextFilterName, string> = {
  container:
    'The number of one of its containers contains this, with or without blanks and hyphens; of a house without containers, of its master’s',
  seal: 'A seal of one of its containers contains this, with or without blanks and hyphens; of a house without containers, of its master’s',
  reference:
    'The number of one of its references contains this, with or without blanks and hyphens; of the kind that “referenceKind” names, where it does',
  hsCode: 'The HS code of one of its items contains this, with or without dots and blanks',
  unNumber: 'The UN number of one of its items contains this, with or without “UN”',
  marks: 'The marks and numbers of one of its items contain this',
  placeOfReceipt: 'The place of receipt contains this',
  placeOfDelivery: 'The place of delivery contains this',
  incotermPlace: 'The place of the Incoterm contains this',
  freightPayableAt: 'The place at which the freight is payable contains this',
  placeOfIssue: 'The place of issue contains this',
  emptyDepot: 'The depot of empty containers contains this',
  containerTerminal: 'The container terminal contains this',
  handlingInformation: 'The handling information contains this',
}

/**
 * The figures of a job by which the list is filtered, from one to another (`freeDaysFrom`, `freeDaysTo`), with the digits
 * that they may have after the point.
 */
export const filterDecimals = {
  originals: 0,
  freeDays: 0,
  valueForCarriage: 4,
  valueForCustoms: 4,
  insuranceAmount: 4,
} as const
export const countFilterFields = keysOf(filterDecimals)
export type CountFilterField = (typeof countFilterFields)[number]
export type CountBound = `${CountFilterField}From` | `${CountFilterField}To`
export const countBounds = countFilterFields.flatMap(field => [`${field}From`, `${field}To`] as const)

const MOST_COUNTED = 2_147_483_647
const MOST_AMOUNT = 9_999_999_999

const WHOLE = /^\d{1,10}$/
const DECIMAL = /^\d{1,10}(\.\d{1,4})?$/
const isWhole = (bound: CountBound) =>
  countFilterFields.some(
    field => filterDecimals[field] === 0 && (bound === `${field}From` || bound === `${field}To`),
  )

const filterCount = z
  .string()
  .regex(WHOLE, 'This must be a whole number.')
  .transform(Number)
  .refine(count => count <= MOST_COUNTED, `At most ${MOST_COUNTED}.`)
const filterAmount = z
  .string()
  .regex(DECIMAL, `This must be an amount from 0 to ${MOST_AMOUNT}, with at most 4 digits after the point.`)
  .transform(Number)

/** Whether the list takes it as a bound. The browser asks it, which carries no schemas. */
export const isFilterCount = (bound: CountBound, text: string): boolean =>
  isWhole(bound) ? WHOLE.test(text) && Number(text) <= MOST_COUNTED : DECIMAL.test(text)

export const countParameters = recordOf(countBounds, bound =>
  (isWhole(bound) ? filterCount : filterAmount).optional(),
)

const KINDS = builtInKindCodes.map(code => `“${code}”`).join(', ')
const filterKind = z
  .string()
  .regex(
    new RegExp(`^(${builtInKindCodes.join('|')}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`),
    `This must be ${KINDS} or the id of a kind of the company’s own.`,
  )
  .optional()
/** `reference` looks at references of all kinds. */
export const referenceParameters = {
  referenceKind: filterKind.describe(
    'It has a reference of this kind with a number; beside “reference”, one that contains that',
  ),
  noReference: filterKind.describe('It has no reference of this kind with a number'),
}
export const dayParameters = {
  ...recordOf(dayFilterFields, () => dayRange.optional()),
  ...recordOf(dayBounds, () => calendarDate.optional()),
}
export const textParameters = recordOf(textFilterNames, name =>
  filterText.optional().describe(contains[name]),
)
