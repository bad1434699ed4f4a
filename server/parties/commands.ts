import { partyWire, type LinkInput, type PartyRole } from '#contract/parties.ts'
import type { Db, Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import * as records from './records.ts'

/**
 * Gives a role on a job to the party that the link names, in place of whoever had it. Naming the party that
 * has it already changes nothing. The caller has locked the job and counts its version. `at` is where the
 * link stands in the body, for refusals.
 * @returns whether anything changed
 */
export async function givePart(
  { db, accountId }: Session,
  jobId: string,
  role: PartyRole,
  link: LinkInput,
  at = '',
): Promise<{ part: records.Part; changed: boolean }> {
  const { field } = partyWire[role]
  const standing = await records.partOfRole(db, accountId, jobId, role)
  const partyId = link[field] ?? link.party?.id ?? (standing?.id === link.id ? standing?.partyId : undefined)
  if (!partyId) throw invalid(at + field, 'Name the party.')
  if (standing?.partyId === partyId) return { part: standing, changed: false }
  if (!(await records.getParty(db, accountId, partyId))) throw invalid(at + field, 'There is no such party.')
  const id = link.id ?? crypto.randomUUID()
  if (standing) await records.deletePart(db, accountId, standing.id)
  if (await records.getPart(db, accountId, id)) throw await alreadyLinked(db, accountId, id)
  const part = { id, jobId, role, partyId }
  await records.insertPart(db, accountId, part)
  return { part, changed: true }
}

export async function alreadyLinked(db: Db, accountId: string, id: string): Promise<AppError> {
  return new AppError(
    'already_exists',
    'A party link with this id exists already and says something else; give the new one an id of its own.',
    { current: await records.getPart(db, accountId, id) },
  )
}

/** Leaves a role on a job to nobody. */
export async function clearPart({ db, accountId }: Session, jobId: string, role: PartyRole): Promise<void> {
  const standing = await records.partOfRole(db, accountId, jobId, role)
  if (standing) await records.deletePart(db, accountId, standing.id)
}
