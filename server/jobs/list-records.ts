import { type InferResult, type QueryCreator, sql } from 'kysely'
import type { JobRow } from '#contract/jobs.ts'
import { type ListedRole, listedRoles } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { preparedQueries } from '#server/db/prepared.ts'
import { containing } from '#server/db/sql-fragments.ts'
import type { DB } from '#server/db/tables.ts'
import { cachedCount, cacheCount, countKeyOf } from './count-cache.ts'
import { ifChanged, pageOf, revisionOf } from './list-page-records.ts'
import {
  type Effort,
  type JobListOptions,
  type ListParameter,
  type ListValues,
  shapeOf,
  USUAL_EFFORT,
} from './list-parameters.ts'
import { briefLinkLists, withQuote } from './present.ts'
import { flatJob } from './selection-records.ts'
import { type TablePage, writeTable } from './list-table-records.ts'

/** 'full': a JobRow each; 'table': a JobTableRow each. */
export type RowShape = 'full' | 'table'

/** One page of jobs as JSON, and how many there are in all. */
export type JobPage = { text: string; count: number; total: number }

/** A page at a revision of the company's data; null: it is the one of `knownRevision`, and nothing was read. */
export type RevisedPage = { revision: string; page: JobPage | null }

/** One page of jobs with their parties, unless it is known at the present revision: one statement. */
export async function readJobPage(
  db: Db,
  accountId: string,
  options: JobListOptions,
  rowShape: RowShape,
  knownRevision = '',
  effort: Effort = USUAL_EFFORT,
): Promise<RevisedPage> {
  const { search, offset, limit } = options
  const countKey = countKeyOf(accountId, options)
  const counted = cachedCount(countKey)
  // Which end is nearer: a count that has been outdated since says it well enough.
  const about = counted?.matches ?? (offset > effort.shallow ? await countAll(db, accountId, options) : 0)
  const read = rowShape === 'full' ? readFullRows : readTableRows
  const { revision, page } = await read(db, JSON.stringify(shapeOf(options, about, effort)), {
    ...options,
    accountId,
    patterns: search && 'texts' in search ? search.texts.map(containing) : [],
    knownRevision,
    // No revision is called ''.
    countedRevision: counted?.revision ?? '',
    countedMatches: counted?.matches ?? 0,
    jobNumber: search && 'jobNumber' in search ? search.jobNumber : 0,
    newest: offset + limit,
  })
  if (revision === knownRevision) return { revision, page: null }
  // Beyond the last row, or nothing found: only then the total needs asking by itself.
  if (page === null) {
    const total = offset === 0 ? 0 : await countAll(db, accountId, options)
    if (offset === 0) cacheCount(countKey, { revision, matches: 0 })
    return { revision, page: { text: '[]', count: 0, total } }
  }
  cacheCount(countKey, { revision, matches: page.total })
  return { revision, page }
}

type Read = (db: Db, shape: string, values: ListValues) => Promise<RevisedPage>

const readFullRows: Read = async (db, shape, values) => {
  const [read] = await queryFullRows(db, shape, values)
  const { revision = '', rows = null } = read ?? {}
  const [first] = rows ?? []
  if (!rows || !first) return { revision, page: null }
  const jobs: JobRow[] = rows.map(row =>
    Object.assign(withQuote(row), briefLinkLists(row.id, (row.parts ?? []).map(storedPart)), {
      master: masterOf(row),
      owner: ownerOf(row),
    }),
  )
  return { revision, page: { text: JSON.stringify(jobs), count: jobs.length, total: first.total } }
}

const readTableRows: Read = async (db, shape, values) => {
  const [read] = await queryTableRows(db, shape, values)
  const { revision = '', text = null, count, total } = read ?? {}
  return { revision, page: text === null ? null : { text, count: count ?? 0, total: total ?? 0 } }
}

const queryTableRows = preparedQueries<ListValues, TablePage>((db, parameter, shape) =>
  writeTable(db, parameter, JSON.parse(shape)),
)

