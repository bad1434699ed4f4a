import type { Database } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { forgetExpiredContent, listExpiredContents } from './purge-records.ts'

const BATCH = 500

/**
 * Removes, of every company, what was deleted or replaced more than 30 days ago and uploads that were never
 * finished, with their files; answers how many. May be stopped at any moment and run twice at once.
 */
export async function purgeDeleted({
  database,
  files,
}: {
  database: Database
  files: FileStore
}): Promise<number> {
  let purged = 0
  while (true) {
    const expired = await database.transaction(db => listExpiredContents(db, BATCH))
    for (const content of expired) {
      // In this order a stop in between leaves a row that the next run finds, never a file that nobody knows.
      await files.delete(content.contentKey)
      await database.transaction(db => forgetExpiredContent(db, content))
    }
    purged += expired.length
    if (expired.length < BATCH) return purged
  }
}
