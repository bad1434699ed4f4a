import type { Job, JobInput } from './jobs.ts'
import {
  type FurtherLink,
  isListedRole,
  type LinkInput,
  type PartyRole,
  partyRoles,
  partyWire,
} from './parties.ts'

/** The lists of a job in which its parties stand. */
export type PartyLists = Pick<Job, (typeof partyWire)[keyof typeof partyWire]['list'] | 'shipmentParties'>

/** The link of whoever has this role on the job. */
export const linkIn = (
  job: PartyLists,
  role: PartyRole,
): Pick<FurtherLink, 'id' | 'shipmentId' | 'party'> | undefined =>
  isListedRole(role) ? job[partyWire[role].list][0] : job.shipmentParties.find(link => link.role === role)

export const organisationIn = (job: PartyLists, role: PartyRole) => linkIn(job, role)?.party?.organisation

/** What the wire calls a role where it names what changed: its list, or its place among the further parties. */
export const fieldOfRole = (role: PartyRole): string =>
  isListedRole(role) ? partyWire[role].list : `shipmentParties.${role}`

export const roleOfField = (field: string): PartyRole | undefined =>
  partyRoles.find(role => fieldOfRole(role) === field)

type PartiesInput = Pick<JobInput, keyof PartyLists>

/** The body that gives each role to a party, or to nobody. */
export function partiesInput(
  wanted: Iterable<readonly [role: PartyRole, partyId: string | null]>,
): PartiesInput {
  const input: PartiesInput = {}
  for (const [role, partyId] of wanted) {
    if (isListedRole(role)) {
      const link: LinkInput = { [partyWire[role].field]: partyId }
      input[partyWire[role].list] = partyId ? [link] : []
    } else (input.shipmentParties ??= []).push({ role, partyId })
  }
  return input
}
