import { sql } from 'kysely'
import type { MasterProposal } from '#contract/consolidations.ts'
import type { Db } from '#server/db/db.ts'

/** The value of a column that all chosen jobs have which say anything; null where they differ. */
const common = (column: string) =>
  sql`case when min(${sql.ref(`j.${column}`)}) = max(${sql.ref(`j.${column}`)}) then min(${sql.ref(`j.${column}`)}) end`

/** The same of ids, of which not every PostgreSQL knows the least. */
const commonId = (column: string) =>
  sql`case when count(distinct ${sql.ref(`j.${column}`)}) = 1 then min(${sql.ref(`j.${column}`)}::text)::uuid end`

const portOf = (column: string) => sql`(
  select p.name from ports p where p.account_id = found.account_id and p.id = ${sql.ref(`found.${column}`)})`

/** KHI of PKKHI, as people write it in names; another code as it stands, or the name. */
const codeOf = (column: string) => sql`(
  select case when length(p.code) = 5 then right(p.code, 3) else coalesce(nullif(p.code, ''), p.name) end
  from ports p where p.account_id = found.account_id and p.id = ${sql.ref(`found.${column}`)})`

const partyOf = (role: 'carrier' | 'agent', ids: readonly string[]) => sql`(
  select case when count(distinct jp.party_id) = 1
    then json_build_object('id', min(jp.party_id::text), 'name', min(o.name)) end
  from job_parties jp
  join parties p on p.account_id = jp.account_id and p.id = jp.party_id
  join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
  where jp.account_id = found.account_id and jp.role = ${sql.lit(role)} and jp.job_id = any(${sql.val([...ids])}::uuid[]))`

export type FoundProposal = Omit<MasterProposal, 'name'> & { from: string | null; to: string | null }

/** What the jobs have in common; null where the company has none of them. */
export async function selectProposal(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<FoundProposal | null> {
  const { rows } = await sql<FoundProposal>`
    with found as (
      select j.account_id, ${common('direction')} as direction,
        ${common('vessel_name')} as vessel_name, ${common('voyage_number')} as voyage_number,
        ${common('etd')} as etd, ${common('eta')} as eta, ${common('transport_mode')} as transport_mode,
        ${commonId('loading_port_id')} as loading_port_id, ${commonId('via_port_id')} as via_port_id,
        ${commonId('discharge_port_id')} as discharge_port_id,
        ${commonId('destination_port_id')} as destination_port_id
      from jobs j where j.account_id = ${accountId} and j.id = any(${sql.val([...ids])}::uuid[])
      group by j.account_id
    )
    select direction, vessel_name as "vesselName", voyage_number as voyage, etd, eta,
      json_build_object('transportMode', transport_mode,
        'loadingPortId', loading_port_id, 'loadingPort', ${portOf('loading_port_id')},
        'viaPortId', via_port_id, 'viaPort', ${portOf('via_port_id')},
        'dischargePortId', discharge_port_id, 'dischargePort', ${portOf('discharge_port_id')},
        'destinationPortId', destination_port_id, 'destinationPort', ${portOf('destination_port_id')}) as quote,
      ${partyOf('carrier', ids)} as carrier, ${partyOf('agent', ids)} as agent,
      ${codeOf('loading_port_id')} as "from", ${codeOf('discharge_port_id')} as "to"
    from found`.execute(db)
  return rows[0] ?? null
}
