import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { quoteColumns, quotePorts } from '#server/jobs/columns.ts'
import { partyColumn } from './job-records.ts'

type Standing = { id: string; name: string | null }

const ports = sql.join(
  quotePorts.map(field => sql`(${sql.lit(quoteColumns[field])}, ${sql.ref(`j.${quoteColumns[field]}`)})`),
)

/**
 * The ports and companies of jobs, by the job's number and the import's column. Of several of one name a file that was
 * exported means the one that stands there.
 */
export async function standingOf(
  db: Db,
  accountId: string,
  jobNumbers: readonly number[],
): Promise<Map<number, Map<string, Standing>>> {
  if (jobNumbers.length === 0) return new Map()
  const { rows } = await sql<Standing & { job: number; place: string }>`
    with wanted as (
      select j.* from jobs j where j.account_id = ${accountId}
        and j.job_number = any (${sql.val([...new Set(jobNumbers)])}::bigint[])
    )
    select j.job_number::float8 as job, place.name as place, p.id, p.name
    from wanted j cross join lateral (values ${ports}) as place (name, id)
    join ports p on p.account_id = j.account_id and p.id = place.id
    union all
    select j.job_number::float8, ${sql.lit(partyColumn(''))} || jp.role, jp.party_id, o.name
    from wanted j join job_parties jp on jp.account_id = j.account_id and jp.job_id = j.id
    join parties p on p.account_id = jp.account_id and p.id = jp.party_id
    join organisations o on o.account_id = p.account_id and o.id = p.organisation_id`.execute(db)
  const found = new Map<number, Map<string, Standing>>()
  for (const { job, place, id, name } of rows) {
    const ofJob = found.get(job) ?? new Map<string, Standing>()
    found.set(job, ofJob.set(place, { id, name }))
  }
  return found
}
