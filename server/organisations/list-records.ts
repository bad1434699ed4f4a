import { type RawBuilder, sql } from 'kysely'
import type { ContactSort, ListedOrganisation, OrganisationJob } from '#contract/contact-list.ts'
import { type PartyRole, partyRoles } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { inOneTrip } from '#server/db/transaction.ts'
import { isOpen } from '#server/records/open-job-records.ts'
import type { Page } from '#server/route.ts'
import { matching } from './matching-records.ts'
import { selectOrganisations } from './records.ts'

const orders: Record<ContactSort, RawBuilder<unknown>> = {
  name: sql`lower(o.name), o.id`,
  '-name': sql`lower(o.name) desc nulls last, o.id desc`,
  openJobs: sql`coalesce(counted.jobs, 0), lower(o.name), o.id`,
  '-openJobs': sql`coalesce(counted.jobs, 0) desc, lower(o.name), o.id`,
}

/** The open jobs of all contacts at once, where the list is sorted by them. */
const allOpenJobs = (accountId: string) => sql`
  left join (
    select pa.organisation_id, count(distinct jp.job_id) as jobs
    from jobs j
    join job_parties jp on jp.account_id = ${accountId} and jp.job_id = j.id
    join parties pa on pa.account_id = ${accountId} and pa.id = jp.party_id
    where j.account_id = ${accountId} and ${isOpen}
    group by 1
  ) as counted on counted.organisation_id = o.id`

const allRoles = sql.lit(partyRoles.join(' '))

/** Which roles a party has on any job: one look into an index for each. */
const rolesOf = (accountId: string) => sql<PartyRole[]>`(
  select coalesce(json_agg(each.role order by each.place), '[]')
  from string_to_table(${allRoles}, ' ') with ordinality as each (role, place)
  where exists (
    select from job_parties jp
    where jp.account_id = ${accountId} and jp.party_id = page.party_id and jp.role = each.role))`

const openJobsOf = (accountId: string) => sql<number>`(
  select count(distinct jp.job_id)::int from job_parties jp
  join jobs j on j.account_id = ${accountId} and j.id = jp.job_id
  where jp.account_id = ${accountId} and jp.party_id = page.party_id and ${isOpen})`

/** `search` looks into name, description, tax number and SCAC. The page is chosen first, its roles and jobs are looked up for it alone. */
export async function listOrganisations(
  db: Db,
  accountId: string,
  asked: { search: string | undefined; sort: ContactSort; offset: number; limit: number },
): Promise<Page<ListedOrganisation>> {
  const { search, sort, offset, limit } = asked
  const pattern = search === undefined ? null : containing(search)
  const matches = matching('o', pattern)
  const order = orders[sort]
  const page = sql<{ id: string; place: number; party_id: string | null }>`(
    select chosen.*, pa.id as party_id
    from (
      select o.id, row_number() over (order by ${order}) as place
      from organisations o ${sort.endsWith('openJobs') ? allOpenJobs(accountId) : sql``}
      where o.account_id = ${accountId} and ${matches}
      order by ${order} limit ${limit} offset ${offset}
    ) as chosen
    left join parties pa on pa.account_id = ${accountId} and pa.organisation_id = chosen.id
    offset 0)`.as('page')
  const rows = selectOrganisations(db, accountId)
    .innerJoin(page, 'page.id', 'o.id')
    .select([rolesOf(accountId).as('roles'), openJobsOf(accountId).as('openJobs')])
    .orderBy('page.place')
  const total = db
    .selectFrom('organisations as o')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('o.account_id', '=', accountId)
    .where(matches)
  const [listed, [counted]] = await inOneTrip(db, [rows.compile(), total.compile()])
  return { rows: listed, total: counted?.total ?? 0 }
}

/** The jobs of an organisation's party, the open ones first; null where there is no such organisation. */
export async function listJobsOf(
  db: Db,
  accountId: string,
  organisationId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Page<OrganisationJob> | null> {
  const port = (column: string) => sql`(
    select coalesce(port.name, port.code) from ports port
    where port.account_id = ${accountId} and port.id = ${sql.ref(`j.${column}`)})`
  const { rows } = await sql<{ total: number | null; rows: OrganisationJob[] }>`
    with played as (
      select jp.job_id, array_agg(jp.role) as roles
      from parties pa
      join job_parties jp on jp.account_id = ${accountId} and jp.party_id = pa.id
      where pa.account_id = ${accountId} and pa.organisation_id = ${organisationId}
      group by 1
    ), page as (
      select j.*, played.roles, ${isOpen} as is_open
      from played join jobs j on j.account_id = ${accountId} and j.id = played.job_id
      order by is_open desc, j.job_number desc limit ${limit} offset ${offset}
    )
    select (select count(*)::int from played) as total,
      coalesce((select json_agg(json_build_object(
        'id', j.id, 'jobId', j.job_number, 'name', j.name,
        'roles', (select json_agg(each.role order by each.place)
          from string_to_table(${allRoles}, ' ') with ordinality as each (role, place) where each.role = any (j.roles)),
        'statusId', j.status, 'etd', j.etd, 'eta', j.eta,
        'loadingPort', ${port('loading_port_id')}, 'dischargePort', ${port('discharge_port_id')},
        'destinationPort', ${port('destination_port_id')}
      ) order by j.is_open desc, j.job_number desc) from page j), '[]') as rows
    from organisations o where o.account_id = ${accountId} and o.id = ${organisationId}`.execute(db)
  const [found] = rows
  return found ? { rows: found.rows, total: found.total ?? 0 } : null
}
