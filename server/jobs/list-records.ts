import { type InferResult, sql } from 'kysely'
import type { JobRow } from '#contract/jobs.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { preparedQueries } from '#server/db/prepared.ts'
import { containing } from '#server/db/sql-fragments.ts'
import type { Page } from '#server/route.ts'
import { cachedCount, cacheCount } from './search-count-cache.ts'
import {
  isPlainTextSearch,
  type JobListOptions,
  type ListParameter,
  type ListShape,
  type ListValues,
  pageOf,
  shapeOf,
  dataState,
} from './list-page-records.ts'
import { briefLinkLists, withQuote } from './present.ts'
import { flatJob } from './selection-records.ts'

/** One page of jobs with their parties, and how many there are in all: one statement. */
export async function listJobRows(db: Db, accountId: string, options: JobListOptions): Promise<Page<JobRow>> {
  const { search, offset, limit } = options
  const shape = shapeOf(options)
  const pattern = search && 'text' in search ? containing(search.text) : ''
  const known = cachedCount(accountId, pattern)
  const rows = await queryPage(db, JSON.stringify(shape), {
    ...options,
    accountId,
    pattern,
    knownAsOf: known.asOf,
    knownMatches: known.matches,
    jobNumber: search && 'jobNumber' in search ? search.jobNumber : 0,
    newest: offset + limit,
  })
  const first = rows[0]
  // Beyond the last row, or nothing found: only then the total needs asking by itself.
  if (!first) return { rows: [], total: offset === 0 ? 0 : await countAll(db, accountId, options) }
  if (isPlainTextSearch(shape) && first.isSettled)
    cacheCount(accountId, pattern, { asOf: first.asOf, matches: first.total })
  return {
    rows: rows.map(row =>
      Object.assign(withQuote(row), briefLinkLists(row.id, (row.parts ?? []).map(storedPart)), {
        master: masterOf(row),
      }),
    ),
    total: first.total,
  }
}

const writePage = (db: Db, parameter: ListParameter, text: string) => {
  const shape: ListShape = JSON.parse(text)
  const { page, total } = pageOf(parameter, shape)
  return db
    .with('state', () => dataState(parameter))
    .with('page', () => page)
    .with('parts', () => partsOfPage(parameter))
    .selectFrom('page')
    .innerJoin('jobs as j', join =>
      join.onRef('j.id', '=', 'page.id').on('j.account_id', '=', parameter('accountId')),
    )
    .leftJoin('parts', 'parts.job_id', 'j.id')
    .leftJoin('ports as loading', join =>
      join
        .on('loading.account_id', '=', parameter('accountId'))
        .onRef('loading.id', '=', 'j.loading_port_id'),
    )
    .leftJoin('ports as via', join =>
      join.on('via.account_id', '=', parameter('accountId')).onRef('via.id', '=', 'j.via_port_id'),
    )
    .leftJoin('ports as discharge', join =>
      join
        .on('discharge.account_id', '=', parameter('accountId'))
        .onRef('discharge.id', '=', 'j.discharge_port_id'),
    )
    .leftJoin('ports as destination', join =>
      join
        .on('destination.account_id', '=', parameter('accountId'))
        .onRef('destination.id', '=', 'j.destination_port_id'),
    )
    .leftJoin('jobs as master', join =>
      join.on('master.account_id', '=', parameter('accountId')).onRef('master.id', '=', 'j.master_job_id'),
    )
    .select(flatJob)
    .select([
      'master.job_number as masterJobNumber',
      'master.name as masterName',
      'loading.name as loadingPort',
      'via.name as viaPort',
      'discharge.name as dischargePort',
      'destination.name as destinationPort',
      'parts.parts',
      total.as('total'),
      sql<number>`(select as_of from state)`.as('asOf'),
      sql<boolean>`(select is_settled from state)`.as('isSettled'),
    ])
    .orderBy('page.position')
}

const queryPage = preparedQueries<ListValues, InferResult<ReturnType<typeof writePage>>[number]>(writePage)

type BriefPart = [
  id: string,
  role: PartyRole,
  partyId: string,
  organisationId: string,
  organisationName: string | null,
]

// Arrays, which PostgreSQL makes in half the time of objects; and once for the page, not once a job.
const partsOfPage = (parameter: ListParameter) =>
  sql<{ job_id: string; parts: BriefPart[] }>`(
    select jp.job_id, json_agg(json_build_array(jp.id, jp.role, p.id, o.id, o.name)) as parts
    from page
    join job_parties jp on jp.account_id = ${parameter('accountId')} and jp.job_id = page.id
    join parties p on p.account_id = ${parameter('accountId')} and p.id = jp.party_id
    join organisations o on o.account_id = ${parameter('accountId')} and o.id = p.organisation_id
    group by jp.job_id)`

const storedPart = ([id, role, partyId, organisationId, name]: BriefPart) => ({
  id,
  role,
  partyId,
  party: { id: partyId, relatedId: organisationId, organisation: { id: organisationId, name } },
})

const masterOf = (row: {
  masterShipmentId: string | null
  masterJobNumber: number | null
  masterName: string | null
}) =>
  row.masterShipmentId !== null && row.masterJobNumber !== null
    ? { id: row.masterShipmentId, jobId: row.masterJobNumber, name: row.masterName }
    : null

/** The total by itself, for a page beyond the last row. */
async function countAll(db: Db, accountId: string, options: JobListOptions): Promise<number> {
  const first = await listJobRows(db, accountId, { ...options, offset: 0, limit: 1 })
  return first.total
}
