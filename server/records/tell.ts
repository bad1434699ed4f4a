import type { ChangedField, HistoryEntry } from '#contract/history.ts'
import { changeWords, type Touched } from './change-words.ts'

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
export type ToldChange = NamedChange & {
  at: Date
  action: Action
  /** What the record is called: the label of its kind and its own name. */
  label: string
  name: string
  touched: readonly Touched[]
}

/** Where a record is not told in the usual words: “added item Yarn”, “set Quantity to 3”. */
export type Telling = {
  label?: (change: NamedChange) => string
  /** Null where the label says it all. */
  name?: (change: NamedChange) => string | null
  /** What follows a change of its fields: “on item Yarn”; '' for nothing. */
  place?: (change: ToldChange) => string
  /** It comes with another record, and its first values are told like a change of them. */
  comesWithAnother?: (change: ToldChange) => boolean
  /** A whole sentence, to follow the person's name; null for the usual one. */
  words?: (change: ToldChange) => string | null
  /** The fields that changed, where a column is not a field. */
  touched?: (changes: StoredChanges) => Touched[]
  /** The fields on the wire, where they are not what was touched. */
  fields?: (change: NamedChange) => ChangedField[]
}

/** What an id in the history is called. */
export const namedText = (id: string, names: Names): string => names.get(id) ?? '(no longer there)'

/** What follows the person's name. */
export function wordsOf(tell: Telling, change: ToldChange): string {
  const { action, label, name } = change
  const words = tell.words?.(change)
  if (words) return words
  const isChange = action === 'changed' || (action === 'added' && tell.comesWithAnother?.(change) === true)
  if (!isChange) return `${action} ${label.toLowerCase()} ${name}`
  return [shownChanges(change), tell.place?.(change)].filter(Boolean).join(' ')
}

/** “set ETA from 3 to 5 December”. */
export const shownChanges = ({ touched, at }: Pick<ToldChange, 'touched' | 'at'>): string =>
  changeWords(touched, at.getUTCFullYear()) || 'changed something that is not shown'
