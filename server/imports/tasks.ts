import type { Task } from 'graphile-worker'
import { z } from 'zod'
import { IMPORT_UNDO_DAYS } from '#contract/imports.ts'
import type { Database } from '#server/db/db.ts'
import { continueImport, giveUp } from './carrying-out.ts'
import { forgetOldImports } from './records.ts'

const queuedImport = z.object({ account: z.guid(), import: z.guid(), person: z.guid() })

/** What the queue does for imports. */
export const importTasks = ({ database }: { database: Database }): Record<string, Task> => ({
  'import-rows': async (payload, { job }) => {
    const queued = queuedImport.parse(payload)
    try {
      await continueImport(database, queued)
    } catch (error) {
      if (job.attempts >= job.max_attempts) await giveUp(database, queued)
      throw error
    }
  },
  'forget-imports': async () => {
    await database.transaction(db => forgetOldImports(db, IMPORT_UNDO_DAYS))
  },
})
