import { partyWire, type LinkInput, type PartyRole } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import * as records from './records.ts'

/**
 * Assigns the party that the link names to a role on a job, replacing the one that had it. Naming the party that
 * has it already changes nothing. The caller has locked the job and counts its version. `at` is where the
 * link is in the body, for refusals.
 * @returns whether anything changed
 */
export async function assignParty(
  { db, accountId }: Session,
  jobId: string,
  role: PartyRole,
  link: LinkInput,
  at = '',
): Promise<{ part: records.JobParty; changed: boolean }> {
  const { field } = partyWire[role]
  const existing = await records.jobPartyWithRole(db, accountId, jobId, role)
  const partyId = link[field] ?? link.party?.id ?? (existing?.id === link.id ? existing?.partyId : undefined)
  if (!partyId) throw invalid(at + field, 'Name the party.')
  if (existing?.partyId === partyId) return { part: existing, changed: false }
  if (!(await records.getParty(db, accountId, partyId))) throw invalid(at + field, 'There is no such party.')
  const id = link.id ?? crypto.randomUUID()
  if (existing) await records.deleteJobParty(db, accountId, existing.id)
  const sameId = await records.getJobParty(db, accountId, id)
  if (sameId) throw alreadyLinked(sameId)
  const part = { id, jobId, role, partyId }
  await records.insertJobParty(db, accountId, part)
  return { part, changed: true }
}

export const alreadyLinked = (existing: records.JobParty) => idInUse('A party link', existing)

/** Removes the party from a role on a job. */
export async function clearParty({ db, accountId }: Session, jobId: string, role: PartyRole): Promise<void> {
  const existing = await records.jobPartyWithRole(db, accountId, jobId, role)
  if (existing) await records.deleteJobParty(db, accountId, existing.id)
}
