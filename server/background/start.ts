import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import { CURRENCY_UNDO_DAYS } from '#contract/company-currency.ts'
import { MERGE_UNDO_DAYS } from '#contract/contact-merges.ts'
import { deleteOldBudgets } from '#server/budgets/records.ts'
import type { Database } from '#server/db/db.ts'
import { openQueuePool } from '#server/db/owner.ts'
import { DEFAULT_POOL_TIMEOUTS, type PoolTimeouts } from '#server/db/role-pool.ts'
import { forgetContactMerges } from '#server/organisations/merge-records.ts'
import { purgeDeleted } from '#server/documents/purge.ts'
import type { FileStore } from '#server/files/store.ts'
import { forgetCurrencyChanges } from '#server/finance/currency-change-records.ts'
import type { Say } from '#server/log-settings.ts'
import type { Seal } from '#server/identity/store/sealing.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'
import { importTasks } from '#server/imports/tasks.ts'
import { jobChangeTasks } from '#server/job-changes/tasks.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import type { MailService } from '#server/mails/mail-service.ts'
import { sendDueMentions } from '#server/mentions/mail.ts'
import { sendDueSummaries } from '#server/summaries/commands.ts'
import { endAbandonedSets } from '#server/templates/generation/abandoned-sets.ts'
import { mailTasks } from '#server/mails/tasks.ts'
import { releaseLostClaims } from './lost-claims.ts'
import { type QueueLength, queueLength } from './queue-records.ts'
import { superviseWorkerPools } from './worker-pools.ts'

export type BackgroundDependencies = {
  /** The queue keeps its tables in a schema of its own, which the owner makes. */
  ownerUrl: string
  database: Database
  files: FileStore
  mail: MailService
  /** By what documents and e-mails are made for many jobs. */
  makings: MailDependencies
  seal: Seal
  /** Where people reach the product, for links in what is sent. */
  publicUrl?: string | undefined
  /** As a warning, unless it says otherwise. */
  log: Say
  /** How long the queue waits for the database; as the product's pools do by default. */
  patience?: PoolTimeouts
}

/** Minute, hour, day of month, month, day of week, in UTC; a task missed while nothing ran is done once. */
const timetable = `
17 * * * * forget-expired-sign-ins ?fill=1h
47 * * * * forget-old-budgets
41 2 * * * purge-deleted-files ?fill=1d
23 3 * * * forget-job-changes ?fill=1d
33 3 * * * forget-imports ?fill=1d
* * * * * look-after-mails
*/10 * * * * send-morning-summaries
* * * * * tell-of-mentions
`

const wantedJob = z.object({
  job: z.object({
    id: z.string(),
    task_identifier: z.string(),
    payload: z
      .object({ account: z.string(), mail: z.string(), request: z.string().nullable() })
      .partial()
      .catch({}),
  }),
})

/** What a line of the log says of the job that it is about, and of the request that asked for it. */
function aboutJob(meta: unknown) {
  const { data } = wantedJob.safeParse(meta)
  if (!data) return {}
  const { id, task_identifier: task, payload } = data.job
  const { account: company, mail, request: requestId } = payload
  return {
    ...{ task, job: id },
    ...(company && { company }),
    ...(mail && { mail }),
    ...(requestId && { requestId }),
  }
}

export type BackgroundWork = Runner & {
  connections: ReturnType<typeof openQueuePool>
  /** What is due and has not begun, on this server or another. */
  queueLength(): Promise<QueueLength>
}

/** Does the work that no request waits for. Any number of servers and workers share one timetable. */
export async function startBackgroundWork(dependencies: BackgroundDependencies): Promise<BackgroundWork> {
  const { ownerUrl, database, files, log, patience = DEFAULT_POOL_TIMEOUTS } = dependencies
  const pgPool = openQueuePool(
    ownerUrl,
    error => log(`A database connection broke: ${error.message}`),
    patience,
  )
  const events: WorkerEvents = new EventEmitter()
  const stopReturning = releaseLostClaims(events, pgPool, { patience, log })
  const stopLookingAfter = superviseWorkerPools(events, pgPool, { patience, log })
  const stopLooking = async () => {
    await stopReturning()
    await stopLookingAfter()
  }
  const runner = await run({
    pgPool,
    events,
    concurrency: 4,
    // The product ends everything in its own order, the database last.
    noHandleSignals: true,
    crontab: timetable,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') log(`Background work: ${message}`, aboutJob(meta))
    }),
    taskList: {
      'forget-expired-sign-ins': async () => {
        await sweepExpiredState(database.signIn)
      },
      'forget-old-budgets': async () => {
        await deleteOldBudgets(database)
      },
      'purge-deleted-files': async () => {
        await endAbandonedSets(dependencies)
        await purgeDeleted({ database, files })
        await database.transaction(db => forgetCurrencyChanges(db, CURRENCY_UNDO_DAYS))
        await database.transaction(db => forgetContactMerges(db, MERGE_UNDO_DAYS))
      },
      'send-morning-summaries': async () => {
        await sendDueSummaries(dependencies)
      },
      'tell-of-mentions': async () => {
        await sendDueMentions(dependencies)
      },
      ...mailTasks(dependencies),
      ...jobChangeTasks(dependencies),
      ...importTasks(dependencies),
    },
  }).catch(async (error: unknown) => {
    await stopLooking()
    await pgPool.end()
    throw error
  })
  // What a killed server left is looked after at once, not only when the next minute begins.
  const stop = async (reason?: string) => {
    await runner.stop(reason)
    await stopLooking()
    await pgPool.end()
  }
  await runner.addJob('look-after-mails', { sinceSeconds: 0 }).catch(async (error: unknown) => {
    await stop().catch(() => undefined)
    throw error
  })
  return { ...runner, connections: pgPool, queueLength: () => queueLength(pgPool), stop }
}
