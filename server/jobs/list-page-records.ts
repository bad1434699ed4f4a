import { keysOf } from '#contract/typed-objects.ts'
import { sql, type RawBuilder } from 'kysely'
import { DEFAULT_JOB_SORT, type JobSortKey, type JobListQuery, type JobSort } from '#contract/jobs.ts'
import type { ParameterOf } from '#server/db/prepared.ts'
import type { JobSearch } from './list-search.ts'

export type JobListOptions = Omit<JobListQuery, 'search' | 'offset' | 'limit'> & {
  search: JobSearch | null
  offset: number
  limit: number
}

export type ListValues = Omit<JobListOptions, 'search' | 'sort'> & {
  accountId: string
  pattern: string
  jobNumber: number
  newest: number
  /** The revision at which this page is remembered; '' where it is not. */
  knownRevision: string
  /** How many jobs hold the text, and at which revision they were counted; '' where nobody knows. */
  countedRevision: string
  countedMatches: number
}
export type ListParameter = ParameterOf<ListValues>

/** What decides the statement's text; everything else is a value in it. */
export type ListShape = {
  sort: JobSort
  limit: number
  fromStart: boolean
  searched: 'text' | 'number' | null
  filters: JobFilter[]
}

export function shapeOf({
  search,
  sort = DEFAULT_JOB_SORT,
  limit,
  offset,
  ...options
}: JobListOptions): ListShape {
  return {
    sort,
    limit,
    fromStart: offset === 0,
    searched: search && ('text' in search ? 'text' : 'number'),
    filters: jobFilters.filter(name => options[name] !== undefined),
  }
}

/** A search alone, newest first: its total is the number of jobs that hold the text. */
export const isPlainTextSearch = ({ searched, filters, sort }: ListShape) =>
  searched === 'text' && filters.length === 0 && sort === DEFAULT_JOB_SORT

const KILOGRAMS = sql`case when j.weight_unit = 1 then 1000 else 1 end`
const CUBIC_METERS = sql`case when j.volume_unit = 1 then 0.0283168 else 1 end`

/** What each column sorts by: words without regard to case, weights and volumes in one unit. */
const sortKeys: Record<JobSortKey, RawBuilder<unknown>> = {
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
  direction: sql`j.direction`,
  master: sql`(select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id)`,
}

/** The revision of the company's data that this statement sees: another one after every change of what it reads. */
export const revisionOf = (parameter: ListParameter) => sql<{ revision: string }>`(
  select coalesce(sum(value), 0)::text as revision from account_revisions
  where account_id = ${parameter('accountId')})`

/**
 * What a subquery answers, where the data has changed; beside `state`. PostgreSQL runs a subquery that names nothing
 * outside of it when its value is wanted for the first time, and so never for a page that is remembered.
 */
export const ifChanged = <Value>(parameter: ListParameter, subquery: RawBuilder<Value>) =>
  sql<Value | null>`case when state.revision <> ${parameter('knownRevision')} then ${subquery} end`

// Counting the jobs that hold a common text reads them all, so a count is remembered with its revision.
const matchesOf = (parameter: ListParameter) => sql<number>`(
  select case when revision = ${parameter('countedRevision')} then ${parameter('countedMatches')}::bigint
    else count_jobs(${parameter('pattern')}) end from state)`

type Pages = { page: RawBuilder<{ id: string; position: number }>; total: RawBuilder<number> }

/** The ids of one page in their order, and an expression for the number of all matches. */
export function pageOf(parameter: ListParameter, shape: ListShape): Pages {
  const { searched, sort } = shape
  const filters = shape.filters.map(name => filterConditions[name](parameter))
  if (searched === 'number') filters.push(sql`i.job_number = ${parameter('jobNumber')}`)
  if (filters.length > 0 || (searched === 'text' && sort !== DEFAULT_JOB_SORT))
    return pageOfMatching(parameter, shape, filters)
  return searched === 'text' ? pageOfNewest(parameter, shape) : pageOfAll(parameter, shape)
}

