import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { insertRow } from '#server/records/row-records.ts'

export type PortRow = {
  id: string
  name: string | null
  code: string | null
  description: string | null
  countryId: string | null
}

// UN/LOCODE's function digits in words.
const WORLD_DESCRIPTION = sql`concat_ws(', ', case when functions like '%1%' then 'Port' end,
  case when functions like '%4%' then 'Airport' end, case when functions like '%6%' then 'Inland depot' end)`

/**
 * The company's own ports and the world's whose name or code holds the text: an exact code first, UN/LOCODE
 * or IATA, then what begins with the text, then the rest by name.
 */
export async function findPorts(
  db: Db,
  accountId: string,
  { text, offset, limit }: { text: string; offset: number; limit: number },
): Promise<{ rows: PortRow[]; total: number }> {
  const pattern = containing(text)
  const prefix = pattern.slice(1)
  const matched = sql`
    select id, name, code, description, country_id, null as iata_code from ports
    where account_id = ${accountId} and lower(concat_ws(' ', code, name, description)) like ${pattern}
    union all
    select id, name, code, ${WORLD_DESCRIPTION}, country_id,
      coalesce(iata_code, case when functions like '%4%' then right(code, 3) end) as iata_code from world_ports
    where search_text like ${pattern}
      and not exists (select from ports where account_id = ${accountId} and ports.id = world_ports.id)`
  const { rows } = await sql<PortRow & { total: number }>`
    select id, name, code, description, country_id as "countryId", count(*) over () as total
    from (${matched}) as matched
    order by (lower(code) = ${text.toLowerCase()}) desc nulls last,
      (lower(iata_code) = ${text.toLowerCase()}) desc nulls last, (lower(name) like ${prefix}) desc nulls last,
      lower(name), code, id
    limit ${limit} offset ${offset}`.execute(db)
  const first = rows[0]
  if (first) return { rows: rows.map(({ total: _, ...row }) => row), total: first.total }
  if (offset === 0) return { rows: [], total: 0 }
  const counted = await sql<{ total: number }>`select count(*) as total from (${matched}) as matched`.execute(
    db,
  )
  return { rows: [], total: counted.rows[0]?.total ?? 0 }
}

export async function getPort(db: Db, accountId: string, id: string): Promise<PortRow | undefined> {
  return db
    .selectFrom('ports')
    .select(['id', 'name', 'code', 'description', 'country_id as countryId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What the world's list says of a code: what is there, and an airport's IATA code where the list names one. */
export async function airportOf(
  db: Db,
  code: string | null,
): Promise<{ functions: string; iata: string | null } | undefined> {
  if (!code) return undefined
  return db
    .selectFrom('world_ports')
    .select(['functions', 'iata_code as iata'])
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst()
}

/** False where a port of this id stands already. */
export async function insertPort(db: Db, accountId: string, port: PortRow): Promise<boolean> {
  const { countryId, ...values } = port
  return insertRow(db, 'ports', { account_id: accountId, ...values, country_id: countryId })
}

/** Makes the world's ports among `ids`, of which the company has none yet, its own; gives those that it has then. */
export async function adoptPorts(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  await sql`
    insert into ports (account_id, id, name, code, description, country_id)
    select ${accountId}, id, name, code, ${WORLD_DESCRIPTION}, country_id from world_ports where id = any(${ids})
    order by id -- so that two saves that adopt the same ports take them in one order
    on conflict do nothing`.execute(db)
  const own = await db
    .selectFrom('ports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Set(own.map(row => row.id))
}
