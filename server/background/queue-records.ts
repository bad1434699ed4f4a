import type pg from 'pg'

/** `oldestSeconds`: for how long the oldest has been due; 0 where nothing waits. `failed` will not be tried again. */
export type TaskLength = { task: string; waiting: number; oldestSeconds: number; failed: number }

/** E-mails that have not come to an end, of companies or of the product itself. */
export type MailsUnderWay = {
  sender: 'company' | 'product'
  state: 'waiting' | 'sending'
  count: number
  oldestSeconds: number
}

export type QueueLength = {
  waiting: number
  oldestSeconds: number
  /** By kind of work. */
  tasks?: readonly TaskLength[]
  mails?: readonly MailsUnderWay[]
}

const mailsUnderWay = (sender: string, table: string) =>
  `select '${sender}' as sender, state, count(*)::int as count, ${oldestSince('next_attempt_at')}
   from ${table} where state in ('waiting', 'sending') group by state`

function oldestSince(time: string, filter = ''): string {
  return `coalesce(greatest(0, extract(epoch from now() - min(${time})${filter})), 0)::float8 as "oldestSeconds"`
}

const IS_DUE = 'filter (where locked_at is null and run_at <= now() and attempts < max_attempts)'

/** What is due, has not begun, and will be tried again; what has failed for good; e-mails on their way. */
export async function queueLength(pool: pg.Pool): Promise<QueueLength> {
  // PostgreSQL ends what takes too long: nobody waits for it any more by then.
  const [, tasks, mails] = (await pool.query(
    `set local statement_timeout = '2s';
     select task_identifier as task, count(*) ${IS_DUE}::int as waiting, ${oldestSince('run_at', ` ${IS_DUE}`)},
       count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
     from graphile_worker.jobs group by task_identifier;
     ${mailsUnderWay('company', 'mails')} union all ${mailsUnderWay('product', 'product_mails')}`,
  )) as unknown as [unknown, pg.QueryResult<TaskLength>, pg.QueryResult<MailsUnderWay>]
  return {
    waiting: tasks.rows.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestSeconds: Math.max(0, ...tasks.rows.map(({ oldestSeconds }) => oldestSeconds)),
    tasks: tasks.rows,
    mails: mails.rows,
  }
}

/** One taking of a job; `attempts` tells it from an earlier one of the same job. */
export type Claim = { id: string; attempts: number; lockedBy: string }

/** What these pools of workers have held for longer than so many seconds. */
export async function listClaims(
  pool: pg.Pool,
  workerPools: readonly string[],
  longerThanSeconds: number,
): Promise<Claim[]> {
  const { rows } = await pool.query<Claim>(
    `select id::text, attempts, locked_by as "lockedBy" from graphile_worker._private_jobs
     where locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $2)`,
    [workerPools, longerThanSeconds],
  )
  return rows
}

const theseClaims = `from unnest($1::bigint[], $2::int[], $3::text[]) as claim (id, attempts, locked_by)
  where jobs.id = claim.id and jobs.attempts = claim.attempts and jobs.locked_by = claim.locked_by`

/** The statement about claims, and after it: whoever held a named queue with one of them holds it no longer. */
const freeingQueues = (statement: string) =>
  `with ended as (${statement} returning jobs.job_queue_id, claim.locked_by)
   update graphile_worker._private_job_queues as queues set locked_at = null, locked_by = null
   from ended where queues.id = ended.job_queue_id and queues.locked_by = ended.locked_by`

const asColumns = (claims: readonly Claim[]) => [
  claims.map(({ id }) => id),
  claims.map(({ attempts }) => attempts),
  claims.map(({ lockedBy }) => lockedBy),
]

/**
 * Lets anybody take these jobs again, under new numbers: a statement about the lost claim that a network delivers late
 * then finds nothing, instead of whoever does the job by then. A named queue that the lost worker held is free with it.
 */
export async function releaseClaims(pool: pg.Pool, claims: readonly Claim[]): Promise<void> {
  await pool.query(
    freeingQueues(`update graphile_worker._private_jobs as jobs
     set id = default, locked_at = null, locked_by = null, run_at = greatest(run_at, now()) ${theseClaims}`),
    asColumns(claims),
  )
}

export async function removeDoneJobs(pool: pg.Pool, claims: readonly Claim[]): Promise<void> {
  await pool.query(
    freeingQueues(
      `delete from graphile_worker._private_jobs as jobs ${theseClaims.replace(/^from/, 'using')}`,
    ),
    asColumns(claims),
  )
}
