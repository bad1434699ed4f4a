import type { JobInput } from '#contract/jobs.ts'
import {
  type FurtherLinkInput,
  isListedRole,
  type LinkInput,
  listedRoles,
  partyRoles,
  partyWire,
  type ListedRole,
  type PartyRole,
} from '#contract/parties.ts'
import { invalid } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import type { JobParty, PartyChanges } from './records.ts'

/** A link that a body asks for; `path`: where the body names its party, for refusals. */
export type AskedLink = { id?: string | undefined; partyId?: string | undefined; path: string }

/** What a body says of a role's party: the link that is to stand; null: nobody; absent: nothing. */
export type AskedLinks = Partial<Record<PartyRole, AskedLink | null>>

/** The parties of a job, links of the ids that are asked for, and for each named party the one that stands in its place. */
type Existing = { links: readonly JobParty[]; parties: ReadonlyMap<string, string> }

/** The field of a link that names its party. */
export const fieldOfParty = (role: PartyRole) => (isListedRole(role) ? partyWire[role].field : 'partyId')

/** A link of a role that has a list, with the party that it names by itself. */
export const askedLink = (role: ListedRole, link: LinkInput, path = ''): AskedLink => ({
  id: link.id,
  partyId: link[partyWire[role].field] ?? link.party?.id ?? undefined,
  path: path + partyWire[role].field,
})

export const askedFurtherLink = (link: FurtherLinkInput, path = ''): AskedLink => ({
  id: link.id,
  partyId: link.partyId ?? link.party?.id ?? undefined,
  path: `${path}partyId`,
})

/** The links that a job's body asks for; null for a role that nobody is to have. */
export function askedLinks(input: JobInput): AskedLinks {
  const asked: AskedLinks = {}
  for (const role of listedRoles) {
    const { list } = partyWire[role]
    const links = input[list]
    if (links) asked[role] = links[0] ? askedLink(role, links[0], `${list}.0.`) : null
  }
  for (const [index, link] of input.shipmentParties?.entries() ?? []) {
    const { partyId, path, ...named } = askedFurtherLink(link, `shipmentParties.${index}.`)
    asked[link.role] = link.partyId === null && !partyId ? null : { ...named, partyId, path }
  }
  return asked
}

/**
 * What has to change for a job to have the parties that are asked for. Each takes the place of whoever had its role;
 * naming the party that has it already changes nothing.
 */
export function changesOfParties(jobId: string, asked: AskedLinks, existing: Existing): PartyChanges {
  const changes: PartyChanges = { removed: [], assigned: [] }
  const byId = new Map(existing.links.map(link => [link.id, link]))
  for (const role of partyRoles) {
    const link = asked[role]
    if (link === undefined) continue
    const current = existing.links.find(one => one.jobId === jobId && one.role === role)
    if (link === null) {
      if (!current) continue
      changes.removed.push(current.id)
      byId.delete(current.id)
      continue
    }
    const named = link.partyId ?? (current?.id === link.id ? current?.partyId : undefined)
    if (!named) throw invalid(link.path, 'Name the party.')
    if (current?.partyId === named) continue
    const partyId = existing.parties.get(named)
    if (!partyId) throw invalid(link.path, 'There is no such party.')
    if (current?.partyId === partyId) continue
    if (current) byId.delete(current.id)
    const id = link.id ?? crypto.randomUUID()
    const sameId = byId.get(id)
    if (sameId) throw alreadyLinked(sameId)
    const assigned = { id, jobId, role, partyId }
    byId.set(id, assigned)
    changes.assigned.push(assigned)
  }
  return changes
}

export const alreadyLinked = (existing: JobParty) => idInUse('A party link', existing)
