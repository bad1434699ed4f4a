import {
  partyRoleLabels,
  partyWire,
  type LinkInput,
  type PartyRole,
  type StoredLink,
} from '#contract/parties.ts'
import type { Db, Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { lockJob, refuseOutdated } from '#server/jobs/records.ts'
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

async function alreadyLinked(db: Db, accountId: string, id: string): Promise<AppError> {
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

/** An unsaved link with a new id, as the specification's POST without a body gives. */
export const draftLink = (role: PartyRole): StoredLink => ({
  id: crypto.randomUUID(),
  shipmentId: null,
  [partyWire[role].field]: null,
  party: null,
  shipmentVersion: null,
})

/** Puts a party on a job at once, by itself. */
export async function addLink(
  session: Session,
  role: PartyRole,
  link: LinkInput,
  ifMatch: number | undefined,
): Promise<{ link: StoredLink; created: boolean }> {
  const { db, accountId } = session
  if (!link.shipmentId) throw invalid('shipmentId', 'Name the job.')
  const jobId = link.shipmentId
  const version = await lockForChange(session, jobId, ifMatch)
  // A call that is repeated may name its link again, but not give that link to another party.
  const named = link.id ? await records.getPart(db, accountId, link.id) : undefined
  if (named && !says(link, role, named)) throw await alreadyLinked(db, accountId, named.id)
  const { part, changed } = await givePart(session, jobId, role, link)
  const shipmentVersion = changed ? await records.countJobVersion(db, accountId, jobId) : version
  return {
    link: {
      id: part.id,
      shipmentId: jobId,
      [partyWire[role].field]: part.partyId,
      party: (await records.getParty(db, accountId, part.partyId)) ?? null,
      shipmentVersion,
    },
    created: changed,
  }
}

const says = (link: LinkInput, role: PartyRole, part: records.Part) =>
  part.role === role &&
  part.jobId === link.shipmentId &&
  part.partyId === (link[partyWire[role].field] ?? link.party?.id ?? part.partyId)

/** Takes a party off its job at once, by itself. */
export async function removeLink(
  session: Session,
  role: PartyRole,
  id: string,
  ifMatch: number | undefined,
): Promise<{ id: string; shipmentId: string; shipmentVersion: number }> {
  const { db, accountId } = session
  const what = `${partyRoleLabels[role].toLowerCase()} on a job`
  const found = await records.getPart(db, accountId, id)
  if (found?.role !== role) throw notFound(what)
  await lockForChange(session, found.jobId, ifMatch)
  // Somebody may have removed it while this call waited for the job.
  if (!(await records.getPart(db, accountId, id))) throw notFound(what)
  await records.deletePart(db, accountId, id)
  return {
    id,
    shipmentId: found.jobId,
    shipmentVersion: await records.countJobVersion(db, accountId, found.jobId),
  }
}

async function lockForChange(
  { db, accountId }: Session,
  jobId: string,
  ifMatch: number | undefined,
): Promise<number> {
  const version = await lockJob(db, accountId, jobId)
  if (version === null) throw notFound('job')
  await refuseOutdated(db, accountId, jobId, ifMatch, version)
  return version
}
