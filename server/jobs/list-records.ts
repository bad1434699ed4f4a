import { sql, type RawBuilder } from 'kysely'
import {
  DEFAULT_JOB_SORT,
  type JobColumn,
  type JobListQuery,
  type JobRow,
  type JobSort,
} from '#contract/jobs.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import type { Page } from '#server/route.ts'
import type { JobSearch } from './list-search.ts'
import { briefLinkLists, withQuote } from './present.ts'
import { flatJob, portNames } from './selection-records.ts'

export type JobListOptions = Omit<JobListQuery, 'search' | 'offset' | 'limit'> & {
  search: JobSearch | null
  offset: number
  limit: number
}

const KILOGRAMS = sql`case when j.weight_unit = 1 then 1000 else 1 end`
const CUBIC_METERS = sql`case when j.volume_unit = 1 then 0.0283168 else 1 end`

/** What each column sorts by: words without regard to case, weights and volumes in one unit. */
const sortKeys: Record<JobColumn, RawBuilder<unknown>> = {
  jobId: sql`i.job_number`,
  name: sql`i.name`,
  status: sql`j.status`,
  consignee: sql`i.consignee`,
  transportMode: sql`j.transport_mode`,
  loadType: sql`j.load_type`,
  etd: sql`j.etd`,
  eta: sql`j.eta`,
  shipper: sql`i.shipper`,
  agent: sql`i.agent`,
  carrier: sql`i.carrier`,
  commodity: sql`lower(j.commodity)`,
  quoteType: sql`j.quote_type`,
  loadingPort: sql`i.loading_port`,
  destinationPort: sql`i.destination_port`,
  viaPort: sql`i.via_port`,
  dischargePort: sql`i.discharge_port`,
  grossWeight: sql`j.gross_weight * ${KILOGRAMS}`,
  netWeight: sql`j.net_weight * ${KILOGRAMS}`,
  volume: sql`j.volume * ${CUBIC_METERS}`,
  numberOfPackages: sql`j.number_of_packages`,
  mbl: sql`lower(j.master_bl)`,
  hbl: sql`lower(j.house_bl)`,
  igm: sql`lower(j.igm)`,
  indexNumber: sql`lower(j.index_number)`,
  shedNumber: sql`lower(j.shed_number)`,
}

/** One page of jobs with their parties, and how many there are in all: one statement. */
export async function listJobRows(db: Db, accountId: string, options: JobListOptions): Promise<Page<JobRow>> {
  const { page, total } = pageOf(accountId, options)
  const rows = await db
    .with('page', () => page)
    .selectFrom('page')
    .innerJoin('jobs as j', join => join.onRef('j.id', '=', 'page.id').on('j.account_id', '=', accountId))
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('job_parties as jp')
          .innerJoin('parties as p', join =>
            join.onRef('p.account_id', '=', 'jp.account_id').onRef('p.id', '=', 'jp.party_id'),
          )
          .innerJoin('organisations as o', join =>
            join.onRef('o.account_id', '=', 'p.account_id').onRef('o.id', '=', 'p.organisation_id'),
          )
          .whereRef('jp.account_id', '=', 'j.account_id')
          .whereRef('jp.job_id', '=', 'j.id')
          .select(
            sql<BriefPart[]>`json_agg(json_build_object('id', jp.id, 'role', jp.role, 'partyId', jp.party_id,
              'party', json_build_object('id', p.id, 'relatedId', o.id,
                'organisation', json_build_object('id', o.id, 'name', o.name))))`.as('parts'),
          )
          .as('parties'),
      join => join.onTrue(),
    )
    .select(flatJob)
    .select(portNames)
    .select(['parties.parts', total.as('total')])
    .orderBy('page.position')
    .execute()
  const first = rows[0]
  // Beyond the last row, or nothing found: only then the total needs asking by itself.
  if (!first) return { rows: [], total: options.offset === 0 ? 0 : await countAll(db, accountId, options) }
  return {
    rows: rows.map(({ parts, total: _, ...row }) => ({
      ...withQuote(row),
      ...briefLinkLists(row.id, parts ?? []),
    })),
    total: first.total,
  }
}

type BriefPart = { id: string; role: PartyRole; partyId: string; party: unknown }

