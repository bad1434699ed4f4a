import type { Task } from 'graphile-worker'
import { z } from 'zod'
import { UNDO_DAYS } from '#contract/job-changes.ts'
import type { Database } from '#server/db/db.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import { continueChange, giveUp } from './carrying-out.ts'
import { forgetOldChanges } from './records.ts'

const queuedChange = z.object({ account: z.guid(), change: z.guid(), person: z.guid() })

/** What the queue does for actions that change many jobs. */
export const jobChangeTasks = ({
  database,
  makings,
}: {
  database: Database
  makings: MailDependencies
}): Record<string, Task> => ({
  'change-jobs': async (payload, { job }) => {
    const queued = queuedChange.parse(payload)
    try {
      await continueChange(database, queued, makings)
    } catch (error) {
      if (job.attempts >= job.max_attempts) await giveUp(database, queued)
      throw error
    }
  },
  'forget-job-changes': async () => {
    await database.transaction(db => forgetOldChanges(db, UNDO_DAYS))
  },
})
