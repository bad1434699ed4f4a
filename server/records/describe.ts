import type { FieldKind, Fields } from '#contract/field.ts'
import type { JobInput } from '#contract/jobs.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Session } from '#server/db/db.ts'
import { type AppError, invalid } from '#server/errors.ts'
import type { DescribedField } from './change-words.ts'
import type { StoredChanges, ChangeWording } from './change-wording.ts'

/** One entry of the history, as far as a restore needs it. */
export type RecordChange = {
  recordId: string
  jobId: string | null
  organisationId: string | null
  changes: StoredChanges
}
export type FormerValues = readonly (readonly [field: string, value: unknown])[]
export type Restored = { record: { type: string; id: string }; version: number }

/** What a record of a job is now and what it was, as far as they differ. */
export type EarlierRecord = {
  kind: RecordKind
  id: string
  /** Whether it is there now, and was there then. */
  now: boolean
  earlier: boolean
  /** By column: the value now and the earlier one, restorable fields only. */
  columns: Map<string, { field: DescribedField; now: unknown; earlier: unknown }>
  /** By column: the records that it is of, as far as its entries name them. */
  keys: Map<string, string>
}

/** How records come back with the whole job; kinds that are saved together share one. */
export type WithJob = {
  /** The job itself, whose fields need no further name. */
  isJob?: true
  /** Whether one can be added and removed; others are made with the job and stay. */
  comesAndGoes?: true
  /** It is brought back once the job itself is: what it may be depends on it. */
  followsJob?: true
  /** Answers what the job's own save is to hold of it. */
  bringBack: (
    session: Session,
    jobId: string,
    records: readonly EarlierRecord[],
  ) => Promise<Partial<JobInput>>
}

export type Restore = {
  /** To put a record back is to change it, and needs the same permission. */
  permission: Permission
  /** Puts old values of its fields back, as a new change. */
  values: (
    session: Session,
    change: RecordChange,
    old: FormerValues,
    ifMatch: number | undefined,
  ) => Promise<Restored>
  /** Puts a removed one back as it was, under its own id. */
  removed?: (session: Session, change: RecordChange) => Promise<Restored>
  withJob?: WithJob
}

/** Why former values of a record are not put back from the history. */
export type NoRestore = { because: string }

/** Where the name is by which people call a record. */
export type NameOfRecord = {
  /** The table's column that holds it. */
  column: string
  /** A column that is said before it, and without which it would not be known: a job's number. */
  after?: string
  /** It is a whole text, and the beginning of it serves as a name. */
  isText?: true
}

/** What the history knows of a table: how its records are described and restored. The description holds no query. */
export type RecordKind = {
  table: string
  /** As the wire names it. */
  type: string
  label: string
  /** Null: it has none of its own. */
  name: NameOfRecord | null
  /** By column, in the order in which people read them; none where the record as a whole is the change. */
  fields: Record<string, DescribedField>
  /** Columns beyond `fields` that say nothing to people. */
  hidden?: readonly string[] | 'all'
  restore: Restore | NoRestore
  wording?: ChangeWording
}

/** Fields of the contract by their columns, in the contract's order; each can be put back. */
export const restorableFields = (
  fields: Fields,
  columns: Readonly<Record<string, string>>,
): Record<string, DescribedField> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { label, kind }]) => {
      const column = columns[field]
      return column ? [[column, { field, label, kind, restorable: true }]] : []
    }),
  )

/** A field that the history shows and cannot restore. */
export const historyOnly = (field: string, label: string, kind: FieldKind = 'plain'): DescribedField => ({
  field,
  label,
  kind,
  restorable: false,
})

export const earlierValues = ({ columns }: EarlierRecord): FormerValues =>
  [...columns.values()].map(({ field, earlier }) => [field.field, earlier])

export const nothingToRestore = (): AppError =>
  invalid('entry', 'There is nothing here that can be restored.')
