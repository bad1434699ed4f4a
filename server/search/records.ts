import { sql } from 'kysely'
import { JobStatus } from '#contract/choices.ts'
import { builtInKindCodes } from '#contract/reference-kinds.ts'
import { MAX_COUNTED, MAX_FOUND, type SearchedField, type SearchReply } from '#contract/search.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import type { Session } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { matching } from '#server/organisations/matching-records.ts'
import { waysToWrite } from '#server/search-text.ts'

/** Among how many of the newest jobs that hold a text those in progress are put first. */
const NEWEST_RANKED = 200

/** What stands in each field that the search text is made of; several values where a job has several. */
export type Searched = Record<SearchedField, string | readonly string[] | null>

type FoundJob = Omit<SearchReply['jobs'][number], 'matched'> & {
  searched: Searched
}
export type Found = Omit<SearchReply, 'jobs'> & { jobs: FoundJob[] }

const referenceFields = sql.raw(
  [...builtInKindCodes, 'ownReference'].map(field => `'${field}', refs."${field}"`).join(', '),
)
const referencesByKind = sql.raw(
  [
    ...builtInKindCodes.map(
      kind => `json_agg(x.number order by x.position) filter (where x.kind = '${kind}') as "${kind}"`,
    ),
    `json_agg(k.name || ' ' || x.number order by x.position) filter (where k.id is not null) as "ownReference"`,
  ].join(', '),
)

const nothing: Found = { jobs: [], jobCount: 0, contacts: [], documents: [], templates: [] }

/**
 * What answers to a text, in one statement. Jobs: the one of that number, then those that bear exactly this
 * B/L or manifest number, then those that hold the text, those in progress first and the newest first among equals.
 * `text` null: the job of that number alone.
 */
