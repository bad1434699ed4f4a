import { type CompiledQuery, sql } from 'kysely'
import { partyRoles } from '#contract/parties.ts'
import { type Db, TOKEN_SUBJECT } from '#server/db/db.ts'
import { partiesInstead } from '#server/records/merged-records.ts'
import type { JobParty } from '#server/parties/records.ts'

/** What a job's body names, by id. */
export type NamedIds = {
  /** The job itself, and whether it is known to be stored. */
  jobId: string
  isStored: boolean
  links: readonly string[]
  parties: readonly string[]
  ports: readonly string[]
  ownerId: string | null
}

/** What of it the company has. */
export type NamedRecords = {
  hasJob: boolean
  /** The parties of a stored job, and wherever else a link of a named id stands. */
  links: JobParty[]
  /** For each named one the party that stands in its place: itself, or the one of the contact that it was merged into. */
  parties: ReadonlyMap<string, string>
  ports: ReadonlySet<string>
  /** Whether the named owner is a person of the company, or the one whom the job has already. */
  hasOwner: boolean
}

export const nothingNamed: NamedRecords = {
  hasJob: false,
  links: [],
  parties: new Map(),
  ports: new Set(),
  hasOwner: false,
}

const MOST_PORTS = 4

/**
 * A list as so many parameters, whatever its length. PostgreSQL plans a statement with an array anew for each call,
 * since it expects a short array to be cheaper than one of a length that it does not know.
 */
const listOf = (ids: readonly string[], most: number) => {
  if (ids.length > most) throw new Error(`A job names no more than ${most} of them.`)
  return sql.join(Array.from({ length: most }, (_, index) => ids[index] ?? null))
}

const NOTHING = sql`'[]'::json`

const existing = (table: 'parties' | 'ports', accountId: string, ids: readonly string[], most: number) =>
  ids.length === 0
    ? NOTHING
    : sql`(select coalesce(json_agg(id), '[]') from ${sql.table(table)}
        where account_id = ${accountId} and id in (${listOf(ids, most)}))`

/** A new job has no links yet, so only those of the named ids are looked for. */
function linksNamedBy(accountId: string, { jobId, isStored, links }: NamedIds) {
  if (!isStored && links.length === 0) return NOTHING
  const named = links.length > 0 ? sql`link.id in (${listOf(links, partyRoles.length)})` : sql`false`
  const own = isStored ? sql`link.job_id = ${jobId}` : sql`false`
  return sql`
    (select coalesce(json_agg(json_build_object(
        'id', link.id, 'jobId', link.job_id, 'role', link.role, 'partyId', link.party_id)), '[]')
      from job_parties as link where link.account_id = ${accountId} and (${own} or ${named}))`
}

/** Whether somebody may be made the owner of a job: a person, who has joined and not left. */
export const mayOwn = (user: string) => sql<boolean>`
  (${sql.ref(`${user}.joined_at`)} is not null and ${sql.ref(`${user}.deactivated_at`)} is null
    and not starts_with(${sql.ref(`${user}.subject`)}, ${TOKEN_SUBJECT}))`

/** Somebody who has left stays the owner of the jobs that they had. */
const ownerNamedBy = (accountId: string, { jobId, ownerId }: NamedIds) =>
  ownerId === null
    ? sql`false`
    : sql`exists (select from users u where u.account_id = ${accountId} and u.id = ${ownerId} and (
        ${mayOwn('u')}
        or exists (select from jobs j where j.account_id = u.account_id and j.id = ${jobId} and j.owner_id = u.id)))`

type NamedRow = {
  hasJob: boolean
  links: JobParty[]
  parties: string[]
  ports: string[]
  hasOwner: boolean
}

/** Reads in one statement all that a job's body can name. */
export const findNamed = async (db: Db, accountId: string, ids: NamedIds): Promise<NamedRecords> => {
  const { rows } = await db.executeQuery(namedStatement(db, accountId, ids))
  return namedOf(db, accountId, ids, rows)
}

export const namedStatement = (db: Db, accountId: string, ids: NamedIds): CompiledQuery<NamedRow> =>
  sql<NamedRow>`
    select
      ${ids.isStored ? sql`true` : sql`exists (select from jobs where account_id = ${accountId} and id = ${ids.jobId})`} as "hasJob",
      ${linksNamedBy(accountId, ids)} as links,
      ${existing('parties', accountId, ids.parties, partyRoles.length)} as parties,
      ${existing('ports', accountId, ids.ports, MOST_PORTS)} as ports,
      ${ownerNamedBy(accountId, ids)} as "hasOwner"`.compile(db)

/** Asks further only for parties that are not there: they may have been merged into others. */
export async function namedOf(
  db: Db,
  accountId: string,
  ids: NamedIds,
  [found]: readonly NamedRow[],
): Promise<NamedRecords> {
  if (!found) throw new Error('The database answered nothing.')
  const parties = await partiesInstead(db, accountId, ids.parties, found.parties)
  return { ...found, parties, ports: new Set(found.ports) }
}
