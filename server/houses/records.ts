import { sql } from 'kysely'
import { type FittingHouse, FITTING_DAYS, type House, MAX_HOUSES } from '#contract/houses.ts'
import { JobStatus, LoadType, TransportMode } from '#contract/choices.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { selectFinances } from '#server/finance/records.ts'

/** A house as it is stored: its figures in its own units. */
export type StoredHouse = Omit<House, 'kilograms' | 'cubicMetres' | 'chargeable' | 'costShare'>

/** The company in a role of a job, as JSON. */
const companyOf = (job: 'j' | 'h', role: 'shipper' | 'consignee') => sql`(
  select json_build_object('id', o.id, 'name', o.name)
  from job_parties jp
  join parties p on p.account_id = jp.account_id and p.id = jp.party_id
  join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
  where jp.account_id = ${sql.ref(`${job}.account_id`)} and jp.job_id = ${sql.ref(`${job}.id`)}
    and jp.role = ${sql.lit(role)})`

const houses = sql<StoredHouse[]>`coalesce((
  select json_agg(house order by house."jobId") from (
    select h.id, h.job_number as "jobId", h.name, h.house_bl as hbl,
      ${companyOf('h', 'shipper')} as shipper, ${companyOf('h', 'consignee')} as consignee,
      h.number_of_packages as "numberOfPackages", h.gross_weight as "grossWeight", h.weight_unit as "weightUnit",
      h.volume, h.volume_unit as "volumeUnit", h.received_at_cfs_on as "receivedAtCfs",
      h.issued_on as "dateOfIssue", h.etd,
      case when h.cost_share_of = j.id then h.cost_share_by_hand end as "costShareByHand", h.version
    from jobs h where h.account_id = j.account_id and h.master_job_id = j.id
    order by h.job_number limit ${sql.lit(MAX_HOUSES)}
  ) as house), '[]')`

const houseCount = sql<number>`(
  select count(*)::integer from jobs h where h.account_id = j.account_id and h.master_job_id = j.id)`

/** The houses of a job, by their numbers, how many there are, and the job's own charges; null where there is no such job. */
export async function selectHouses(db: Db, accountId: string, masterId: string) {
  const row = await selectFinances(db, accountId)
    .where('j.id', '=', masterId)
    .select(['j.cost_split as basis', houseCount.as('houseCount'), houses.as('houses')])
    .executeTakeFirst()
  return row ?? null
}

export type StoredFittingHouse = Omit<FittingHouse, 'kilograms' | 'cubicMetres'> &
  Pick<House, 'grossWeight' | 'weightUnit' | 'volume' | 'volumeUnit'>

type Asked = { search: string; offset: number; limit: number }

const nameOf = (role: 'shipper' | 'consignee') => sql`(${companyOf('j', role)} ->> 'name')`

/** What is not set on either of the two differs in nothing. */
const agrees = (column: string) => sql`(${sql.ref(`j.${column}`)} = ${sql.ref(`m.${column}`)}) is not false`

/**
 * The jobs that may become houses of a job, those of the nearest ETD first, then those of which the most is settled.
 * A house takes none.
 */
export async function selectFittingHouses(
  db: Db,
  accountId: string,
  masterId: string,
  { search, offset, limit }: Asked,
): Promise<{ rows: StoredFittingHouse[]; total: number }> {
  const found =
    search === ''
      ? sql``
      : sql`where lower(concat_ws(' ', "jobId", name, hbl, shipper, consignee)) like ${containing(search)}`
  const { rows } = await sql<StoredFittingHouse & { id: string | null; total: number }>`
    with fitting as (
      select j.id, j.job_number as "jobId", j.name, j.house_bl as hbl, j.etd, j.loading_port_id as "loadingPortId",
        j.discharge_port_id as "dischargePortId", j.number_of_packages as "numberOfPackages",
        j.gross_weight as "grossWeight", j.weight_unit as "weightUnit", j.volume, j.volume_unit as "volumeUnit",
        ${nameOf('shipper')} as shipper, ${nameOf('consignee')} as consignee,
        loading.name as "loadingPort", discharge.name as "dischargePort", j.etd - m.etd as "etdDays"
      from jobs m
      join jobs j on j.account_id = m.account_id and j.id <> m.id
      left join ports loading on loading.account_id = j.account_id and loading.id = j.loading_port_id
      left join ports discharge on discharge.account_id = j.account_id and discharge.id = j.discharge_port_id
      where m.account_id = ${accountId} and m.id = ${masterId} and m.master_job_id is null
        and j.status = ${sql.lit(JobStatus.inProgress)} and j.master_job_id is null and j.template_name is null
        and ${agrees('transport_mode')} and ${agrees('direction')}
        and ${agrees('loading_port_id')} and ${agrees('discharge_port_id')}
        and (coalesce(j.transport_mode, ${sql.lit(TransportMode.sea)}) <> ${sql.lit(TransportMode.sea)}
          or coalesce(j.load_type, ${sql.lit(LoadType.lcl)}) = ${sql.lit(LoadType.lcl)})
        and (abs(j.etd - m.etd) <= ${sql.lit(FITTING_DAYS)}) is not false
        and not exists (select from jobs h where h.account_id = j.account_id and h.master_job_id = j.id)
    )
    , found as (select * from fitting ${found}),
    page as (
      select * from found
      order by abs("etdDays") nulls last, num_nulls("loadingPortId", "dischargePortId", etd), "jobId" desc
      limit ${limit} offset ${offset}
    )
    select page.*, (select count(*)::integer from found) as total from (values (1)) as always left join page on true
    order by abs("etdDays") nulls last, num_nulls("loadingPortId", "dischargePortId", etd), "jobId" desc`.execute(
    db,
  )
  // Beyond the last page one row stands alone, to say how many there are.
  return {
    rows: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  }
}
