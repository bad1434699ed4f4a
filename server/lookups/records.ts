import { sql } from 'kysely'
import type { LastUsed } from '#contract/lookups.ts'
import type { Session } from '#server/db/db.ts'

/** How many of the newest jobs are read to see what was used last. */
const NEWEST = 200
const EACH = 5

const nothing: LastUsed = { packingModes: [], currencies: [], countries: [], masters: [] }

/** What the newest jobs use; where one job uses several, what it uses most comes first. */
export async function readLastUsed({ db, accountId }: Session): Promise<LastUsed> {
  const most = sql.lit(EACH)
  const { rows } = await sql<LastUsed>`
    with newest as materialized (
      select id, job_number, finance_id, master_job_id from jobs
      where account_id = ${accountId} order by job_number desc limit ${sql.lit(NEWEST)}
    ), packed as (
      select i.packing_mode as used, max(newest.job_number) as last, count(*) as times
      from newest join items i on i.account_id = ${accountId} and i.job_id = newest.id
      where i.packing_mode is not null group by 1 order by last desc, times desc, 1 limit ${most}
    ), charged as (
      select charges.currency as used, max(newest.job_number) as last, count(*) as times
      from newest join (
        select account_id, finance_id, currency from origin_charges
        union all select account_id, finance_id, currency from freight_charges
        union all select account_id, finance_id, currency from destination_charges
      ) as charges on charges.account_id = ${accountId} and charges.finance_id = newest.finance_id
      where charges.currency is not null group by 1 order by last desc, times desc, 1 limit ${most}
    ), placed as (
      select c.country_id as used, max(newest.job_number) as last, count(*) as times
      from newest
      join job_parties jp on jp.account_id = ${accountId} and jp.job_id = newest.id
      join parties pa on pa.account_id = ${accountId} and pa.id = jp.party_id
      join contacts c on c.account_id = ${accountId} and c.organisation_id = pa.organisation_id
      where c.country_id is not null group by 1 order by last desc, times desc, 1 limit ${most}
    ), mastering as (
      select m.id, m.job_number as "jobId", m.name, max(newest.job_number) as last
      from newest join jobs m on m.account_id = ${accountId} and m.id = newest.master_job_id
      group by 1, 2, 3 order by last desc limit ${most}
    )
    select
      (select coalesce(json_agg(used order by last desc, times desc, used), '[]') from packed) as "packingModes",
      (select coalesce(json_agg(used order by last desc, times desc, used), '[]') from charged) as currencies,
      (select coalesce(json_agg(used order by last desc, times desc, used), '[]') from placed) as countries,
      (select coalesce(json_agg(json_build_object('id', id, 'jobId', "jobId", 'name', name) order by last desc), '[]')
       from mastering) as masters`.execute(db)
  return rows[0] ?? nothing
}
