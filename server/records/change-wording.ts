import type { ChangedField, HistoryEntry } from '#contract/history.ts'
import { changeWords, type FieldChange } from './change-words.ts'

/** The names of records, by id. */
export type Names = ReadonlyMap<string, string>
/** By column: the value before and the one after. */
export type StoredChanges = Record<string, [unknown, unknown]>
export type Action = HistoryEntry['action']

/** One entry of the history, as far as telling it needs. */
export type NamedChange = {
  recordId: string
  organisationId: string | null
  jobName: string | null
  changes: StoredChanges
  names: Names
}
export type DescribedChange = NamedChange & {
  at: Date
  action: Action
  /** What the record is called: the label of its kind and its own name. */
  label: string
  name: string
  touched: readonly FieldChange[]
}

/** Where a record is not described in the usual words: “added item Yarn”, “set Quantity to 3”. */
export type ChangeWording = {
  label?: (change: NamedChange) => string
  /** Null where the label says it all. */
  name?: (change: NamedChange) => string | null
  /** What follows a change of its fields: “on item Yarn”; '' for nothing. */
  place?: (change: DescribedChange) => string
  /** It comes with another record, and its first values are described as changes. */
  comesWithAnother?: (change: DescribedChange) => boolean
  /** A whole sentence, to follow the person's name; null for the usual one. */
  words?: (change: DescribedChange) => string | null
  /** The fields that changed, where a column is not a field. */
  touched?: (changes: StoredChanges) => FieldChange[]
  /** The fields on the wire, where they are not what was touched. */
  fields?: (change: NamedChange) => ChangedField[]
}

/** What an id in the history is called. */
export const namedText = (id: string, names: Names): string => names.get(id) ?? '(no longer there)'

/** What follows the person's name. */
export function describeChange(tell: ChangeWording, change: DescribedChange): string {
  const { action, label, name } = change
  const words = tell.words?.(change)
  if (words) return words
  const isChange = action === 'changed' || (action === 'added' && tell.comesWithAnother?.(change) === true)
  if (!isChange) return `${action} ${label.toLowerCase()} ${name}`
  return [describeFieldChanges(change), tell.place?.(change)].filter(Boolean).join(' ')
}

/** “set ETA from 3 to 5 December”. */
export const describeFieldChanges = ({ touched, at }: Pick<DescribedChange, 'touched' | 'at'>): string =>
  changeWords(touched, at.getUTCFullYear()) || 'changed something that is not shown'
