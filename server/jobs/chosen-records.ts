import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { matchingJobs, rarityOf } from './list-filter-records.ts'
import {
  type JobListOptions,
  type ListParameter,
  type ListValues,
  shapeOf,
  USUAL_EFFORT,
} from './list-parameters.ts'

type Filter = Omit<JobListOptions, 'sort' | 'offset' | 'limit'>

/** The ids of all jobs that the list's filters find, newest first, but no more than `atMost`. */
export async function idsOfMatching(
  db: Db,
  accountId: string,
  filter: Filter,
  atMost: number,
): Promise<string[]> {
  const { search } = filter
  const values: ListValues = {
    ...filter,
    ...{ accountId, offset: 0, limit: atMost, newest: atMost },
    pattern: search && 'text' in search ? containing(search.text) : '',
    jobNumber: search && 'jobNumber' in search ? search.jobNumber : 0,
    ...{ knownRevision: '', countedRevision: '', countedMatches: 0 },
  }
  const parameter: ListParameter = name => values[name]
  const shape = shapeOf({ ...filter, offset: 0, limit: atMost }, 0, USUAL_EFFORT)
  const matching = matchingJobs(parameter, shape).map(from => sql`select j.id, j.job_number ${from}`)
  const { rows } = await sql<{ id: string }>`
    ${shape.searched === 'text' ? sql`with ${rarityOf(parameter, shape)}` : sql``}
    select id from (${sql.join(matching, sql` union all `)}) as matching
    order by job_number desc limit ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}

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
