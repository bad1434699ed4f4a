import { sql } from 'kysely'
import type { JobChange } from '#contract/job-changes.ts'
import type { WhatIsMade } from '#contract/job-makings.ts'
import type { Db } from '#server/db/db.ts'
import type { KeptMaking, Making } from './making.ts'
import { changeableColumns, type JobValues, type Plan, type PlannedFields } from './plan.ts'

const valueColumns = sql.join(changeableColumns.map(column => sql.ref(`j.${column}`)))

export type PlannedJob = Plan & { jobId: string; making?: Making | null }

/** What the jobs hold now, in the order of the ids. */
export async function readValues(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<(JobValues & { id: string })[]> {
  const { rows } = await sql<JobValues & { id: string }>`
    select j.id, ${valueColumns}
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as wanted (id, position)
    join jobs j on j.account_id = ${accountId} and j.id = wanted.id
    order by wanted.position`.execute(db)
  return rows
}

/** With the names that its templates had. */
export type KeptChange = Omit<JobChange, 'make'> & { make?: KeptMaking | undefined }
type NewChange = { id: string; userId: string; asked: string; change: KeptChange }

/** Keeps a preview; false where the id is in use. */
export async function insertPreview(
  db: Db,
  accountId: string,
  { id, userId, asked, change }: NewChange,
  jobs: readonly PlannedJob[],
): Promise<boolean> {
  const counted = (state: Plan['state']) => jobs.filter(one => one.state === state).length
  const { rows } = await sql`
    insert into job_changes (account_id, id, made_by, asked, change, total, same, refused)
    values (${accountId}, ${id}, ${userId}, ${asked}, ${JSON.stringify(change)}, ${jobs.length},
      ${counted('same')}, ${counted('refused')})
    on conflict (account_id, id) do nothing returning id`.execute(db)
  if (rows.length === 0) return false
  await sql`
    insert into job_change_jobs (account_id, change_id, job_id, position, state, fields, reason, making)
    select ${accountId}, ${id}, n.job_id, n.position, n.state, n.fields, n.reason, n.making
    from unnest(${sql.val(jobs.map(one => one.jobId))}::uuid[], ${sql.val(jobs.map(one => one.state))}::text[],
      ${sql.val(jobs.map(one => JSON.stringify(one.fields)))}::jsonb[],
      ${sql.val(jobs.map(one => one.reason))}::text[],
      ${sql.val(jobs.map(one => (one.making ? JSON.stringify(one.making) : null)))}::jsonb[])
      with ordinality as n (job_id, state, fields, reason, making, position)`.execute(db)
  return true
}

/** Makes the change that puts back what another one changed; false where either id is taken. */
export async function insertUndo(
  db: Db,
  accountId: string,
  { id, userId, undoOf }: { id: string; userId: string; undoOf: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into job_changes (account_id, id, made_by, asked, change, undo_of, total)
    select ${accountId}, ${id}, ${userId}, ${`undo ${undoOf}`}, c.change, c.id, c.changed
    from job_changes c where c.account_id = ${accountId} and c.id = ${undoOf}
    on conflict do nothing returning id`.execute(db)
  if (rows.length === 0) return false
  await sql`
    insert into job_change_jobs (account_id, change_id, job_id, position, state, fields, making)
    select j.account_id, ${id}, j.job_id, j.position, 'waiting',
      (select coalesce(jsonb_object_agg(key, jsonb_build_array(value -> 1, value -> 0)), '{}') from jsonb_each(j.fields)),
      j.making
    from job_change_jobs j
    where j.account_id = ${accountId} and j.change_id = ${undoOf} and j.state = 'changed'`.execute(db)
  return true
}

export type LockedChange = {
  state: 'previewed' | 'underWay' | 'ended'
  madeBy: string
  asked: string
  /** What is made for each job; null where values are changed. */
  makes: WhatIsMade | null
  waiting: number
  changed: number
  undoOf: string | null
  isTooOld: boolean
}

/** Locks a change until the transaction ends; null where there is none. */
export async function lockChange(
  db: Db,
  accountId: string,
  id: string,
  undoDays: number,
): Promise<LockedChange | null> {
  const { rows } = await sql<LockedChange>`
    select c.state, c.made_by as "madeBy", c.asked, c.change -> 'make' ->> 'what' as makes, c.changed,
      c.undo_of as "undoOf",
      c.total - c.changed - c.same - c.refused as waiting,
      coalesce(c.begun_at < now() - make_interval(days => ${undoDays}), false) as "isTooOld"
    from job_changes c where c.account_id = ${accountId} and c.id = ${id} for update of c`.execute(db)
  return rows[0] ?? null
}

/** From here on it is done, by whoever comes to it: the caller, or else the background at `after` seconds. */
export async function setUnderWay(db: Db, accountId: string, id: string, after: number): Promise<void> {
  await sql`
    update job_changes set begun_at = now(),
      state = case when total > changed + same + refused then 'underWay' else 'ended' end
    where account_id = ${accountId} and id = ${id}`.execute(db)
  await enqueue(db, id, after)
}

export async function enqueue(db: Db, id: string, after: number): Promise<void> {
  await sql`select enqueue_job_change(${id}, now() + make_interval(secs => ${after}))`.execute(db)
}

/** What undid a change that is locked; null where nothing did. */
export async function undoneBy(db: Db, accountId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('job_changes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('undo_of', '=', id)
    .executeTakeFirst()
  return row?.id ?? null
}

export type WaitingJob = JobValues & { id: string; fields: PlannedFields }

/** The next jobs of a change, locked, with what they hold now. What follows in this transaction belongs to it. */
export async function takeWaiting(
  db: Db,
  accountId: string,
  id: string,
  atMost: number,
): Promise<WaitingJob[]> {
  await sql`select set_config('app.job_change_id', ${id}, true)`.execute(db)
  // In one order, so that two changes that share jobs cannot wait for each other.
  const { rows } = await sql<WaitingJob>`
    select j.id, c.fields, ${valueColumns}
    from (
      select job_id, fields from job_change_jobs
      where account_id = ${accountId} and change_id = ${id} and state = 'waiting'
      order by position limit ${atMost}
    ) as c
    join jobs j on j.account_id = ${accountId} and j.id = c.job_id
    order by j.id for update of j`.execute(db)
  return rows
}

const typeOf = {
  status: 'smallint',
  vessel_name: 'text',
  voyage_number: 'text',
  etd: 'date',
  eta: 'date',
  master_job_id: 'uuid',
  owner_id: 'uuid',
} as const satisfies Record<keyof JobValues, string>

/** Changes all these jobs in one statement, each to its own values and its next version. */
export async function changeJobs(
  db: Db,
  accountId: string,
  jobs: readonly { id: string; fields: PlannedFields }[],
): Promise<void> {
  const touched = changeableColumns.filter(column => jobs.some(({ fields }) => fields[column]))
  if (touched.length === 0) return
  const sets = touched.map(column => {
    const value = sql`(n.fields -> ${sql.lit(column)} ->> 1)::${sql.raw(typeOf[column])}`
    const isNamed = sql`jsonb_exists(n.fields, ${sql.lit(column)})`
    return sql`${sql.ref(column)} = case when ${isNamed} then ${value} else ${sql.ref(`j.${column}`)} end`
  })
  await sql`
    update jobs j set ${sql.join(sets)}, version = j.version + 1
    from unnest(${sql.val(jobs.map(one => one.id))}::uuid[],
      ${sql.val(jobs.map(one => JSON.stringify(one.fields)))}::jsonb[]) as n (id, fields)
    where j.account_id = ${accountId} and j.id = n.id`.execute(db)
}

export type Outcome = {
  id: string
  state: 'changed' | 'same' | 'refused'
  fields: PlannedFields
  reason: string | null
  /** Where something was made for it; else it stays what it was. */
  making?: Making | undefined
}

/** Notes what became of these jobs. Answers whether some are left. */
export async function noteOutcomes(
  db: Db,
  accountId: string,
  changeId: string,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  await sql`
    update job_change_jobs c set state = n.state, fields = n.fields, reason = n.reason,
      making = coalesce(n.making, c.making)
    from unnest(${sql.val(outcomes.map(one => one.id))}::uuid[], ${sql.val(outcomes.map(one => one.state))}::text[],
      ${sql.val(outcomes.map(one => JSON.stringify(one.fields)))}::jsonb[],
      ${sql.val(outcomes.map(one => one.reason))}::text[],
      ${sql.val(outcomes.map(one => (one.making ? JSON.stringify(one.making) : null)))}::jsonb[])
      as n (id, state, fields, reason, making)
    where c.account_id = ${accountId} and c.change_id = ${changeId} and c.job_id = n.id`.execute(db)
  const counted = (state: Outcome['state']) => outcomes.filter(one => one.state === state).length
  const { rows } = await sql<{ isLeft: boolean }>`
    update job_changes set changed = changed + ${counted('changed')}, same = same + ${counted('same')},
      refused = refused + ${counted('refused')},
      state = case when total > changed + same + refused + ${outcomes.length} then 'underWay' else 'ended' end
    where account_id = ${accountId} and id = ${changeId}
    returning state = 'underWay' as "isLeft"`.execute(db)
  return rows[0]?.isLeft ?? false
}

/** Ends a change without its rest. */
export async function refuseRest(db: Db, accountId: string, changeId: string, reason: string): Promise<void> {
  await sql`
    with rest as (
      update job_change_jobs set state = 'refused', reason = ${reason}
      where account_id = ${accountId} and change_id = ${changeId} and state = 'waiting' returning job_id
    )
    update job_changes set state = 'ended', refused = refused + (select count(*) from rest)
    where account_id = ${accountId} and id = ${changeId}`.execute(db)
}

/** Lets the actions of one company do their parts in turn. */
export async function waitForTurn(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job changes of ${accountId}`}, 0))`.execute(db)
}

/** Whether it gives jobs a master. */
export async function namesMasters(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from job_changes where account_id = ${accountId} and id = ${id}
      and jsonb_exists(change, 'masterShipmentId')`.execute(db)
  return rows.length > 0
}

/** Forgets previews that nobody began, and the jobs of what can no longer be undone. */
export async function forgetOldChanges(db: Db, undoDays: number): Promise<void> {
  await sql`select forget_job_changes(interval '1 day', make_interval(days => ${undoDays + 1}))`.execute(db)
}
