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

type Pages = { page: RawBuilder<{ id: string; position: number }>; total: RawBuilder<number> }

/** The ids of one page in their order, and an expression for the number of all matches. */
function pageOf(accountId: string, options: JobListOptions): Pages {
  const { search } = options
  const sort = options.sort ?? DEFAULT_JOB_SORT
  const filters = filtersOf(options)
  const text = search && 'text' in search ? search.text : null
  if (search && 'jobNumber' in search) filters.push(sql`i.job_number = ${search.jobNumber}`)
  if (filters.length > 0 || (text !== null && sort !== DEFAULT_JOB_SORT))
    return pageOfMatching(accountId, options, text, filters, sort)
  return text === null ? pageOfAll(accountId, options, sort) : pageOfNewest(accountId, options, text)
}

function pageOfAll(accountId: string, { offset, limit }: JobListOptions, sort: JobSort): Pages {
  return {
    page: positioned(sql`select i.job_id as id from job_index i ${joinIfJobsSort(sort)}
      where i.account_id = ${accountId}
      order by ${inOrder(sort, keyOf(sort), sql`i.job_number`)} limit ${limit} offset ${offset}`),
    total: sql`(select job_count from accounts where id = ${accountId})`,
  }
}

/** The newest jobs that hold a text need no look at the others. */
function pageOfNewest(accountId: string, { offset, limit }: JobListOptions, text: string): Pages {
  const pattern = containing(text)
  return {
    page: positioned(sql`select i.job_id as id from search_jobs(${pattern}, ${offset + limit}) as found (id)
      join job_index i on i.account_id = ${accountId} and i.job_id = found.id
      order by i.job_number desc limit ${limit} offset ${offset}`),
    // In a SELECT of its own, so that it runs once and not for each row of the page.
    total: sql`(select count_jobs(${pattern}))`,
  }
}

function pageOfMatching(
  accountId: string,
  { offset, limit }: JobListOptions,
  text: string | null,
  filters: RawBuilder<unknown>[],
  sort: JobSort,
): Pages {
  const candidates = text === null ? sql`job_index i` : holding(accountId, containing(text))
  return {
    page: sql`(with matched as materialized (
        select i.job_id as id, i.job_number, ${keyOf(sort)} as key from ${candidates}
        join jobs j on j.account_id = i.account_id and j.id = i.job_id
        where ${sql.join([sql`i.account_id = ${accountId}`, ...filters], sql` and `)}
      )
      select id, row_number() over () as position, (select count(*) from matched) as total
      from (select id from matched order by ${inOrder(sort, sql`key`, sql`job_number`)}
        limit ${limit} offset ${offset}) as ordered)`,
    total: sql`page.total`,
  }
}

// Below this many matches, looking each one up beats reading every job.
const FEW_MATCHES = 2000

/**
 * The index rows that hold a text. How many they are decides the way: the trigram index and a look-up each,
 * or one pass over all. The way not taken costs nothing.
 */
function holding(accountId: string, pattern: string): RawBuilder<unknown> {
  return sql`(
    with found as materialized (select count_jobs(${pattern}) as matches)
    select i.* from search_jobs(${pattern}, ${FEW_MATCHES}) as few (id)
    join job_index i on i.account_id = ${accountId} and i.job_id = few.id
    where (select matches from found) <= ${FEW_MATCHES}
    union all
    select i.* from job_index i
    where i.account_id = ${accountId} and i.search_text like ${pattern}
      and (select matches from found) > ${FEW_MATCHES}
  ) as i`
}

const positioned = (ids: RawBuilder<unknown>) =>
  sql<{
    id: string
    position: number
  }>`(select id, row_number() over () as position from (${ids}) as ordered)`

// The index alone serves the columns that it holds.
const joinIfJobsSort = (sort: JobSort) =>
  ['jobId', 'name', 'consignee', 'shipper', 'agent', 'carrier'].includes(columnOf(sort)) ||
  columnOf(sort).endsWith('Port')
    ? sql``
    : sql`join jobs j on j.account_id = i.account_id and j.id = i.job_id`

const columnOf = (sort: JobSort) => sort.replace('-', '') as JobColumn
const keyOf = (sort: JobSort) => sortKeys[columnOf(sort)]

/** Empty values come last either way; among equals the newest job first. */
function inOrder(
  sort: JobSort,
  key: RawBuilder<unknown>,
  jobNumber: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (columnOf(sort) === 'jobId') return sort.startsWith('-') ? sql`${key} desc` : key
  return sort.startsWith('-')
    ? sql`${key} desc nulls last, ${jobNumber} desc`
    : sql`${key}, ${jobNumber} desc`
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

/** The total by itself, for a page beyond the last row. */
async function countAll(db: Db, accountId: string, options: JobListOptions): Promise<number> {
  const first = await listJobRows(db, accountId, { ...options, offset: 0, limit: 1 })
  return first.total
}
