import { sql } from 'kysely'
import { type JobChange, MAX_NAMED_JOBS, UNDO_DAYS } from '#contract/job-changes.ts'
import type { Db } from '#server/db/db.ts'
import type { PlannedFields } from './plan.ts'

export type StoredChange = {
  id: string
  state: 'previewed' | 'underWay' | 'ended'
  change: JobChange
  asked: string
  madeBy: string
  by: string
  at: Date
  total: number
  changed: number
  same: number
  refused: number
  undoOf: string | null
  undoneBy: string | null
  undoableUntil: Date | null
}

export async function findChange(db: Db, accountId: string, id: string): Promise<StoredChange | null> {
  const { rows } = await sql<StoredChange>`
    select c.id, c.state, c.change, c.asked, c.made_by as "madeBy", u.display_name as by,
      coalesce(c.begun_at, c.previewed_at) as at, c.total, c.changed, c.same, c.refused, c.undo_of as "undoOf",
      undo.id as "undoneBy",
      case when c.state = 'ended' and c.changed > 0 and undo.id is null
        and c.begun_at > now() - make_interval(days => ${UNDO_DAYS})
        then c.begun_at + make_interval(days => ${UNDO_DAYS}) end as "undoableUntil"
    from job_changes c
    join users u on u.account_id = c.account_id and u.id = c.made_by
    left join job_changes undo on undo.account_id = c.account_id and undo.undo_of = c.id
    where c.account_id = ${accountId} and c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export type StoredJob = {
  id: string
  jobId: number
  name: string | null
  state: 'waiting' | 'changed' | 'same' | 'refused'
  fields: PlannedFields
  reason: string | null
}

/** The jobs of a change: first those of which something stays as it is, then as they were chosen. */
export async function listChangedJobs(db: Db, accountId: string, id: string): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select c.job_id as id, j.job_number as "jobId", j.name, c.state, c.fields, c.reason
    from (
      select * from job_change_jobs where account_id = ${accountId} and change_id = ${id}
      order by reason is null, state = 'same', position limit ${MAX_NAMED_JOBS}
    ) as c
    join jobs j on j.account_id = ${accountId} and j.id = c.job_id
    order by c.reason is null, c.state = 'same', c.position`.execute(db)
  return rows
}
