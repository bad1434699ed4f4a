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
  'documentsCutOff',
  'vgmCutOff',
  'cargoCutOff',
] as const
export type DayFilterField = (typeof dayFilterFields)[number]
export type DayBound = `${DayFilterField}From` | `${DayFilterField}To`
export const dayBounds = dayFilterFields.flatMap(field => [`${field}From`, `${field}To`] as const)

/** What the list is filtered by as a text that something contains. */
export const textFilterNames = ['container', 'reference', 'placeOfReceipt', 'placeOfDelivery'] as const
export type TextFilterName = (typeof textFilterNames)[number]

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
  container: 'The number of one of its containers contains this',
  reference: 'The number of one of its references contains this',
  placeOfReceipt: 'The place of receipt contains this',
  placeOfDelivery: 'The place of delivery contains this',
}

export const dayParameters = {
  ...recordOf(dayFilterFields, () => dayRange.optional()),
  ...recordOf(dayBounds, () => calendarDate.optional()),
}
export const textParameters = recordOf(textFilterNames, name =>
  filterText.optional().describe(contains[name]),
)
