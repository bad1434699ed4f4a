import type pg from 'pg'

// The first key of all locks by which a pool of workers shows that it lives; the second is its name's.
const PRESENCE = 5_300

const isHeld = `exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${PRESENCE} and l.objid::bigint = (hashtext(p.id)::bigint & 4294967295))`

/**
 * Makes these pools known, and this connection hold their locks where nobody does: also where a pooler in between has
 * given up the connection that held them. Machines that vanish are noticed after a minute and a half.
 */
export async function holdPoolLocks(client: pg.PoolClient, pools: readonly string[]): Promise<void> {
  await client.query(
    `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6`,
  )
  await client.query(
    'insert into public.worker_pools (id) select unnest($1::text[]) on conflict do nothing',
    [pools],
  )
  await client.query(
    `select pg_try_advisory_lock(${PRESENCE}, hashtext(p.id))
     from unnest($1::text[]) as p (id) where not ${isHeld}`,
    [pools],
  )
}

/** The pools of others whose lock nobody holds at this moment. */
export async function listSilentPools(pool: pg.Pool, own: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select p.id from public.worker_pools p where p.id <> all($1::text[]) and not ${isHeld}`,
    [own],
  )
  return rows.map(({ id }) => id)
}

/**
 * Forgets a pool and lets anybody take its jobs, under new numbers, unless somebody holds its lock after all. Answers how
 * many jobs those were. Named queues that it held are free with them.
 */
export async function releaseJobsOf(pool: pg.Pool, id: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with gone as materialized (select pg_try_advisory_xact_lock(${PRESENCE}, hashtext($1)) as is_gone),
       forgotten as (delete from public.worker_pools where id = $1 and (select is_gone from gone) returning id),
       freed as (
         update graphile_worker._private_job_queues set locked_at = null, locked_by = null
         where locked_by = $1 and exists (select from forgotten))
     update graphile_worker._private_jobs as jobs
     set id = default, locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_by = $1 and exists (select from forgotten)`,
    [id],
  )
  return rowCount ?? 0
}

export async function removePools(pool: pg.Pool, own: readonly string[]): Promise<void> {
  await pool.query('delete from public.worker_pools where id = any($1::text[])', [own])
}
