import { messageFrom } from '#server/errors.ts'
import type { WorkerEvents } from 'graphile-worker'
import type { openQueuePool, QueueClient } from '#server/db/owner.ts'
import type { PoolTimeouts } from '#server/db/role-pool.ts'
import { pollEvery } from '#server/identity/provider/polling.ts'
import { releaseJobsOf, holdPoolLocks, listSilentPools, removePools } from './worker-pool-records.ts'

/**
 * Shows others that this process lives, and gives back the jobs of processes that are gone: the queue's library would
 * leave them for four hours. A process is gone when nobody has held its lock for longer than a living one needs to take
 * it again; PostgreSQL lets go of a lock when the process dies or its machine answers no more, never while it works,
 * however long its job takes. Answers how to stop.
 */
export function superviseWorkerPools(
  events: WorkerEvents,
  pool: ReturnType<typeof openQueuePool>,
  { patience, log }: { patience: PoolTimeouts; log: (line: string) => void },
): () => Promise<void> {
  const own = new Set<string>()
  let line: QueueClient | undefined
  const letGo = (client: QueueClient) => {
    if (line !== client) return
    line = undefined
    client.release(true)
  }

  async function show(): Promise<void> {
    if (own.size === 0) return
    if (!line) {
      const opened = await pool.connect()
      line = opened
      opened.once('error', () => letGo(opened))
      opened.once('end', () => letGo(opened))
    }
    const client = line
    try {
      await holdPoolLocks(client, [...own])
    } catch (error) {
      letGo(client)
      throw error
    }
  }

  // A statement that finds no answer is given up, then a connection is made and asked, and others wait their turn.
  const goneAfterMs = 3 * (patience.connect + patience.answer)
  const silentSince = new Map<string, number>()

  async function look(): Promise<void> {
    const silent = await listSilentPools(pool, [...own]).catch((error: unknown) => {
      // While the database was away nobody could hold a lock.
      silentSince.clear()
      throw error
    })
    for (const id of silentSince.keys()) if (!silent.includes(id)) silentSince.delete(id)
    for (const id of silent) {
      const since = silentSince.get(id) ?? performance.now()
      silentSince.set(id, since)
      if (performance.now() - since < goneAfterMs) continue
      silentSince.delete(id)
      const jobs = await releaseJobsOf(pool, id)
      if (jobs > 0) log(`Background work: jobs of a worker that is gone were given back: ${jobs}.`)
    }
  }

  const tell = (what: string) => (error: unknown) => log(`Background work: ${what}: ${messageFrom(error)}`)
  const showing = pollEvery(patience.connect, show, tell('others cannot see that this worker is alive'))
  const looking = pollEvery(patience.answer, look, tell('workers could not be looked after'))
  events.on('pool:create', ({ workerPool }) => {
    own.add(workerPool.id)
    show().catch(tell('others cannot see that this worker is alive'))
  })
  return async () => {
    await Promise.all([showing(), looking()])
    // One that cannot be removed now is found to be gone by others.
    await removePools(pool, [...own]).catch(() => undefined)
    if (line) letGo(line)
  }
}
