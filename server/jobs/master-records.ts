import { markOfHouse } from '#contract/houses.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type WantedMaster = { id: string; masterId: string }

/**
 * Why jobs cannot be houses of the masters that they are to have, by job: a house has no houses, and a master no
 * master. What stands already, from a time before this rule, is not asked.
 */
export async function masterRefusals(
  db: Db,
  accountId: string,
  wanted: readonly WantedMaster[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select n.id, case
      when n.id = n.master_id then 'A job cannot be its own master.'
      when m.id is null then 'There is no such job.'
      when above.id is not null then format('Job %s is itself a house of job %s.', m.job_number, above.job_number)
      when house.id is not null then format('It is a master job itself: job %s is its house.', house.job_number)
      end as reason
    from unnest(${sql.val(wanted.map(one => one.id))}::uuid[],
      ${sql.val(wanted.map(one => one.masterId))}::uuid[]) as n (id, master_id)
    left join jobs m on m.account_id = ${accountId} and m.id = n.master_id
    left join jobs above on above.account_id = ${accountId} and above.id = m.master_job_id
    left join lateral (
      select j.id, j.job_number from jobs j where j.account_id = ${accountId} and j.master_job_id = n.id
      order by j.job_number limit 1
    ) as house on true`.execute(db)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}

/** Whether a job is a house of this master already. */
export async function hasMaster(db: Db, accountId: string, id: string, masterId: string): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('master_job_id', '=', masterId)
    .executeTakeFirst()
  return job !== undefined
}

/** How a house is told from the others of this master: its House BL, else its number; null where it is none of them. */
export async function nameOfHouse(
  db: Db,
  accountId: string,
  id: string,
  masterId: string,
): Promise<string | null> {
  const job = await db
    .selectFrom('jobs')
    .select(['house_bl as hbl', 'job_number as jobId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('master_job_id', '=', masterId)
    .executeTakeFirst()
  return job ? markOfHouse(job) : null
}
