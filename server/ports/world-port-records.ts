import type { ClientBase } from 'pg'
import { worldPorts, type WorldPort } from './world-ports.ts'

/** A connection as the owner of the tables: people's sessions may only read the world's ports. */
export type OwnerClient = Pick<ClientBase, 'query'>

/** How many rows were new and how many stood there otherwise; the rest were the same already. */
export type Saved = { added: number; changed: number }

/** Stores ports by code in one statement. No code may come twice in `rows`. */
export async function saveWorldPorts(owner: OwnerClient, rows: readonly WorldPort[]): Promise<Saved> {
  const { rows: written } = await owner.query<{ added: boolean }>(
    `insert into world_ports as existing (id, code, name, country_id, functions, iata_code, aliases)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     on conflict (code) do update
       set name = excluded.name, country_id = excluded.country_id, functions = excluded.functions,
         iata_code = coalesce(excluded.iata_code, existing.iata_code),
         aliases = coalesce(excluded.aliases, existing.aliases)
       where (existing.name, existing.country_id, existing.functions, existing.iata_code, existing.aliases)
         is distinct from (excluded.name, excluded.country_id, excluded.functions,
           coalesce(excluded.iata_code, existing.iata_code), coalesce(excluded.aliases, existing.aliases))
     returning xmax = 0 as added`,
    [
      rows.map(row => row.id),
      rows.map(row => row.code),
      rows.map(row => row.name),
      rows.map(row => row.countryId),
      rows.map(row => row.functions),
      rows.map(row => row.iata),
      rows.map(row => row.aliases),
    ],
  )
  const added = written.filter(row => row.added).length
  return { added, changed: written.length - added }
}

/** Brings the table up to the list that ships with this version; ports that were imported stay. */
export function loadWorldPorts(owner: OwnerClient): Promise<Saved> {
  return saveWorldPorts(owner, worldPorts())
}
