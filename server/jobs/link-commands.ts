import {
  type ListedRole,
  type PartyRole,
  partyRoleLabels,
  partyWire,
  type RemovedLink,
  type StoredFurtherLink,
  type StoredLink,
} from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { alreadyLinked, type AskedLink, changesOfParties } from '#server/parties/commands.ts'
import * as parties from '#server/parties/records.ts'
import { lockJobForChange } from './commands.ts'
import { findNamed } from './named-records.ts'
import { updateJob } from './records.ts'

/** An unsaved link with a new id, as the specification's POST without a body gives. */
export const draftLink = (role: ListedRole): StoredLink => ({
  id: crypto.randomUUID(),
  shipmentId: null,
  [partyWire[role].field]: null,
  party: null,
  shipmentVersion: null,
})

type Placed<Link> = { link: Link; created: boolean }

/** Puts a party on a job at once, by itself, in a role that has a list. */
export async function addListedLink(
  session: Session,
  role: ListedRole,
  asked: AskedLink & { jobId: string | null | undefined },
  ifMatch: number | undefined,
): Promise<Placed<StoredLink>> {
  const { link, created } = await addLink(session, role, asked, ifMatch)
  const { id, shipmentId, partyId, party, shipmentVersion } = link
  return {
    link: { id, shipmentId, [partyWire[role].field]: partyId, party, shipmentVersion },
    created,
  }
}

/** Puts a party on a job at once, by itself. */
export async function addLink<Role extends PartyRole>(
  session: Session,
  role: Role,
  link: AskedLink & { jobId: string | null | undefined },
  ifMatch: number | undefined,
): Promise<Placed<Omit<StoredFurtherLink, 'role'> & { role: Role }>> {
  const { db, accountId } = session
  const { jobId, partyId } = link
  if (!jobId) throw invalid('shipmentId', 'Name the job.')
  const version = await lockJobForChange(session, jobId, ifMatch)
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
  if (named && !says({ ...link, jobId, role }, named, existing.parties)) throw alreadyLinked(named)
  const changes = changesOfParties(jobId, { [role]: link }, existing)
  const [assigned] = changes.assigned
  const part = assigned ?? existing.links.find(one => one.jobId === jobId && one.role === role)
  if (!part) throw new Error('A link that is asked for stands or is made.')
  return {
    link: {
      id: part.id,
      shipmentId: jobId,
      role,
      partyId: part.partyId,
      party: (await parties.getParty(db, accountId, part.partyId)) ?? null,
      shipmentVersion: assigned ? await updateJob(db, accountId, { id: jobId }, changes) : version,
    },
    created: assigned !== undefined,
  }
}

function says(
  link: { jobId: string; role: PartyRole; partyId?: string | undefined },
  part: parties.JobParty,
  standing: ReadonlyMap<string, string>,
): boolean {
  const named = link.partyId ?? part.partyId
  return (
    part.role === link.role && part.jobId === link.jobId && part.partyId === (standing.get(named) ?? named)
  )
}

/** Takes a party off its job at once, by itself; a link in none of these roles is like none. */
export async function removeLink(
  session: Session,
  roles: readonly PartyRole[],
  id: string,
  ifMatch: number | undefined,
): Promise<RemovedLink> {
  const { db, accountId } = session
  const [role, another] = roles
  const what = `${role && !another ? partyRoleLabels[role].toLowerCase() : 'party'} on a job`
  const found = await parties.getJobParty(db, accountId, id)
  if (!found || !roles.includes(found.role)) throw notFound(what)
  await lockJobForChange(session, found.jobId, ifMatch)
  // Somebody may have removed it while this call waited for the job.
  if (!(await parties.getJobParty(db, accountId, id))) throw notFound(what)
  return {
    id,
    shipmentId: found.jobId,
    shipmentVersion: await updateJob(db, accountId, { id: found.jobId }, { removed: [id], assigned: [] }),
  }
}
