import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { oneLine } from '#server/records/change-words.ts'
import type { NameOfRecord, RecordKind } from '#server/records/describe.ts'
import type { Names } from '#server/records/change-wording.ts'
import { recordKinds } from './record-kinds.ts'

type Named = RecordKind & { name: NameOfRecord }
const namedKinds = recordKinds.filter((kind): kind is Named => kind.name !== null)

const textTables = new Set(namedKinds.filter(({ name }) => name.isText).map(({ table }) => table))
const shownName = (table: string, name: string) => (textTables.has(table) ? oneLine(name) : name)

function selectNames({ table, name: { column, after } }: Named, accountId: string): RawBuilder<unknown> {
  const name = sql.ref(`r.${column}`)
  const whole = after
    ? sql`concat_ws(' ', ${sql.ref(`r.${after}`)}, coalesce(nullif(${name}, ''), '(unnamed)'))`
    : name
  return sql`
    select ${sql.lit(table)} as "table", r.id, ${whole} as name
    from wanted join ${sql.table(table)} r on r.account_id = ${accountId} and r.id = wanted.id`
}

/** The names that records bear now, by id; what has none, or is gone, is left out. */
export async function currentNames(db: Db, accountId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ table: string; id: string; name: string }>`
    with wanted as (select unnest(${sql.val([...ids])}::uuid[]) as id)
    select "table", id, name from (
      ${sql.join(
        namedKinds.map(kind => selectNames(kind, accountId)),
        sql` union all `,
      )}
      -- What other records name, and what has no history of its own.
      union all
      select 'parties', p.id, coalesce(nullif(o.name, ''), '(unnamed)')
      from wanted join parties p on p.account_id = ${accountId} and p.id = wanted.id
      join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
      union all
      select 'ports', p.id, coalesce(p.name, p.code)
      from wanted join ports p on p.account_id = ${accountId} and p.id = wanted.id
    ) as named where name is not null and name <> ''`.execute(db)
  return new Map(rows.map(({ table, id, name }) => [id, shownName(table, name)]))
}

/** The names that records bore last, from their own history: for those that are gone. */
export async function formerNames(db: Db, accountId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const columns = namedKinds.map(
    ({ table, name }) => sql`when ${sql.lit(table)} then h.changes -> ${sql.lit(name.column)}`,
  )
  const { rows } = await sql<{ table: string; id: string; name: string | null }>`
    select distinct on (h.record_id) h.record_id as id, h.record_type as "table",
      coalesce(change ->> 1, change ->> 0) as name
    from history h, lateral (
      select case h.record_type ${sql.join(columns, sql` `)} else h.changes -> 'name' end as change) as named
    where h.account_id = ${accountId} and h.record_id = any (${sql.val([...ids])}::uuid[]) and change is not null
    order by h.record_id, h.id desc`.execute(db)
  return new Map(rows.flatMap(({ table, id, name }) => (name ? [[id, shownName(table, name)] as const] : [])))
}
