import { sql } from 'kysely'
import type { PartyRole } from '#contract/parties.ts'
import type { Db } from '#server/db/db.ts'
import { selectOrganisations } from '#server/organisations/records.ts'
import type { Party } from '#contract/parties.ts'

export type JobParty = { id: string; jobId: string; role: PartyRole; partyId: string }

const partSelection = ['id', 'job_id as jobId', 'role', 'party_id as partyId'] as const

export async function getJobParty(db: Db, accountId: string, id: string): Promise<JobParty | undefined> {
  return db
    .selectFrom('job_parties')
    .select(partSelection)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** `removed`: ids of links that go without another in their place. */
export type PartyChanges = { removed: string[]; assigned: JobParty[] }

/**
 * The changes as two parts of a `with` list, to be written in one statement with the job: `removed_parties`, then
 * `assigned_parties`, which waits for the first so that an id that comes free may be used again. What there is nothing
 * to do for is left out, since PostgreSQL plans a statement with an empty array anew for each call.
 */
export const partyChangesWritten = (accountId: string, { removed, assigned }: PartyChanges) =>
  sql.join([
    ...(removed.length > 0 ? [removedParties(accountId, removed)] : []),
    ...(assigned.length > 0 ? [assignedParties(accountId, assigned, removed.length > 0)] : []),
  ])

/** What the statement has to wait for, so that the parties are written first. */
export const partiesAreWritten = ({ removed, assigned }: PartyChanges) => {
  if (assigned.length > 0) return sql`(select count(*) from assigned_parties) >= 0`
  return removed.length > 0 ? sql`(select count(*) from removed_parties) >= 0` : sql`true`
}

const removedParties = (accountId: string, removed: readonly string[]) => sql`
  removed_parties as (
    delete from job_parties where account_id = ${accountId} and id in (${sql.join(removed)}) returning id
  )`

const assignedParties = (accountId: string, assigned: readonly JobParty[], afterRemoved: boolean) => sql`
  assigned_parties as (
    insert into job_parties (account_id, id, job_id, role, party_id)
    select ${accountId}, n.id, n.job_id, n.role, n.party_id
    from (values ${sql.join(assigned.map(row))}) as n (id, job_id, role, party_id)
    ${afterRemoved ? sql`where (select count(*) from removed_parties) >= 0` : sql``}
    on conflict (account_id, job_id, role) do update set id = excluded.id, party_id = excluded.party_id
    returning id
  )`

const row = ({ id, jobId, role, partyId }: JobParty) =>
  sql`(${id}::uuid, ${jobId}::uuid, ${role}::text, ${partyId}::uuid)`

/** Those of the parties that the account has, each with its organisation, by id. */
export async function getParties(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Party>> {
  const rows = await db
    .selectFrom('parties')
    .select(['id', 'organisation_id as relatedId'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length === 0) return new Map()
  const organisations = await selectOrganisations(db, accountId)
    .where(
      'o.id',
      'in',
      rows.map(row => row.relatedId),
    )
    .execute()
  const byId = new Map(organisations.map(one => [one.id, one]))
  return new Map(rows.map(row => [row.id, { ...row, organisation: byId.get(row.relatedId) ?? null }]))
}
