import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { KNOWN } from './search-records.ts'

export type UnsuitedRow = { id: string; name: string | null; instead: { id: string; name: string } | null }

/**
 * Those of the ports that are known to lack a function of UN/LOCODE, each with the one port of the same country that
 * has it and whose name begins as the port's own does: Shanghai for Shanghai Pudong Airport. London has four airports,
 * so none of them is meant more than another.
 */
export async function portsWithout(
  db: Db,
  accountId: string,
  { ids, functionDigit }: { ids: readonly string[]; functionDigit: '1' | '4' },
): Promise<UnsuitedRow[]> {
  const { rows } = await sql<UnsuitedRow>`
    select f.id, coalesce(p.name, w.name) as name, same.instead
    from unnest(${[...new Set(ids)]}::uuid[]) with ordinality as f (id, place)
    left join ports p on p.account_id = ${accountId} and p.id = f.id ${KNOWN}
    cross join lateral (
      select case when count(*) = 1
        then jsonb_build_object('id', min(other.id::text), 'name', min(other.name)) end as instead
      from world_ports other
      where other.country_id = w.country_id and other.functions like ${`%${functionDigit}%`}
        and (starts_with(lower(other.name) || ' ', lower(w.name) || ' ')
          or starts_with(lower(w.name) || ' ', lower(other.name) || ' '))
    ) same
    where w.functions not like ${`%${functionDigit}%`}
    order by f.place`.execute(db)
  return rows
}
