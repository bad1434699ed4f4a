import { messageFrom } from '#server/errors.ts'
import type { Database } from '#server/db/db.ts'
import { abandonedSets, deleteEndedSets } from './document-set-records.ts'
import { endSet } from './document-sets.ts'

type Parts = { database: Database; log: (line: string) => void }

/**
 * Ends, of every company, the sets that their browsers have not ended within a day: numbers that no document prints
 * go back to their series. One that fails holds up no other and is ended the next night.
 */
export async function endAbandonedSets({ database, log }: Parts): Promise<void> {
  for (const { accountId, id } of await database.transaction(abandonedSets)) {
    try {
      await database.asAccount(accountId, null, session => endSet(session, id))
    } catch (error) {
      log(`A set of documents that nobody ended could not be ended: ${messageFrom(error)}`)
    }
  }
  await database.transaction(deleteEndedSets)
}
