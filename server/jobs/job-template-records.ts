import { sql } from 'kysely'
import { type JobTemplate, MOST_JOB_TEMPLATES } from '#contract/job-templates.ts'
import type { Session } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'

/** Those whose template's name, number or name contains a text; of those never used, by name. */
export async function selectJobTemplates({ db, accountId }: Session, search: string): Promise<JobTemplate[]> {
  const { rows } = await sql<JobTemplate>`
    select j.id, j.job_number as "jobId", j.name, j.template_name as "templateName", consignee.name as consignee,
      loading.name as "loadingPort", destination.name as "destinationPort"
    from jobs j
    left join lateral (
      select max(copy.job_number) as number from jobs copy
      where copy.account_id = ${accountId} and copy.copied_from_number = j.job_number
    ) last_copy on true
    left join job_parties jp on jp.account_id = ${accountId} and jp.job_id = j.id and jp.role = 'consignee'
    left join parties p on p.account_id = ${accountId} and p.id = jp.party_id
    left join organisations consignee on consignee.account_id = ${accountId} and consignee.id = p.organisation_id
    left join ports loading on loading.account_id = ${accountId} and loading.id = j.loading_port_id
    left join ports destination on destination.account_id = ${accountId} and destination.id = j.destination_port_id
    where j.account_id = ${accountId} and j.template_name is not null
      and lower(concat_ws(' ', j.job_number, j.template_name, j.name)) like ${containing(search)}
    order by last_copy.number desc nulls last, lower(j.template_name), j.job_number
    limit ${sql.lit(MOST_JOB_TEMPLATES)}`.execute(db)
  return rows
}
