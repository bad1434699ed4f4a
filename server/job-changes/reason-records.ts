import { sql } from 'kysely'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import type { Db } from '#server/db/db.ts'
import type { ChangeableColumn } from './plan.ts'

export type WantedMaster = { id: string; masterId: string }

/** Why jobs cannot be houses of the masters that they are to have, by job: no chains and no circles. */
export async function masterRefusals(
  db: Db,
  accountId: string,
  wanted: readonly WantedMaster[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select n.id, case
      when n.id = n.master_id then 'A job cannot be its own master.'
      when m.id is null then 'There is no such master job.'
      when above.id is not null then format('Job %s is itself a house of job %s.', m.job_number, above.job_number)
      when house.id is not null then format('It is a master job itself: job %s is its house.', house.job_number)
      end as reason
    from unnest(${sql.val(wanted.map(one => one.id))}::uuid[],
      ${sql.val(wanted.map(one => one.masterId))}::uuid[]) as n (id, master_id)
    left join jobs m on m.account_id = ${accountId} and m.id = n.master_id
    left join jobs above on above.account_id = ${accountId} and above.id = m.master_job_id
    left join lateral (
      select j.id, j.job_number from jobs j where j.account_id = ${accountId} and j.master_job_id = n.id
      order by j.job_number limit 1
    ) as house on true`.execute(db)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}

export type ChangedField = { id: string; column: ChangeableColumn }

/** Who changed these fields last, by job and column. */
export async function lastChangedBy(
  db: Db,
  accountId: string,
  fields: readonly ChangedField[],
): Promise<Map<string, string>> {
  if (fields.length === 0) return new Map()
  const { rows } = await sql<{ key: string; by: string | null }>`
    select n.id || ' ' || n.name as key, u.display_name as by
    from unnest(${sql.val(fields.map(one => one.id))}::uuid[],
      ${sql.val(fields.map(one => one.column))}::text[]) as n (id, name)
    cross join lateral (
      select h.user_id from history h
      where h.account_id = ${accountId} and h.record_id = n.id and h.record_type = 'jobs'
        and jsonb_exists(h.changes, n.name)
      order by h.id desc limit 1
    ) as latest
    left join users u on u.account_id = ${accountId} and u.id = latest.user_id`.execute(db)
  return new Map(rows.flatMap(({ key, by }) => (by === null ? [] : [[key, by] as const])))
}

export type Person = { name: string; role: Role; adjustments: RoleAdjustments; isActive: boolean }

/** What somebody may do now who began something earlier. */
export async function readPerson(db: Db, accountId: string, userId: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select u.display_name as name, u.role, coalesce(a.adjustments, '{}') as adjustments,
      u.deactivated_at is null as "isActive"
    from users u left join role_adjustments a on a.account_id = u.account_id
    where u.account_id = ${accountId} and u.id = ${userId}`.execute(db)
  return rows[0] ?? null
}
