import type { Database } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Budgets } from './budgets.ts'
import { storedBytes } from './records.ts'
import { countedFiles } from './storage.ts'

type Parts = { database: Pick<Database, 'asAccount'>; files: FileStore; budgets: Budgets }

/** A file store that knows from the tables how much each company stores. */
export const countedStore = ({ database, files, budgets }: Parts): FileStore =>
  countedFiles({
    ...{ files, budgets },
    measure: company =>
      database.asAccount(company, null, session => storedBytes(session.db, session.accountId)),
  })
