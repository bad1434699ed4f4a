import { sql } from 'kysely'
import { MAX_NAMED_JOBS, UNDO_DAYS } from '#contract/job-changes.ts'
import type { Db } from '#server/db/db.ts'
import type { Making } from './making.ts'
import type { PlannedFields } from './plan.ts'
import type { KeptChange } from './records.ts'

export type StoredChange = {
  id: string
  state: 'previewed' | 'underWay' | 'ended'
  change: KeptChange
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
        and not (jsonb_exists(c.change, 'make')
          and (c.undo_of is not null or c.change -> 'make' ->> 'what' = 'mail'))
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
  /** The dates that it is to have; null where they are in order, are not touched, or nothing is to be done any more. */
  disorder: { etd: string; eta: string } | null
  making: Making | null
}

const planned = (column: 'etd' | 'eta') => sql`case when jsonb_exists(c.fields, ${sql.lit(column)})
  then (c.fields -> ${sql.lit(column)} ->> 1)::date else ${sql.ref(`j.${column}`)} end`

/** Of a job `j` that a change `c` has not done yet: whether it would depart after it arrives. */
const departsLate = sql`(c.state = 'waiting' and jsonb_exists_any(c.fields, '{etd,eta}')
  and coalesce(${planned('etd')} > ${planned('eta')}, false))`

const isWarned = sql`(${departsLate} or (c.state = 'waiting' and jsonb_exists(c.making, 'warning')))`

/** How many jobs would depart after they arrive, or have something else to be looked at first. */
export async function countWarned(db: Db, accountId: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from job_change_jobs c join jobs j on j.account_id = c.account_id and j.id = c.job_id
    where c.account_id = ${accountId} and c.change_id = ${id}
      and coalesce(${isWarned}, false)`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The jobs of a change: first those of which something stays as it is, then those with a warning,
 * then as they were chosen.
 */
export async function listChangedJobs(db: Db, accountId: string, id: string): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select c.job_id as id, j.job_number as "jobId", j.name, c.state, c.fields, c.reason, c.making,
      case when ${departsLate} then json_build_object('etd', ${planned('etd')}, 'eta', ${planned('eta')}) end as disorder
    from job_change_jobs c
    join jobs j on j.account_id = c.account_id and j.id = c.job_id
    where c.account_id = ${accountId} and c.change_id = ${id}
    order by c.reason is null, not coalesce(${isWarned}, false), c.state = 'same', c.position limit ${MAX_NAMED_JOBS}`.execute(
    db,
  )
  return rows
}