type WithPage = DB & { page: { id: string; position: number }; parts: { job_id: string; parts: BriefPart[] } }

const listedJobs = (
  db: QueryCreator<WithPage>,
  parameter: ListParameter,
  total: ReturnType<typeof pageOf>['total'],
) => {
  const ofAccount = parameter('accountId')
  return db
    .selectFrom('page')
    .innerJoin('jobs as j', join => join.onRef('j.id', '=', 'page.id').on('j.account_id', '=', ofAccount))
    .leftJoin('parts', 'parts.job_id', 'j.id')
    .leftJoin('ports as loading', join =>
      join.on('loading.account_id', '=', ofAccount).onRef('loading.id', '=', 'j.loading_port_id'),
    )
    .leftJoin('ports as via', join =>
      join.on('via.account_id', '=', ofAccount).onRef('via.id', '=', 'j.via_port_id'),
    )
    .leftJoin('ports as discharge', join =>
      join.on('discharge.account_id', '=', ofAccount).onRef('discharge.id', '=', 'j.discharge_port_id'),
    )
    .leftJoin('ports as destination', join =>
      join.on('destination.account_id', '=', ofAccount).onRef('destination.id', '=', 'j.destination_port_id'),
    )
    .leftJoin('jobs as master', join =>
      join.on('master.account_id', '=', ofAccount).onRef('master.id', '=', 'j.master_job_id'),
    )
    .leftJoin('users as owner', join =>
      join.on('owner.account_id', '=', ofAccount).onRef('owner.id', '=', 'j.owner_id'),
    )
    .select(flatJob)
    .select([
      'page.position',
      'owner.display_name as ownerName',
      'owner.email as ownerEmail',
      'master.job_number as masterJobNumber',
      'master.name as masterName',
      'loading.name as loadingPort',
      'via.name as viaPort',
      'discharge.name as dischargePort',
      'destination.name as destinationPort',
      'parts.parts',
      total.as('total'),
    ])
}

type Listed = InferResult<ReturnType<typeof listedJobs>>[number]

const queryFullRows = preparedQueries<ListValues, { revision: string; rows: Listed[] | null }>(
  (db, parameter, shape) => {
    const { page, total } = pageOf(parameter, JSON.parse(shape))
    return db
      .with('state', () => revisionOf(parameter))
      .with('page', () => page)
      .with('parts', () => partsOfPage(parameter))
      .with('listed', one => listedJobs(one, parameter, total))
      .selectFrom('state')
      .select([
        'state.revision',
        // One value, which the driver reads sooner than as many columns of as many rows.
        ifChanged(
          parameter,
          sql<Listed[]>`(select json_agg(listed order by listed.position) from listed)`,
        ).as('rows'),
      ])
  },
)

type BriefPart = [
  id: string,
  role: ListedRole,
  partyId: string,
  organisationId: string,
  organisationName: string | null,
]

const roles = sql.join(listedRoles.map(role => sql.lit(role)))

// Arrays, which PostgreSQL makes in half the time of objects; and once for the page, not once a job.
const partsOfPage = (parameter: ListParameter) =>
  sql<{ job_id: string; parts: BriefPart[] }>`(
    select jp.job_id, json_agg(json_build_array(jp.id, jp.role, p.id, o.id, o.name)) as parts
    from page
    join job_parties jp on jp.account_id = ${parameter('accountId')} and jp.job_id = page.id
      and jp.role in (${roles})
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

const ownerOf = (row: { ownerId: string | null; ownerName: string | null; ownerEmail: string | null }) =>
  row.ownerId !== null && row.ownerName !== null && row.ownerEmail !== null
    ? { id: row.ownerId, displayName: row.ownerName, email: row.ownerEmail }
    : null

/** The total by itself, for a page beyond the last row. */
async function countAll(db: Db, accountId: string, options: JobListOptions): Promise<number> {
  const { page } = await readJobPage(db, accountId, { ...options, offset: 0, limit: 1 }, 'table')
  return page?.total ?? 0
}