export async function findEverything(
  { db, accountId }: Session,
  { text, jobNumber }: { text: string | null; jobNumber: number | null },
): Promise<Found> {
  const most = sql.lit(MAX_FOUND)
  const pattern = text === null ? null : containing(text)
  const jobPatterns = text === null ? null : waysToWrite(text).map(containing)
  const wanted = text?.toLowerCase() ?? null
  const holder = containerHolder('j')
  const { rows } = await sql<Found>`
    with held (id, place) as materialized (
      select id, place from search_jobs(${jobPatterns}::text[], ${sql.lit(MAX_COUNTED)}) with ordinality as holding (id, place)
      where ${jobPatterns}::text[] is not null
    ),
    found_jobs (id, rank) as (
      select id, min(rank) from (
        select job_id as id, 1 as rank from job_index
        where account_id = ${accountId} and job_number = ${jobNumber}::bigint
        union all
        select bearing.id, 2 from jobs_of_number(${wanted}, ${most}) as bearing (id)
        union all
        select id, 3 from held where place <= ${sql.lit(NEWEST_RANKED)}
      ) as candidates group by id
    ),
    jobs_found as (
      select j.id, j.job_number as "jobId", j.name, j.status as "statusId", j.master_bl as mbl, j.house_bl as hbl,
        parties.consignee, json_build_object(
          'name', j.name, 'consignee', parties.consignee, 'mbl', j.master_bl, 'hbl', j.house_bl,
          'container', boxes.numbers, 'seal', boxes.seals, ${referenceFields},
          'shipper', parties.shipper, 'agent', parties.agent, 'carrier', parties.carrier,
          'clearingAgent', parties.clearing_agent, 'notifyParty', parties.notify_party,
          'secondNotifyParty', parties.second_notify_party, 'customer', parties.customer, 'haulier', parties.haulier,
          'warehouse', parties.warehouse, 'vesselName', j.vessel_name, 'voyage', j.voyage_number,
          'quote.commodity', j.commodity,
          'quote.loadingPortId', ports.loading, 'quote.viaPortId', ports.via,
          'quote.dischargePortId', ports.discharge, 'quote.destinationPortId', ports.destination,
          'igm', j.igm, 'indexNumber', j.index_number) as searched
      from (
        select j.*, found_jobs.rank from found_jobs
        join jobs j on j.account_id = ${accountId} and j.id = found_jobs.id
        order by found_jobs.rank, j.status is distinct from ${sql.lit(JobStatus.inProgress)}, j.job_number desc
        limit ${most}
      ) j
      cross join lateral (
        select max(o.name) filter (where jp.role = 'consignee') as consignee,
          max(o.name) filter (where jp.role = 'shipper') as shipper,
          max(o.name) filter (where jp.role = 'agent') as agent,
          max(o.name) filter (where jp.role = 'carrier') as carrier,
          max(o.name) filter (where jp.role = 'clearingAgent') as clearing_agent,
          max(o.name) filter (where jp.role = 'notifyParty') as notify_party,
          max(o.name) filter (where jp.role = 'secondNotifyParty') as second_notify_party,
          max(o.name) filter (where jp.role = 'customer') as customer,
          max(o.name) filter (where jp.role = 'haulier') as haulier,
          max(o.name) filter (where jp.role = 'warehouse') as warehouse
        from job_parties jp
        join parties p on p.account_id = ${accountId} and p.id = jp.party_id
        join organisations o on o.account_id = ${accountId} and o.id = p.organisation_id
        where jp.account_id = ${accountId} and jp.job_id = j.id
      ) parties
      cross join lateral (
        select max(port.name) filter (where port.id = j.loading_port_id) as loading,
          max(port.name) filter (where port.id = j.via_port_id) as via,
          max(port.name) filter (where port.id = j.discharge_port_id) as discharge,
          max(port.name) filter (where port.id = j.destination_port_id) as destination
        from ports port
        where port.account_id = ${accountId}
          and port.id in (j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id)
      ) ports
      cross join lateral (
        select json_agg(c.number order by c.position) filter (where c.number is not null) as numbers,
          (select json_agg(seal) from containers s, unnest(s.seals) as seal
            where s.account_id = ${accountId} and s.job_id = ${holder}) as seals
        from containers c where c.account_id = ${accountId} and c.job_id = ${holder}
      ) boxes
      cross join lateral (
        select ${referencesByKind}
        from job_references x
        left join reference_kinds k on k.account_id = ${accountId} and k.id = x.own_kind_id
        where x.account_id = ${accountId} and x.job_id = j.id and x.number is not null
      ) refs
      order by j.rank, j.status is distinct from ${sql.lit(JobStatus.inProgress)}, j.job_number desc
    ),
    contacts_found as (
      select id, name, description from organisations o
      where account_id = ${accountId} and ${pattern}::text is not null and ${matching('o', pattern)}
      order by (lower(name) like ${pattern?.slice(1) ?? null}) desc nulls last, lower(name), id limit ${most}
    ),
    documents_found as (
      select d.id, d.name, d.type, d.job_id as "shipmentId", j.job_number as "jobId"
      from search_documents(${pattern}, ${most}) as found (id)
      join documents d on d.account_id = ${accountId} and d.id = found.id
      join jobs j on j.account_id = ${accountId} and j.id = d.job_id
      where ${pattern}::text is not null
      order by d.date desc, d.id
    ),
    templates_found as (
      select id, name, description from document_templates
      where account_id = ${accountId} and deleted_at is null and lower(concat_ws(' ', name, description)) like ${pattern}
      order by lower(name), id limit ${most}
    )
    select
      (select coalesce(json_agg(f), '[]') from jobs_found f) as jobs,
      (select count(*)::integer from ${jobPatterns === null ? sql`found_jobs` : sql`held`}) as "jobCount",
      (select coalesce(json_agg(f), '[]') from contacts_found f) as contacts,
      (select coalesce(json_agg(f), '[]') from documents_found f) as documents,
      (select coalesce(json_agg(f), '[]') from templates_found f) as templates`.execute(db)
  return rows[0] ?? nothing
}
