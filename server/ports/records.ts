import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { insertRow } from '#server/records/row-records.ts'

export type PortRow = {
  id: string
  name: string | null
  code: string | null
  description: string | null
  countryId: string | null
}

// UN/LOCODE's function digits in words.
export const WORLD_DESCRIPTION = sql<string>`concat_ws(', ', case when functions like '%1%' then 'Port' end,
  case when functions like '%4%' then 'Airport' end, case when functions like '%6%' then 'Inland depot' end)`

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
