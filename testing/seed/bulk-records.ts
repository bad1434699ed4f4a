import pg from 'pg'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/** Rows of the tables that a job is made of. */
export type JobRows = {
  [Table in
    | 'finances'
    | 'jobs'
    | 'job_parties'
    | 'items'
    | 'origin_charges'
    | 'destination_charges'
    | 'freight_charges']: Insertable<DB[Table]>[]
}

const tables = [
  'jobs',
  'finances',
  'job_parties',
  'items',
  'origin_charges',
  'destination_charges',
  'freight_charges',
] as const satisfies (keyof JobRows)[]

const written = [...tables, 'job_index', 'history'] as const
const read = ['organisations', 'parties', 'ports'] as const

/** In whose name the history tells of the jobs. */
export type Author = { accountId: string; userId: string }

/** Whether this login may write rows without the tables' triggers, as only an administrator of PostgreSQL may. */
export async function mayLoadInBulk(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    `select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may`,
  )
  return rows[0]?.may ?? false
}

/**
 * Loads jobs in one transaction without the triggers of their tables, and writes what these would have written, for
 * many rows at once. Where the database has no jobs yet, indexes are left off until all jobs are there; nobody else
 * reads or writes jobs meanwhile. Whatever ends it early leaves nothing behind.
 */
export async function loadInBulk(
  owner: pg.Client,
  work: (insert: (author: Author, rows: JobRows) => Promise<void>) => Promise<void>,
): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(`set local maintenance_work_mem = '256MB'`)
    const indexes = await dropIndexes(owner)
    const counts = new Map<string, number>()
    await owner.query('set local session_replication_role = replica')
    await work(async (author, rows) => {
      // A time of its own for each lot: rows of one time are sorted when the history is read.
      const {
        rows: [now],
      } = await owner.query<{ at: string }>(
        `select clock_timestamp()::text as at,
           set_config('app.account_id', $1, true), set_config('app.user_id', $2, true)`,
        [author.accountId, author.userId],
      )
      for (const table of tables)
        if (rows[table].length > 0) await insertWithHistory(owner, table, rows[table], now?.at)
      await owner.query('select refresh_job_index($1, $2)', [author.accountId, rows.jobs.map(({ id }) => id)])
      // Until then the plans are those for empty tables, which read every row of the company for each new one.
      if (counts.size === 0) await owner.query(`analyze ${[...written, ...read].join(', ')}`)
      counts.set(author.accountId, (counts.get(author.accountId) ?? 0) + rows.jobs.length)
    })
    await owner.query('set local session_replication_role = origin')
    // With its triggers, so that whoever remembers a page of the list reads it again.
    await owner.query(
      `update accounts a set job_count = job_count + n.count
       from unnest($1::uuid[], $2::bigint[]) as n (id, count) where a.id = n.id`,
      [[...counts.keys()], [...counts.values()]],
    )
    for (const definition of indexes) await owner.query(definition)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Reserves `count` job numbers in a row; gives the first one. */
export async function reserveNumbers(owner: pg.Client, accountId: string, count: number): Promise<number> {
  const { rows } = await owner.query<{ last: string }>(
    'update accounts set last_job_number = last_job_number + $2 where id = $1 returning last_job_number as last',
    [accountId, count],
  )
  return Number(rows[0]?.last) - count + 1
}

/** Drops what can be made again at once, where there are no jobs yet; the statements that make it. */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  if (await hasJobs(owner)) return []
  await owner.query(`lock table ${written.join(', ')} in share row exclusive mode`)
  if (await hasJobs(owner)) return []
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...written]],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const hasJobs = async (owner: pg.Client) =>
  ((await owner.query('select from jobs limit 1')).rowCount ?? 0) > 0

/** As the trigger that keeps the table's history tells of a row that is new. */
async function insertWithHistory<Table extends keyof JobRows>(
  owner: pg.Client,
  table: Table,
  rows: JobRows[Table],
  at: string | undefined,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map(column => pg.escapeIdentifier(column))
  const { job, version } = told[table]
  await owner.query(
    `with r as (
       insert into ${table} (${columns.join(', ')})
       select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1::json) returning *
     )
     insert into history (at, account_id, user_id, record_type, record_id, job_id, version, made, changes)
     select coalesce($2::timestamptz, now()), r.account_id, current_app_user(), '${table}', r.id, ${job}, ${version}, true, '{}' from r
     where jsonb_strip_nulls(to_jsonb(r) - '{account_id,id,finance_id,version,created_at,position}'::text[]) <> '{}'`,
    [JSON.stringify(rows), at],
  )
}

const JOB_OF_FINANCE =
  '(select j.id from jobs j where j.account_id = r.account_id and j.finance_id = r.finance_id)'

/** Under which job and version the history tells of a row. */
const told: Record<keyof JobRows, { job: string; version: string }> = {
  jobs: { job: 'r.id', version: 'r.version' },
  finances: {
    job: '(select j.id from jobs j where j.account_id = r.account_id and j.finance_id = r.id)',
    version: 'r.version',
  },
  job_parties: { job: 'r.job_id', version: 'null' },
  items: { job: 'r.job_id', version: 'r.version' },
  origin_charges: { job: JOB_OF_FINANCE, version: 'null' },
  destination_charges: { job: JOB_OF_FINANCE, version: 'null' },
  freight_charges: { job: JOB_OF_FINANCE, version: 'null' },
}
