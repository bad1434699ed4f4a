import { z } from 'zod'
import { dayRange } from './day-ranges.ts'
import { recordOf } from './typed-objects.ts'
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
] as const
export type DayFilterField = (typeof dayFilterFields)[number]
export type DayBound = `${DayFilterField}From` | `${DayFilterField}To`
export const dayBounds = dayFilterFields.flatMap(field => [`${field}From`, `${field}To`] as const)

/** What the list is filtered by as a text that something contains. */
export const textFilterNames = [
  'container',
  'reference',
  'placeOfReceipt',
  'placeOfDelivery',
  'incotermPlace',
  'freightPayableAt',
  'placeOfIssue',
  'emptyDepot',
  'containerTerminal',
] as const
export type TextFilterName = (typeof textFilterNames)[number]

/** Those of numbers, which are found whichever blanks, hyphens, dots and strokes they are written with. */
export const numberFilterNames = ['container', 'reference'] as const satisfies readonly TextFilterName[]

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
  reference: 'The number of one of its references contains this, with or without blanks and hyphens',
  placeOfReceipt: 'The place of receipt contains this',
  placeOfDelivery: 'The place of delivery contains this',
  incotermPlace: 'The place of the Incoterm contains this',
  freightPayableAt: 'The place at which the freight is payable contains this',
  placeOfIssue: 'The place of issue contains this',
  emptyDepot: 'The depot of empty containers contains this',
  containerTerminal: 'The container terminal contains this',
}

/** The whole numbers of a job by which the list is filtered, from one to another (`freeDaysFrom`, `freeDaysTo`). */
export const countFilterFields = ['originals', 'freeDays'] as const
export type CountFilterField = (typeof countFilterFields)[number]
export type CountBound = `${CountFilterField}From` | `${CountFilterField}To`
export const countBounds = countFilterFields.flatMap(field => [`${field}From`, `${field}To`] as const)

const MOST_COUNTED = 2_147_483_647

const filterCount = z
  .string()
  .regex(/^\d{1,10}$/, 'This must be a whole number.')
  .transform(Number)
  .refine(count => count <= MOST_COUNTED, `At most ${MOST_COUNTED}.`)

/** Whether the list takes it as a bound. The browser asks it, which carries no schemas. */
export const isFilterCount = (text: string): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) <= MOST_COUNTED

export const countParameters = recordOf(countBounds, () => filterCount.optional())
export const dayParameters = {
  ...recordOf(dayFilterFields, () => dayRange.optional()),
  ...recordOf(dayBounds, () => calendarDate.optional()),
}
export const textParameters = recordOf(textFilterNames, name =>
  filterText.optional().describe(contains[name]),
)
