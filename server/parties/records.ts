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

export async function jobPartyWithRole(
  db: Db,
  accountId: string,
  jobId: string,
  role: PartyRole,
): Promise<JobParty | undefined> {
  return db
    .selectFrom('job_parties')
    .select(partSelection)
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('role', '=', role)
    .executeTakeFirst()
}

export async function insertJobParty(db: Db, accountId: string, part: JobParty): Promise<void> {
  await db
    .insertInto('job_parties')
    .values({
      account_id: accountId,
      id: part.id,
      job_id: part.jobId,
      role: part.role,
      party_id: part.partyId,
    })
    .execute()
}

export async function deleteJobParty(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('job_parties').where('account_id', '=', accountId).where('id', '=', id).execute()
}

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

/** Makes the job's next version, since a party is the job's own; gives its number. */
export async function countJobVersion(db: Db, accountId: string, jobId: string): Promise<number> {
  const { version } = await db
    .updateTable('jobs')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
