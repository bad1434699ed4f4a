import { sql } from 'kysely'
import { TransportMode } from '#contract/choices.ts'
import { unLocodeOf } from '#contract/port-rules.ts'
import type { PortType } from '#contract/ports.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { wordBeginning } from '#server/search-text.ts'
import { type PortRow, WORLD_DESCRIPTION } from './records.ts'

export type FoundPort = PortRow & {
  /** UN/LOCODE's function digits, where they are known. */
  functions: string | null
  iata: string | null
  alias: string | null
  otherMode: boolean
}

/** A company's own port is looked up in the world's list by its id, or by its code where the company made it itself. */
export const KNOWN = sql`
  left join world_ports w on w.id = coalesce(
    (select same.id from world_ports same where same.id = f.id),
    (select same.id from world_ports same where same.code = upper(p.code)))`

const COLUMNS = sql`
  f.id, case when p.id is null then w.name else p.name end as name,
  case when p.id is null then w.code else p.code end as code,
  case when p.id is null then ${WORLD_DESCRIPTION} else p.description end as description,
  case when p.id is null then w.country_id else p.country_id end as "countryId",
  w.functions, coalesce(w.iata_code, case when w.functions like '%4%' then right(w.code, 3)
    when p.code ~* '^[A-Z]{3}$' then upper(p.code) end) as iata, w.aliases, p.id is not null as is_own`

/** Whether the row can be a place of a job that is carried so; of what is unknown, nobody can say. */
const suits = (mode: number | undefined) => {
  if (mode === TransportMode.air) return sql`coalesce(functions like '%4%', true)`
  if (mode === TransportMode.sea) return sql`coalesce(functions ~ '[16]', true)`
  return sql`true`
}

/** No more ports of a company's own than are worth sorting for a few choices. */
const WORTH_SORTING = 1_000

type Search = { text: string; mode?: number | undefined; offset?: number; limit: number }

/** The ports in their order, of a text that is folded. */
async function search(
  db: Db,
  accountId: string,
  { text, mode, offset = 0, limit }: Search,
  most: number | null,
): Promise<(FoundPort & { total: number })[]> {
  const pattern = containing(text)
  const prefix = pattern.slice(1)
  const word = wordBeginning(text)
  const code = text.toUpperCase()
  // “NL RTM” may be a code that stands so in no text: of its own, it is looked up besides.
  const whole = unLocodeOf(text) ?? code
  const coded = containing(whole.toLowerCase())
  const byWholeCode =
    whole === code
      ? sql``
      : sql`union select ports_holding(${coded}, ${whole}, ${most})
      union select id from world_ports where search_text like ${coded} and code = ${whole}`
  const { rows } = await sql<FoundPort & { total: number }>`
    with found as (
      select ports_holding(${pattern}, ${code}, ${most}) as id
      union
      select id from world_ports
      where search_text like ${pattern} or lower(aliases) like ${pattern} or iata_code = ${code}
      ${byWholeCode}
    ), matched as (
      select ${COLUMNS} from found f left join ports p on p.account_id = ${accountId} and p.id = f.id ${KNOWN}
    ), told as (
      select *, fold_text(name) as folded, ${suits(mode)} as suited,
        (select other from unnest(string_to_array(aliases, E'\n')) as other where lower(other) like ${pattern}
         order by lower(other) = ${text} desc, lower(other) like ${prefix} desc, other limit 1) as other
      from matched
    ), judged as (
      select *, bool_or(suited) over () as any_suited from told
    )
    select id, name, code, description, "countryId", functions, iata, not suited as "otherMode",
      case when lower(other) = ${text} or strpos(concat_ws(' ', lower(code), folded, lower(iata)), ${text}) = 0 then other end as alias,
      count(*) over () as total
    from judged where suited or not any_suited
    order by case
        when upper(code) in (${code}, ${whole}) then 0
        when iata = ${code} and right(upper(code), 3) = ${code} then 1
        when iata = ${code} or (length(code) = 5 and right(upper(code), 3) = ${code}) then 2
        when lower(other) = ${text} then 3
        when folded like ${prefix} or lower(other) like ${prefix} then 4
        when folded ~ ${word} or lower(other) ~ ${word} then 5
        else 6 end,
      is_own desc, folded, code, id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** All ports whose name, code or other name holds the text, which is folded. */
export async function findPorts(
  db: Db,
  accountId: string,
  asked: { text: string; offset: number; limit: number },
): Promise<{ rows: PortRow[]; total: number }> {
  const rows = await search(db, accountId, asked, null)
  const [first = asked.offset === 0 ? undefined : await firstOf(db, accountId, asked.text)] = rows
  return { rows, total: first?.total ?? 0 }
}

async function firstOf(db: Db, accountId: string, text: string) {
  const [first] = await search(db, accountId, { text, limit: 1 }, null)
  return first
}

export async function lookUpPorts(
  db: Db,
  accountId: string,
  asked: { text: string; mode: number | undefined; limit: number },
): Promise<FoundPort[]> {
  return search(db, accountId, asked, WORTH_SORTING)
}

const placeColumns = {
  Loading: sql`loading_port_id`,
  Via: sql`via_port_id`,
  Discharge: sql`discharge_port_id`,
  Destination: sql`destination_port_id`,
} as const satisfies Record<PortType, unknown>

/** What newest jobs are read to see what was used last. */
const NEWEST = 1_000

/** The ports last used at the place, or at any; those of jobs of the same mode first. */
export async function lastUsedPorts(
  db: Db,
  accountId: string,
  { portType, mode, limit }: { portType: PortType | undefined; mode: number | undefined; limit: number },
): Promise<FoundPort[]> {
  const places = portType ? [placeColumns[portType]] : Object.values(placeColumns)
  const { rows } = await sql<FoundPort>`
    with newest as (
      select * from jobs where account_id = ${accountId} order by job_number desc limit ${NEWEST}
    ), f as (
      select place.id, max(job_number) as newest,
        coalesce(bool_or(transport_mode = ${mode ?? null}::integer), false) as same_mode
      from newest cross join lateral (values ${sql.join(places.map(place => sql`(${place})`))}) as place (id)
      where place.id is not null
      group by 1 order by same_mode desc, newest desc limit ${limit}
    ), told as (
      select ${COLUMNS}, f.same_mode, f.newest from f join ports p on p.account_id = ${accountId} and p.id = f.id ${KNOWN}
    )
    select id, name, code, description, "countryId", functions, iata, null as alias, false as "otherMode"
    from told order by same_mode desc, newest desc`.execute(db)
  return rows
}
