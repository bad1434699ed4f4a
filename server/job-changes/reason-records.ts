import { sql } from 'kysely'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { mayOwn } from '#server/jobs/named-records.ts'
import type { ChangeableColumn } from './plan.ts'

/** Why people cannot be made owners, by their ids; who may own jobs is left out. */
export async function ownerRefusals(
  db: Db,
  accountId: string,
  owners: readonly string[],
): Promise<Map<string, string>> {
  if (owners.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reason: string }>`
    select n.id, case
      when u.deactivated_at is not null and u.joined_at is not null
        then format('%s has left your company.', u.display_name)
      else 'There is no such person in your company.' end as reason
    from unnest(${sql.val([...new Set(owners)])}::uuid[]) as n (id)
    left join users u on u.account_id = ${accountId} and u.id = n.id
    where u.id is null or not ${mayOwn('u')}`.execute(db)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
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

export type Person = {
  name: string
  role: Role
  adjustments: RoleAdjustments
  isActive: boolean
  isProgram: boolean
}

/** What somebody may do now who began something earlier. */
export async function readPerson(db: Db, accountId: string, userId: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select u.display_name as name, u.role, coalesce(a.adjustments, '{}') as adjustments,
      u.deactivated_at is null as "isActive",
      exists (select from api_tokens t where t.account_id = u.account_id and t.id = u.id) as "isProgram"
    from users u left join role_adjustments a on a.account_id = u.account_id
    where u.account_id = ${accountId} and u.id = ${userId}`.execute(db)
  return rows[0] ?? null
}
