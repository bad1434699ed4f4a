import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type Names = ReadonlyMap<string, string>

/** The names that records bear now, by id; what has none, or is gone, is left out. */
export async function namesNow(db: Db, accountId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${sql.val([...ids])}::uuid[]) as id)
    select id, name from (
      select p.id, coalesce(nullif(o.name, ''), '(unnamed)') as name
      from wanted join parties p on p.account_id = ${accountId} and p.id = wanted.id
      join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
      union all
      select o.id, o.name from wanted join organisations o on o.account_id = ${accountId} and o.id = wanted.id
      union all
      select p.id, coalesce(p.name, p.code) from wanted join ports p on p.account_id = ${accountId} and p.id = wanted.id
      union all
      select j.id, concat_ws(' ', j.job_number, coalesce(nullif(j.name, ''), '(unnamed)'))
      from wanted join jobs j on j.account_id = ${accountId} and j.id = wanted.id
      union all
      select i.id, i.name from wanted join items i on i.account_id = ${accountId} and i.id = wanted.id
      union all
      select d.id, d.name from wanted join documents d on d.account_id = ${accountId} and d.id = wanted.id
      union all
      select c.id, c.name from wanted join contacts c on c.account_id = ${accountId} and c.id = wanted.id
      union all
      select t.id, t.name from wanted join document_templates t on t.account_id = ${accountId} and t.id = wanted.id
      union all
      select m.id, m.subject from wanted join mails m on m.account_id = ${accountId} and m.id = wanted.id
      union all
      select u.id, u.display_name from wanted join users u on u.account_id = ${accountId} and u.id = wanted.id
    ) as named where name is not null and name <> ''`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names that records bore last, from their own history: for those that are gone. */
export async function namesThen(db: Db, accountId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string | null }>`
    select distinct on (h.record_id) h.record_id as id,
      coalesce(h.changes -> 'name' ->> 1, h.changes -> 'name' ->> 0) as name
    from history h
    where h.account_id = ${accountId} and h.record_id = any (${sql.val([...ids])}::uuid[]) and h.changes ? 'name'
    order by h.record_id, h.id desc`.execute(db)
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}