/** The ids of one page in their order, and an expression for the number of all matches. */
function pageOf(accountId: string, options: JobListOptions) {
  const { search, offset, limit } = options
  const sort = options.sort ?? DEFAULT_JOB_SORT
  const order = orderBy(sort)
  const filters = filtersOf(options)
  const pattern = search?.text ? containing(search.text) : null

  if (!search && filters.length === 0)
    return {
      page: positioned(sql`select i.job_id as id from job_index i ${joinIfJobsSort(sort)}
        where i.account_id = ${accountId} order by ${order} limit ${limit} offset ${offset}`),
      total: sql<number>`(select job_count from accounts where id = ${accountId})`,
    }
  // The newest matches need no look at the others.
  if (pattern && filters.length === 0 && sort === DEFAULT_JOB_SORT && search?.jobNumber === null)
    return {
      page: positioned(sql`select i.job_id as id from search_jobs(${pattern}, ${offset + limit}) as found (id)
        join job_index i on i.account_id = ${accountId} and i.job_id = found.id
        order by i.job_number desc limit ${limit} offset ${offset}`),
      total: sql<number>`count_jobs(${pattern})`,
    }
  const matched = matching(accountId, search, pattern, filters)
  return {
    page: positioned(
      sql`select i.job_id as id from ${matched} order by ${order} limit ${limit} offset ${offset}`,
    ),
    total: sql<number>`(select count(*) from ${matched})`,
  }
}

const positioned = (ids: RawBuilder<unknown>) =>
  sql<{ id: string; position: number }>`select id, row_number() over () as position from (${ids}) as ordered`

function matching(
  accountId: string,
  search: JobSearch | null,
  pattern: string | null,
  filters: RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const conditions = [sql`i.account_id = ${accountId}`, ...filters]
  if (search) {
    const found = [
      ...(pattern ? [sql`select search_jobs(${pattern})`] : []),
      ...(search.jobNumber === null
        ? []
        : [
            sql`select job_id from job_index where account_id = ${accountId} and job_number = ${search.jobNumber}`,
          ]),
    ]
    conditions.push(sql`i.job_id in (${sql.join(found, sql` union `)})`)
  }
  return sql`job_index i join jobs j on j.account_id = i.account_id and j.id = i.job_id
    where ${sql.join(conditions, sql` and `)}`
}

// The index alone serves the columns that it holds.
const joinIfJobsSort = (sort: JobSort) =>
  ['jobId', 'name', 'consignee', 'shipper', 'agent', 'carrier'].includes(columnOf(sort)) ||
  columnOf(sort).endsWith('Port')
    ? sql``
    : sql`join jobs j on j.account_id = i.account_id and j.id = i.job_id`

const columnOf = (sort: JobSort) => sort.replace('-', '') as JobColumn

/** Empty values come last either way; among equals the newest job first. */
function orderBy(sort: JobSort): RawBuilder<unknown> {
  const key = sortKeys[columnOf(sort)]
  if (columnOf(sort) === 'jobId') return sort.startsWith('-') ? sql`${key} desc` : key
  return sort.startsWith('-')
    ? sql`${key} desc nulls last, i.job_number desc`
    : sql`${key}, i.job_number desc`
}

function filtersOf(options: JobListOptions): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = []
  const anyOf = (column: string, values: number[] | undefined) => {
    if (values) filters.push(sql`${sql.ref(column)} = any(${values})`)
  }
  anyOf('j.status', options.status)
  anyOf('j.transport_mode', options.mode)
  anyOf('j.load_type', options.loadType)
  anyOf('j.quote_type', options.quoteType)
  anyOf('j.direction', options.direction)
  if (options.party)
    filters.push(sql`exists (select from job_parties jp where jp.account_id = j.account_id and jp.job_id = j.id
      and jp.party_id = ${options.party})`)
  if (options.port)
    filters.push(
      sql`${options.port} in (j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id)`,
    )
  if (options.master) filters.push(sql`j.master_job_id = ${options.master}`)
  if (options.etdFrom) filters.push(sql`j.etd >= ${options.etdFrom}`)
  if (options.etdTo) filters.push(sql`j.etd <= ${options.etdTo}`)
  if (options.etaFrom) filters.push(sql`j.eta >= ${options.etaFrom}`)
  if (options.etaTo) filters.push(sql`j.eta <= ${options.etaTo}`)
  return filters
}

async function countAll(db: Db, accountId: string, options: JobListOptions): Promise<number> {
  const { total } = pageOf(accountId, options)
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}
