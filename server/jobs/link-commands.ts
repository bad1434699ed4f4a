import {
  partyRoleLabels,
  partyWire,
  type LinkInput,
  type PartyRole,
  type StoredLink,
} from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { alreadyLinked, changesOfParties, partyNamedBy } from '#server/parties/commands.ts'
import * as parties from '#server/parties/records.ts'
import { lockJobForChange } from './commands.ts'
import { findNamed } from './named-records.ts'
import { updateJob } from './records.ts'

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
  const version = await lockJobForChange(session, jobId, ifMatch)
  const partyId = partyNamedBy(role, link)
  const existing = await findNamed(db, accountId, {
    jobId,
    isStored: true,
    links: link.id ? [link.id] : [],
    parties: partyId ? [partyId] : [],
    ports: [],
    ownerId: null,
  })
  // A call that is repeated may name its link again, but not give that link to another party.
  const named = existing.links.find(({ id }) => id === link.id)
  if (named && !says(link, role, named, existing.parties)) throw alreadyLinked(named)
  const changes = changesOfParties(jobId, { [role]: link }, existing, () => '')
  const [assigned] = changes.assigned
  const part = assigned ?? existing.links.find(one => one.jobId === jobId && one.role === role)
  if (!part) throw new Error('A link that is asked for stands or is made.')
  return {
    link: {
      id: part.id,
      shipmentId: jobId,
      [partyWire[role].field]: part.partyId,
      party: (await parties.getParty(db, accountId, part.partyId)) ?? null,
      shipmentVersion: assigned ? await updateJob(db, accountId, { id: jobId }, changes) : version,
    },
    created: assigned !== undefined,
  }
}

function says(
  link: LinkInput,
  role: PartyRole,
  part: parties.JobParty,
  standing: ReadonlyMap<string, string>,
): boolean {
  const named = partyNamedBy(role, link) ?? part.partyId
  return (
    part.role === role && part.jobId === link.shipmentId && part.partyId === (standing.get(named) ?? named)
  )
}

/** Takes a party off its job at once, by itself. */
export async function removeLink(
  session: Session,
  role: PartyRole,
  id: string,
  ifMatch: number | undefined,
): Promise<{ id: string; shipmentId: string; shipmentVersion: number }> {
  const { db, accountId } = session
  const what = `${partyRoleLabels[role].toLowerCase()} on a job`
  const found = await parties.getJobParty(db, accountId, id)
  if (found?.role !== role) throw notFound(what)
  await lockJobForChange(session, found.jobId, ifMatch)
  // Somebody may have removed it while this call waited for the job.
  if (!(await parties.getJobParty(db, accountId, id))) throw notFound(what)
  return {
    id,
    shipmentId: found.jobId,
    shipmentVersion: await updateJob(db, accountId, { id: found.jobId }, { removed: [id], assigned: [] }),
  }
}
