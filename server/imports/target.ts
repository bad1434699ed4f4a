import type { Db } from '#server/db/db.ts'
import type { Fields, Values } from './values.ts'

export type MadeRecord = { id: string; values: Values }
export type ChangedRecord = { id: string; fields: Fields }

/** What an import or its undo is about to write of the record that a row of the file is about. */
export type PlannedWrite = ChangedRecord & { position: number }
/** Why a column cannot have its value: what the row says then, of an import and of its undo. */
export type Hindrance = { column: string; forImport: string; forUndo: string }

/** What an import does with the records of one kind. All of it is written for many records at once. */
export type Target = {
  table: 'jobs' | 'organisations' | 'items'
  /** What the records hold now. */
  load: (db: Db, accountId: string, ids: readonly string[]) => Promise<Map<string, Values>>
  /** The same, locked until the transaction ends. */
  lock: (db: Db, accountId: string, ids: readonly string[]) => Promise<Map<string, Values>>
  /** What stands against these writes, by the records' ids; it stays true until the transaction ends. */
  hindrances?: (db: Db, accountId: string, writes: readonly PlannedWrite[]) => Promise<Map<string, Hindrance>>
  make: (db: Db, accountId: string, records: readonly MadeRecord[]) => Promise<void>
  change: (db: Db, accountId: string, records: readonly ChangedRecord[]) => Promise<void>
  /** Takes away those that nobody has touched since they were made; answers which. */
  remove: (db: Db, accountId: string, ids: readonly string[]) => Promise<Set<string>>
}
