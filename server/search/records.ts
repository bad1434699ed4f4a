import { sql } from 'kysely'
import { MAX_FOUND, type SearchReply } from '#contract/search.ts'
import type { Session } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { foldBlanks } from '#server/search-text.ts'

const nothing: SearchReply = { jobs: [], contacts: [], documents: [], templates: [] }

/**
 * What answers to a text, in one statement. Jobs: the one of that number, then those that bear exactly this
 * B/L or manifest number, then the newest that hold the text. `text` null: the job of that number alone.
 */
export async function findEverything(
  { db, accountId }: Session,
  { text, jobNumber }: { text: string | null; jobNumber: number | null },
): Promise<SearchReply> {
  const most = sql.lit(MAX_FOUND)
  const pattern = text === null ? null : containing(text)
  const jobPattern = text === null ? null : containing(foldBlanks(text))
  const wanted = text?.toLowerCase() ?? null
  const { rows } = await sql<SearchReply>`
    with found_jobs (id, rank) as (
      select id, min(rank) from (
        select job_id as id, 1 as rank from job_index
        where account_id = ${accountId} and job_number = ${jobNumber}::bigint
        union all
        select bearing.id, 2 from jobs_of_number(${wanted}, ${most}) as bearing (id)
        union all
        select holding.id, 3 from search_jobs(${jobPattern}, ${most}) as holding (id) where ${jobPattern}::text is not null
      ) as candidates group by id
    ),
    jobs_found as (
      select j.id, j.job_number as "jobId", j.name, j.status as "statusId", j.master_bl as mbl, j.house_bl as hbl,
        (select o.name from job_parties jp
          join parties p on p.account_id = ${accountId} and p.id = jp.party_id
          join organisations o on o.account_id = ${accountId} and o.id = p.organisation_id
          where jp.account_id = ${accountId} and jp.job_id = j.id and jp.role = 'consignee') as consignee
      from found_jobs join jobs j on j.account_id = ${accountId} and j.id = found_jobs.id
      order by found_jobs.rank, j.job_number desc limit ${most}
    ),
    contacts_found as (
      select id, name, description from organisations
      where account_id = ${accountId} and (lower(name) like ${pattern} or lower(description) like ${pattern})
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
      (select coalesce(json_agg(f), '[]') from contacts_found f) as contacts,
      (select coalesce(json_agg(f), '[]') from documents_found f) as documents,
      (select coalesce(json_agg(f), '[]') from templates_found f) as templates`.execute(db)
  return rows[0] ?? nothing
}
