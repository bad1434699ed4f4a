import { messageFrom } from '#server/errors.ts'
import type { WorkerEvents } from 'graphile-worker'
import type { openQueuePool } from '#server/db/owner.ts'
import type { PoolTimeouts } from '#server/db/role-pool.ts'
import { pollEvery } from '#server/identity/provider/polling.ts'
import { releaseClaims, listClaims, removeDoneJobs } from './queue-records.ts'

/** More than a timer and an answer that is on its way take to be noticed. */
const MARGIN_MS = 1_000

type Known = { isRunning: true } | { isRunning: false; wasDone: boolean; endedAt: number }

/**
 * Finds jobs that this process holds in the queue and does not do, because the database's answer to a claim, or to the
 * word that a job is done, never came. The queue's library would leave them for four hours. What was done is removed;
 * everything else is given back. A job that runs, or may yet turn out to have been claimed, is left alone, so none ever
 * runs twice at the same time. Answers how to stop.
 */
export function releaseLostClaims(
  events: WorkerEvents,
  pool: ReturnType<typeof openQueuePool>,
  { patience, log }: { patience: PoolTimeouts; log: (line: string) => void },
): () => Promise<void> {
  const workerPools = new Set<string>()
  const jobs = new Map<string, Known>()
  events.on('pool:create', ({ workerPool }) => workerPools.add(workerPool.id))
  events.on('job:start', ({ job }) => jobs.set(job.id, { isRunning: true }))
  events.on('job:complete', ({ job, error }) =>
    jobs.set(job.id, { isRunning: false, wasDone: !error, endedAt: performance.now() }),
  )

  // By then the claim was answered, and its job is known here, or it was given up.
  const claimSettledMs = patience.answer + MARGIN_MS
  const endSettledMs = patience.connect + patience.answer + MARGIN_MS

  const mayBeOnItsWay = (known: Known | undefined, asked: number) =>
    known !== undefined && (known.isRunning || asked - known.endedAt < endSettledMs)

  async function look(): Promise<void> {
    const asked = performance.now()
    const claims = await listClaims(pool, [...workerPools], claimSettledMs / 1000)
    // From here to the statements nothing is awaited: what is not known to run now was not claimed by a live statement.
    const lost = claims.filter(({ id }) => !mayBeOnItsWay(jobs.get(id), asked))
    const isDone = ({ id }: { id: string }) => {
      const known = jobs.get(id)
      return known?.isRunning === false && known.wasDone
    }
    const done = lost.filter(isDone)
    const undone = lost.filter(claim => !isDone(claim))
    if (done.length > 0) await removeDoneJobs(pool, done)
    if (undone.length > 0) await releaseClaims(pool, undone)
    if (lost.length > 0)
      log(`Background work: the queue lost sight of ${lost.length} of its jobs while the database was away.`)
    for (const [id, known] of jobs) if (!mayBeOnItsWay(known, asked)) jobs.delete(id)
  }

  return pollEvery(patience.answer, look, error =>
    log(`Background work: the queue could not be looked through: ${messageFrom(error)}`),
  )
}
