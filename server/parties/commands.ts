import { partyRoles, partyWire, type LinkInput, type PartyRole } from '#contract/parties.ts'
import { invalid } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import type { JobParty, PartyChanges } from './records.ts'

/** What a body says of a role's party: the link that is to stand; null: nobody; absent: nothing. */
export type AskedLinks = Partial<Record<PartyRole, LinkInput | null>>

/** The parties of a job, links of the ids that are asked for, and for each named party the one that stands in its place. */
type Existing = { links: readonly JobParty[]; parties: ReadonlyMap<string, string> }

/** The party that a link names by itself. */
export const partyNamedBy = (role: PartyRole, link: LinkInput): string | undefined =>
  link[partyWire[role].field] ?? link.party?.id ?? undefined

/**
 * What has to change for a job to have the parties that are asked for. Each takes the place of whoever had its role;
 * naming the party that has it already changes nothing. `pathOf` says where the link stands in the body, for refusals.
 */
export function changesOfParties(
  jobId: string,
  asked: AskedLinks,
  existing: Existing,
  pathOf: (role: PartyRole) => string,
): PartyChanges {
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
    const path = pathOf(role) + partyWire[role].field
    const named = partyNamedBy(role, link) ?? (current?.id === link.id ? current?.partyId : undefined)
    if (!named) throw invalid(path, 'Name the party.')
    if (current?.partyId === named) continue
    const partyId = existing.parties.get(named)
    if (!partyId) throw invalid(path, 'There is no such party.')
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
