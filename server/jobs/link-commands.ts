import {
  type FilledLink,
  type ListedRole,
  type PartyRole,
  partyRoleLabels,
  partyRoles,
  partyWire,
  type RemovedLink,
  type StoredFurtherLink,
  type StoredLink,
} from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { alreadyLinked, type AskedLink, changesOfParties } from '#server/parties/commands.ts'
import * as parties from '#server/parties/records.ts'
import { defaultsInRole } from '#server/organisations/default-records.ts'
import { idFromText } from '#server/records/id-from-text.ts'
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

type AskedOfJob = AskedLink & {
  jobId: string | null | undefined
  /** The contact’s default parties are to fill what is empty. */
  withDefaults?: boolean | undefined
}
type Placed<Link> = { link: Link; created: boolean }

/** Puts a party on a job at once, by itself, in a role that has a list. */
export async function addListedLink(
  session: Session,
  role: ListedRole,
  asked: AskedOfJob,
  ifMatch: number | undefined,
): Promise<Placed<StoredLink>> {
  const { link, created } = await addLink(session, role, asked, ifMatch)
  const { role: _role, partyId, ...stored } = link
  return { link: { ...stored, [partyWire[role].field]: partyId }, created }
}

/** Puts a party on a job at once, by itself. */
export async function addLink<Role extends PartyRole>(
  session: Session,
  role: Role,
  link: AskedOfJob,
  ifMatch: number | undefined,
): Promise<Placed<Omit<StoredFurtherLink, 'role'> & { role: Role }>> {
  const { db, accountId } = session
  const { jobId, partyId, withDefaults } = link
  if (!jobId) throw invalid('shipmentId', 'Name the job.')
  const version = await lockJobForChange(session, jobId, ifMatch)
  const existing = await findNamed(db, accountId, {
    jobId,
    isStored: true,
    links: link.id ? [link.id, ...(withDefaults ? idsFilledWith(jobId, link.id, role) : [])] : [],
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
  let filled: parties.JobParty[] = []
  if (withDefaults && assigned) filled = await defaultLinks(session, assigned, existing.links)
  else if (withDefaults && named) filled = linksFilledWith(named, existing.links)
  if (assigned) changes.assigned.push(...filled)
  const shipmentVersion = assigned ? await updateJob(db, accountId, { id: jobId }, changes) : version
  const found = await parties.getParties(
    db,
    accountId,
    [part, ...filled].map(one => one.partyId),
  )
  const present = (one: parties.JobParty) => ({
    ...{ id: one.id, shipmentId: jobId, partyId: one.partyId, party: found.get(one.partyId) ?? null },
  })
  const listed: FilledLink[] = filled.map(one => ({ ...present(one), role: one.role }))
  return {
    link: { ...present(part), role, shipmentVersion, ...(withDefaults && { filled: listed }) },
    created: assigned !== undefined,
  }
}

/** The link of a role that is filled with another link: a call that is repeated finds by it what the first one filled. */
const idFilledWith = (jobId: string, linkId: string, role: PartyRole) =>
  idFromText(`${jobId} ${linkId} ${role}`)

const idsFilledWith = (jobId: string, linkId: string, role: PartyRole) =>
  partyRoles.filter(one => one !== role).map(one => idFilledWith(jobId, linkId, one))

/** Those that were filled with a link and still stand. */
const linksFilledWith = ({ id, jobId }: parties.JobParty, links: readonly parties.JobParty[]) =>
  links.filter(one => one.jobId === jobId && one.id === idFilledWith(jobId, id, one.role))

/** Links for the default parties of the one that was added, where their roles are empty. */
async function defaultLinks(
  { db, accountId }: Session,
  added: parties.JobParty,
  links: readonly parties.JobParty[],
): Promise<parties.JobParty[]> {
  const { jobId } = added
  const isTaken = (role: PartyRole) => links.some(one => one.jobId === jobId && one.role === role)
  return (await defaultsInRole(db, accountId, added))
    .filter(({ role }) => !isTaken(role))
    .map(({ role, partyId }) => {
      const id = idFilledWith(jobId, added.id, role)
      const isFree = !links.some(one => one.id === id)
      return { id: isFree ? id : crypto.randomUUID(), jobId, role, partyId }
    })
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
