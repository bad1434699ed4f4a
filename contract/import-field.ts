import type { Choice } from './choices.ts'

export type ImportType =
  | 'text'
  | 'measure'
  | 'count'
  | 'date'
  /** A day with a time. */
  | 'localTime'
  | 'choice'
  | 'country'
  /** A company, a port or a colleague, by name or code. */
  | 'party'
  | 'port'
  | 'person'
  /** By which the record is found, and which no import changes. */
  | 'key'

export type ImportField = {
  label: string
  type: ImportType
  /** What the trade writes over such a column, in small letters without points. */
  synonyms: readonly string[]
  choices?: readonly Choice[]
}
export type ImportFields = Readonly<Record<string, ImportField>>

const words = (list: string) =>
  list
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
export const importField = (
  label: string,
  type: ImportType,
  synonyms = '',
  choices?: readonly Choice[],
): ImportField => ({
  label,
  type,
  synonyms: words(synonyms),
  ...(choices && { choices }),
})
