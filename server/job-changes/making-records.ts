import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { KeptMaking, Making } from './making.ts'

/** What follows in this transaction belongs to the action. */
export async function noteAction(db: Db, changeId: string): Promise<void> {
  await sql`select set_config('app.job_change_id', ${changeId}, true)`.execute(db)
}

export type JobToMake = { jobId: string; making: Making | null }

/** What an action makes, and the next of its jobs. */
export async function nextToMake(
  db: Db,
  accountId: string,
  id: string,
  atMost: number,
): Promise<{ make: KeptMaking | null; jobs: JobToMake[] }> {
  const { rows } = await sql<{ make: KeptMaking | null; jobs: JobToMake[] }>`
    select c.change -> 'make' as make, (
      select coalesce(json_agg(json_build_object('jobId', n.job_id, 'making', n.making) order by n.position), '[]') from (
        select job_id, making, position from job_change_jobs
        where account_id = c.account_id and change_id = c.id and state = 'waiting'
        order by position limit ${atMost}
      ) as n
    ) as jobs
    from job_changes c where c.account_id = ${accountId} and c.id = ${id}`.execute(db)
  return rows[0] ?? { make: null, jobs: [] }
}

/** Whether a job of an action still waits; the action is locked. */
export async function isWaiting(
  db: Db,
  accountId: string,
  changeId: string,
  jobId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('job_change_jobs')
    .select('state')
    .where('account_id', '=', accountId)
    .where('change_id', '=', changeId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.state === 'waiting'
}

export type SetDocument = { id: string; name: string; version: number; templateId: string | null }

/** What a set has made for a job, deleted or not. */
export async function documentsMadeFor(
  db: Db,
  accountId: string,
  { setId, jobId }: { setId: string; jobId: string },
): Promise<SetDocument[]> {
  return db
    .selectFrom('documents')
    .select(['id', 'name', 'version', 'template_id as templateId'])
    .where('account_id', '=', accountId)
    .where('set_id', '=', setId)
    .where('job_id', '=', jobId)
    .orderBy('date')
    .orderBy('id')
    .execute()
}

/** Who has changed these jobs by other actions, the last of them; by the job. */
export async function changedByOthers(
  db: Db,
  accountId: string,
  changeId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; by: string }>`
    select distinct on (h.job_id) h.job_id as id, coalesce(u.display_name, 'Somebody') as by
    from history h left join users u on u.account_id = h.account_id and u.id = h.user_id
    where h.account_id = ${accountId} and h.job_id = any (${sql.val([...ids])}::uuid[])
      and h.job_change_id is distinct from ${changeId}::uuid
    order by h.job_id, h.id desc`.execute(db)
  return new Map(rows.map(({ id, by }) => [id, by]))
}

/** Of these documents those that are still as they were made, locked; and those that somebody deleted already. */
export async function lockMadeDocuments(
  db: Db,
  accountId: string,
  documents: readonly { id: string; version?: number }[],
): Promise<Map<string, 'asMade' | 'deleted' | 'changed'>> {
  const { rows } = await sql<{ id: string; state: 'asMade' | 'deleted' | 'changed' }>`
    select d.id, case when d.deleted_at is not null then 'deleted'
      when d.version = n.version then 'asMade' else 'changed' end as state
    from unnest(${sql.val(documents.map(({ id }) => id))}::uuid[],
      ${sql.val(documents.map(({ version = 1 }) => version))}::integer[]) as n (id, version)
    join documents d on d.account_id = ${accountId} and d.id = n.id
    order by d.id for update of d`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}
