import { sql, type RawBuilder } from 'kysely'
import type { OrganisationChoice } from '#contract/lookups.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { foldText, wordBeginning } from '#server/search-text.ts'

/** The country's name is not in the database. */
export type OrganisationRow = Omit<OrganisationChoice, 'country'>

/** What newest jobs are read to see who was used last. */
const NEWEST = 1_000

const recentParties = (accountId: string, role: PartyRole | undefined) => sql`
  recent as materialized (
    select jp.party_id, pa.organisation_id, max(j.job_number) as newest,
      max(j.job_number) filter (where jp.role = ${role ?? null}::text) as newest_in_role
    from (
      select id, job_number from jobs where account_id = ${accountId} order by job_number desc limit ${NEWEST}
    ) as j
    join job_parties jp on jp.account_id = ${accountId} and jp.job_id = j.id
    join parties pa on pa.account_id = ${accountId} and pa.id = jp.party_id
    group by 1, 2
  )`

/** What is shown of the few that were chosen: rows with organisation_id, party_id, newest and place. */
export const shown = <Row = OrganisationRow>(
  accountId: string,
  chosen: RawBuilder<unknown>,
  further: RawBuilder<unknown> = sql``,
) => sql<Row>`
  with ${chosen}
  select ${further} o.id, chosen.party_id as "partyId", o.name, address.city, address.country_id as "countryId", address.email,
    (select count(distinct job_id) from job_parties
     where account_id = ${accountId} and party_id = chosen.party_id) as jobs,
    (select json_build_object('id', j.id, 'jobId', j.job_number, 'name', j.name) from jobs j
     where j.account_id = ${accountId} and j.job_number = coalesce(chosen.newest, (
       select max(older.job_number) from job_parties jp
       join jobs older on older.account_id = jp.account_id and older.id = jp.job_id
       where jp.account_id = ${accountId} and jp.party_id = chosen.party_id and chosen.newest is null))) as "lastJob"
  from chosen
  join organisations o on o.account_id = ${accountId} and o.id = chosen.organisation_id
  left join lateral (
    select city, country_id, email from contacts
    where account_id = ${accountId} and organisation_id = o.id order by position limit 1
  ) as address on true
  order by chosen.place`

/** The organisations last used in the role; where nobody was, those last used in any. */
export async function lastUsedOrganisations(
  db: Db,
  accountId: string,
  { role, limit }: { role: PartyRole | undefined; limit: number },
): Promise<OrganisationRow[]> {
  const { rows } = await shown(
    accountId,
    sql`${recentParties(accountId, role)}, chosen as (
      select organisation_id, party_id, newest,
        row_number() over (order by newest_in_role desc nulls last, newest desc, party_id) as place
      from recent
      where newest_in_role is not null
        or not exists (select from recent where newest_in_role is not null)
      order by place limit ${limit}
    )`,
  ).execute(db)
  return rows
}

/** Fewer digits than anybody types of a telephone number are part of a name. */
const FEWEST_DIGITS = 3

/** The digits of what looks like a telephone number, without the zeros that stand for a country or a trunk line. */
function digitsOf(text: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= FEWEST_DIGITS ? digits : null
}

/**
 * The organisations that hold all words of the text in name, city, or the domain of an e-mail address or website, or its
 * digits in a telephone number: whose name begins with it, has a word that does, holds it, then the others; among equals
 * those used last first.
 */
export async function likeliestOrganisations(
  db: Db,
  accountId: string,
  { text, role, limit }: { text: string; role: PartyRole | undefined; limit: number },
): Promise<OrganisationRow[]> {
  const folded = foldText(text)
  const anywhere = containing(folded)
  const beginning = anywhere.slice(1)
  // Of an e-mail address its domain is what organisations are found by.
  const words = folded.split(' ').map(word => containing(word.replace(/^.*@(?=.)/, '')))
  const digits = digitsOf(folded)
  const phone = digits && containing(digits)
  const { rows } = await shown(
    accountId,
    sql`${recentParties(accountId, role)}, matched as (
      select organisation_id, name from organisations_named(${beginning}, ${words}, ${phone})
      union
      select i.organisation_id, i.name from recent
      join organisation_index i on i.account_id = ${accountId} and i.organisation_id = recent.organisation_id
      where i.search_text like all (${words}) or i.search_text like ${phone}
    ), ranked as (
      select matched.organisation_id, recent.newest, row_number() over (order by
        case when name like ${beginning} then 0 when name ~ ${wordBeginning(folded)} then 1
          when name like ${anywhere} then 2 else 3 end,
        newest_in_role desc nulls last, newest desc nulls last, name collate "C", matched.organisation_id) as place
      from matched left join recent on recent.organisation_id = matched.organisation_id
      order by place limit ${limit}
    ), chosen as (
      select ranked.*, pa.id as party_id
      from ranked join parties pa on pa.account_id = ${accountId} and pa.organisation_id = ranked.organisation_id
    )`,
  ).execute(db)
  return rows
}
