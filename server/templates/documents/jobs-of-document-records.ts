import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export const numberKinds = ['houseBill', 'masterBill', 'reference', 'jobNumber', 'container'] as const
export type NumberKind = (typeof numberKinds)[number]

export type FoundJob = {
  id: string
  jobId: number
  name: string | null
  /** In small letters. */
  numbers: { kind: NumberKind; text: string }[]
}

type Sought = {
  /** In small letters. */
  texts: readonly string[]
  jobNumbers: readonly number[]
  limit: number
}

/** Of one number no more jobs are looked at: what so many share tells none of them. */
const MOST_OF_ONE = 20

/** The weights of all kinds together. */
const MORE_THAN_ANY_HOUSE = 40

/**
 * The company's jobs that bear the numbers, the likeliest first. A house bill is one job's own; a master bill, a booking
 * and a job number are nearly so; containers travel for several. What names all houses of a consolidation, such as its
 * manifest, is the master's.
 */
export async function findJobsByNumbers(
  db: Db,
  accountId: string,
  { texts, jobNumbers, limit }: Sought,
): Promise<FoundJob[]> {
  const { rows } = await sql<FoundJob>`
    with sought as (select distinct text from unnest(${sql.val([...texts])}::text[]) as text),
    found as (
      select 20 as weight, 'houseBill' as kind, text, job.id from sought cross join lateral (
        select j.id from jobs j where j.account_id = ${accountId} and j.house_bl is not null
          and lower(j.house_bl) = text limit ${MOST_OF_ONE}) as job
      union all
      select 5, 'masterBill', text, job.id from sought cross join lateral (
        select j.id from jobs j where j.account_id = ${accountId} and j.master_bl is not null
          and lower(j.master_bl) = text limit ${MOST_OF_ONE}) as job
      union all
      select 5, 'reference', text, job.id from sought cross join lateral (
        select r.job_id as id from job_references r where r.account_id = ${accountId} and r.number is not null
          and lower(r.number) = text limit ${MOST_OF_ONE}) as job
      union all
      select 2, 'container', text, job.id from sought cross join lateral (
        select c.job_id as id from containers c where c.account_id = ${accountId} and c.number is not null
          and lower(c.number) = text limit ${MOST_OF_ONE}) as job
      union all
      select 3, 'jobNumber', j.job_number::text, j.id from jobs j
        where j.account_id = ${accountId} and j.job_number = any(${sql.val([...jobNumbers])}::bigint[])
    ),
    bills as (
      select f.text, h.id, h.master_job_id from found f
        join jobs h on h.account_id = ${accountId} and h.id = f.id and h.master_job_id is not null
        where f.kind = 'houseBill'
    ),
    masters as (
      select master_job_id as id from bills group by master_job_id
        having count(distinct id) > 1 and count(distinct id) = (
          select count(*) from jobs h where h.account_id = ${accountId}
            and h.master_job_id = bills.master_job_id and h.house_bl is not null)
    ),
    named as (
      select weight, kind, text, id from found
      union all
      select ${MORE_THAN_ANY_HOUSE}, 'houseBill', b.text, m.id from masters m join bills b on b.master_job_id = m.id
    ),
    -- Ten containers tell no more than one.
    weighed as (
      select id, sum(weight) as weight from (select distinct id, kind, weight from named) as once group by id
    )
    select j.id, j.job_number as "jobId", j.name, (
      select jsonb_agg(jsonb_build_object('kind', own.kind, 'text', own.text) order by own.weight desc, own.text)
      from (select distinct f.kind, f.text, f.weight from named f where f.id = j.id) as own) as numbers
    from weighed join jobs j on j.account_id = ${accountId} and j.id = weighed.id
    order by weighed.weight desc, j.job_number desc
    limit ${limit}`.execute(db)
  return rows
}
