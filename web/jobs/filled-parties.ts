import { linkIn, type PartyLists } from '#contract/job-parties.ts'
import {
  type FilledLink,
  furtherRoles,
  isListedRole,
  type PartyRole,
  partyRoleLabels,
  partyRoles,
  partyWire,
} from '#contract/parties.ts'

type Link = Omit<FilledLink, 'role' | 'partyId'>

/** The lists of a job in which a role stands, with this link or none. */
export function listsWith(job: PartyLists, role: PartyRole, link: Link | null): Partial<PartyLists> {
  const own = link && { id: link.id, shipmentId: link.shipmentId, party: link.party }
  const partyId = link?.party?.id ?? null
  if (isListedRole(role)) {
    const { list, field } = partyWire[role]
    return { [list]: own ? [{ ...own, [field]: partyId }] : [] }
  }
  const others = job.shipmentParties.filter(one => one.role !== role)
  return {
    shipmentParties: [...others, ...(own ? [{ ...own, role, partyId }] : [])].sort(
      (one, other) => furtherRoles.indexOf(one.role) - furtherRoles.indexOf(other.role),
    ),
  }
}

const inWords = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** “Clearing Agent and Notify Party”, in the order of the card. */
const rolesText = (roles: readonly PartyRole[]) =>
  inWords.format(partyRoles.filter(role => roles.includes(role)).map(role => partyRoleLabels[role]))

/** Which roles the contact’s default parties filled; '' for none. */
export const filledText = (filled: readonly FilledLink[], contact: string): string =>
  filled.length > 0 ? ` ${rolesText(filled.map(({ role }) => role))} filled as for ${contact}.` : ''

/** A party that was put on a job with its defaults: what was there before it, and what was filled with it. */
export type Choice = {
  role: PartyRole
  linkId: string
  name: string
  before: { partyId: string; name: string } | null
  filled: readonly FilledLink[]
}

/** What puts a choice back: of each role that still is as the choice left it, the party that it gets, or nobody. */
export function wayBack(job: PartyLists, { role, linkId, before, filled }: Choice) {
  const stands = (of: PartyRole, id: string) => linkIn(job, of)?.id === id
  const emptied = filled.filter(link => stands(link.role, link.id)).map(link => link.role)
  const isOwn = stands(role, linkId)
  return {
    isOwn,
    emptied,
    wanted: [
      ...(isOwn ? [[role, before?.partyId ?? null] as const] : []),
      ...emptied.map(one => [one, null] as const),
    ],
  }
}

/** What was put back, and what was left since somebody has changed it. */
export function wayBackText(
  { role, name, before }: Choice,
  { isOwn, emptied }: Pick<ReturnType<typeof wayBack>, 'isOwn' | 'emptied'>,
): string {
  const label = partyRoleLabels[role]
  const own = before ? `${label}: ${before.name} added.` : `${label}: ${name} removed.`
  const empty =
    emptied.length > 0 ? ` ${rolesText(emptied)} ${emptied.length > 1 ? 'are' : 'is'} empty again.` : ''
  return (isOwn ? own : `${label} was changed meanwhile and stays.`) + empty
}
