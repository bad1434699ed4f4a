import { sql } from 'kysely'
import { DEFAULT_JOB_SORT, type JobSort } from '#contract/job-columns.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { matchingJobs, rarityOf } from './list-filter-records.ts'
import { keyed, orderedBy, sortKeyOf } from './list-order-records.ts'
import {
  type JobListOptions,
  type ListParameter,
  type ListValues,
  shapeOf,
  USUAL_EFFORT,
} from './list-parameters.ts'

type Filter = Omit<JobListOptions, 'sort' | 'offset' | 'limit'>

/** All jobs that the list's filters find, as a query of `id`, `job_number` and what `sort` sorts by, `key`. */
function matchingQuery(accountId: string, filter: Filter, sort: JobSort, atMost: number) {
  const { search } = filter
  const values: ListValues = {
    ...filter,
    ...{ accountId, offset: 0, limit: atMost, newest: atMost },
    patterns: search && 'texts' in search ? search.texts.map(containing) : [],
    jobNumber: search && 'jobNumber' in search ? search.jobNumber : 0,
    ...{ knownRevision: '', countedRevision: '', countedMatches: 0 },
  }
  const parameter: ListParameter = name => values[name]
  const shape = shapeOf({ ...filter, sort, offset: 0, limit: atMost }, 0, USUAL_EFFORT)
  const { joined, column } = keyed(sortKeyOf(sort))
  const matching = matchingJobs(parameter, shape, joined).map(
    from => sql`select j.id, j.job_number, ${column} as key ${from}`,
  )
  return {
    texts: shape.searched === 'text' ? sql`with ${rarityOf(parameter, shape)}` : sql``,
    matching: sql.join(matching, sql` union all `),
  }
}

/** The ids of all jobs that the list's filters find, newest first, but no more than `atMost`. */
export async function idsOfMatching(
  db: Db,
  accountId: string,
  filter: Filter,
  atMost: number,
): Promise<string[]> {
  const { texts, matching } = matchingQuery(accountId, filter, DEFAULT_JOB_SORT, atMost)
  const { rows } = await sql<{ id: string }>`
    ${texts} select id from (${matching}) as matching order by job_number desc limit ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}

const BYTES_OF_ID = 16

/** Ids in an order, a million of which take no more room than a picture. */
export type PackedIds = { length: number; slice: (from: number, to: number) => string[] }

function packedIds(bytes: Buffer): PackedIds {
  const idAt = (index: number) => {
    const hex = bytes.toString('hex', index * BYTES_OF_ID, (index + 1) * BYTES_OF_ID)
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
  const length = bytes.length / BYTES_OF_ID
  return {
    length,
    slice: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, length) - from) }, (_, index) => idAt(from + index)),
  }
}

/** All jobs that the filters find, or those of the ids, in the order of the list. */
export async function orderedIds(
  db: Db,
  accountId: string,
  chosen: { filter: Filter; ids?: readonly string[] | undefined },
  sort: JobSort,
): Promise<PackedIds> {
  const { texts, matching } = matchingQuery(accountId, chosen.filter, sort, ALL)
  const order = orderedBy({ sort, fromEnd: false, deep: false }, sql.ref('key'), sql.ref('job_number'))
  const wanted = chosen.ids ? sql`where id = any (${sql.val([...chosen.ids])}::uuid[])` : sql``
  const { rows } = await sql<{ ids: Buffer | null }>`
    ${texts} select string_agg(uuid_send(id), ''::bytea order by ${order}) as ids
    from (${matching}) as matching ${wanted}`.execute(db)
  return packedIds(rows[0]?.ids ?? Buffer.alloc(0))
}

/** More than any company has. */
const ALL = 2_147_483_647

/** Those of the ids that no job of the company bears. */
export async function unknownJobs(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${sql.val([...ids])}::uuid[]) as wanted (id)
    where not exists (select from jobs j where j.account_id = ${accountId} and j.id = wanted.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** "12 Cotton yarn", by id. */
export async function namesOfJobs(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, concat_ws(' ', job_number, coalesce(nullif(name, ''), '(unnamed)')) as name
    from jobs where account_id = ${accountId} and id = any (${sql.val([...ids])}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What the people are called, by id, whoever has left included. */
export async function namesOfOwners(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name as name from users
    where account_id = ${accountId} and id = any (${sql.val([...ids])}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
