import type { Db } from '#server/db/db.ts'
import type { Fields, Values } from './values.ts'

export type MadeRecord = { id: string; values: Values }
export type ChangedRecord = { id: string; fields: Fields }

/** What an import does with the records of one kind. All of it is written for many records at once. */
export type Target = {
  table: 'jobs' | 'organisations' | 'items'
  /** What the records hold now. */
  load: (db: Db, accountId: string, ids: readonly string[]) => Promise<Map<string, Values>>
  /** The same, locked until the transaction ends. */
  lock: (db: Db, accountId: string, ids: readonly string[]) => Promise<Map<string, Values>>
  make: (db: Db, accountId: string, records: readonly MadeRecord[]) => Promise<void>
  change: (db: Db, accountId: string, records: readonly ChangedRecord[]) => Promise<void>
  /** Takes away those that nobody has touched since they were made; answers which. */
  remove: (db: Db, accountId: string, ids: readonly string[]) => Promise<Set<string>>
}
