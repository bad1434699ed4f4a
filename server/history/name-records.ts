import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { oneLine } from '#server/records/change-words.ts'
import type { NameOfRecord, RecordKind } from '#server/records/describe.ts'
import type { Names, StoredChanges } from '#server/records/change-wording.ts'
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
      select 'parties', m.merged_party_id, coalesce(nullif(m.merged_name, ''), '(unnamed)')
      from wanted join contact_merges m on m.account_id = ${accountId} and m.merged_party_id = wanted.id
        and m.undone_at is null
      union all
      select 'ports', p.id, coalesce(p.name, p.code)
      from wanted join ports p on p.account_id = ${accountId} and p.id = wanted.id
    ) as named where name is not null and name <> ''`.execute(db)
  return new Map(rows.map(({ table, id, name }) => [id, shownName(table, name)]))
}

type NamedEntry = { id: number; recordId: string; recordType: string; changes: StoredChanges }

const nameColumns = new Map(
  // A job is known by its number, whatever it is called.
  namedKinds.filter(({ name }) => name.after === undefined).map(({ table, name }) => [table, name.column]),
)

/**
 * What the records of these entries were called right after each of them, or before it where it removed them; by
 * entry. Left out is what had no name then or bears it still.
 */
export async function namesThen(
  db: Db,
  accountId: string,
  entries: readonly NamedEntry[],
): Promise<Map<number, string>> {
  const then = new Map<number, unknown>()
  const unchanged = entries.flatMap(({ id, recordId, recordType, changes }) => {
    const column = nameColumns.get(recordType)
    if (column === undefined) return []
    const change = changes[column]
    if (!change) return [{ id, recordId, column }]
    then.set(id, changes['id']?.[1] === null ? change[0] : change[1])
    return []
  })
  if (unchanged.length > 0) {
    // The next change of the name says what it was until then.
    const { rows } = await sql<{ id: string; name: string | null }>`
      select entry.id, later.name
      from unnest(
        ${sql.val(unchanged.map(({ id }) => id))}::bigint[],
        ${sql.val(unchanged.map(({ recordId }) => recordId))}::uuid[],
        ${sql.val(unchanged.map(({ column }) => column))}::text[]
      ) as entry (id, record_id, name_column)
      cross join lateral (
        select h.changes -> entry.name_column ->> 0 as name
        from history h
        where h.account_id = ${accountId} and h.record_id = entry.record_id and h.id > entry.id
          and jsonb_exists(h.changes, entry.name_column)
        order by h.id limit 1
      ) as later`.execute(db)
    for (const { id, name } of rows) then.set(Number(id), name)
  }
  return new Map(
    entries.flatMap(({ id, recordType }) => {
      const name = then.get(id)
      const table = recordType === 'api_tokens' ? 'users' : recordType
      return typeof name === 'string' && name !== '' ? [[id, shownName(table, name)] as const] : []
    }),
  )
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
