import type pg from 'pg'

/** `oldestSeconds`: for how long the oldest has been due; 0 where nothing waits. */
export type QueueLength = { waiting: number; oldestSeconds: number }

/** What is due, has not begun, and will be tried again. */
export async function queueLength(pool: pg.Pool): Promise<QueueLength> {
  const { rows } = await pool.query<QueueLength>(
    `select count(*)::int as waiting,
       coalesce(greatest(0, extract(epoch from now() - min(run_at))), 0)::float8 as "oldestSeconds"
     from graphile_worker.jobs
     where locked_at is null and run_at <= now() and attempts < max_attempts`,
  )
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
