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
 * `assigned_parties`, which waits for the first so that an id that comes free may be used again.
 */
export const partyChangesWritten = (accountId: string, { removed, assigned }: PartyChanges) => sql`
  removed_parties as (
    delete from job_parties where account_id = ${accountId} and id = any (${removed}::uuid[]) returning id
  ),
  assigned_parties as (
    insert into job_parties (account_id, id, job_id, role, party_id)
    select ${accountId}, n.id, n.job_id, n.role, n.party_id
    from unnest(${assigned.map(one => one.id)}::uuid[], ${assigned.map(one => one.jobId)}::uuid[],
      ${assigned.map(one => one.role)}::text[], ${assigned.map(one => one.partyId)}::uuid[])
      as n (id, job_id, role, party_id)
    where (select count(*) from removed_parties) >= 0
    on conflict (account_id, job_id, role) do update set id = excluded.id, party_id = excluded.party_id
    returning id
  )`

/** A party with its organisation, or undefined where the account has no such party. */
export async function getParty(db: Db, accountId: string, id: string): Promise<Party | undefined> {
  const row = await db
    .selectFrom('parties')
    .select(['id', 'organisation_id as relatedId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const organisation = await selectOrganisations(db, accountId)
    .where('o.id', '=', row.relatedId)
    .executeTakeFirstOrThrow()
  return { ...row, organisation }
}