// The size stands in the text: a plan for "any number of rows" would read them all.
const window = (parameter: ListParameter, { limit, fromStart }: ListShape) =>
  fromStart ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${parameter('offset')}`

function pageOfAll(parameter: ListParameter, shape: ListShape): Pages {
  const { sort } = shape
  return {
    page: positioned(sql`select i.job_id as id from job_index i ${joinIfJobsSort(sort)}
      where i.account_id = ${parameter('accountId')}
      order by ${inOrder(sort, keyOf(sort), sql`i.job_number`)} ${window(parameter, shape)}`),
    total: sql`(select job_count from accounts where id = ${parameter('accountId')})`,
  }
}

/** The newest jobs that hold a text need no look at the others. */
function pageOfNewest(parameter: ListParameter, shape: ListShape): Pages {
  return {
    page: positioned(sql`select i.job_id as id from search_jobs(${parameter('pattern')}, ${parameter('newest')}) as found (id)
      join job_index i on i.account_id = ${parameter('accountId')} and i.job_id = found.id
      order by i.job_number desc ${window(parameter, shape)}`),
    total: matchesOf(parameter),
  }
}

function pageOfMatching(parameter: ListParameter, shape: ListShape, filters: RawBuilder<unknown>[]): Pages {
  const { sort, searched } = shape
  const candidates = searched === 'text' ? holding(parameter) : sql`job_index i`
  return {
    page: sql`(with matched as materialized (
        select i.job_id as id, i.job_number, ${keyOf(sort)} as key from ${candidates}
        join jobs j on j.account_id = i.account_id and j.id = i.job_id
        where ${sql.join([sql`i.account_id = ${parameter('accountId')}`, ...filters], sql` and `)}
      )
      select id, row_number() over () as position, (select count(*) from matched) as total
      from (select id from matched order by ${inOrder(sort, sql`key`, sql`job_number`)}
        ${window(parameter, shape)}) as ordered)`,
    total: sql`page.total`,
  }
}

// Below this many matches, looking each one up beats reading every job.
const FEW_MATCHES = sql.lit(2000)

/**
 * The index rows that hold a text. How many they are decides the way: the trigram index and a look-up each,
 * or one pass over all. The way not taken costs nothing.
 */
const holding = (parameter: ListParameter) => sql`(
    with found as materialized (select ${matchesOf(parameter)} as matches)
    select i.* from search_jobs(${parameter('pattern')}, ${FEW_MATCHES}) as few (id)
    join job_index i on i.account_id = ${parameter('accountId')} and i.job_id = few.id
    where (select matches from found) <= ${FEW_MATCHES}
    union all
    select i.* from job_index i
    where i.account_id = ${parameter('accountId')} and i.search_text like ${parameter('pattern')}
      and (select matches from found) > ${FEW_MATCHES}
  ) as i`

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

const columnOf = (sort: JobSort) => sort.replace('-', '') as JobSortKey
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

const filterConditions = {
  status: parameter => sql`j.status = any(${parameter('status')})`,
  mode: parameter => sql`j.transport_mode = any(${parameter('mode')})`,
  loadType: parameter => sql`j.load_type = any(${parameter('loadType')})`,
  quoteType: parameter => sql`j.quote_type = any(${parameter('quoteType')})`,
  direction: parameter => sql`j.direction = any(${parameter('direction')})`,
  party:
    parameter => sql`exists (select from job_parties jp where jp.account_id = j.account_id and jp.job_id = j.id
    and jp.party_id = ${parameter('party')})`,
  port: parameter =>
    sql`${parameter('port')} in (j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id)`,
  master: parameter => sql`j.master_job_id = ${parameter('master')}`,
  etdFrom: parameter => sql`j.etd >= ${parameter('etdFrom')}`,
  etdTo: parameter => sql`j.etd <= ${parameter('etdTo')}`,
  etaFrom: parameter => sql`j.eta >= ${parameter('etaFrom')}`,
  etaTo: parameter => sql`j.eta <= ${parameter('etaTo')}`,
} satisfies Partial<Record<keyof ListValues, (parameter: ListParameter) => RawBuilder<unknown>>>

type JobFilter = keyof typeof filterConditions
const jobFilters = keysOf(filterConditions)
