import { addressMistake } from '#contract/mail-addresses.ts'
import type { AddressedParty, AddresseeRole, RenderedMail } from '#contract/mail-templates.ts'
import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoles } from '#contract/parties.ts'
import { customerRole } from '#server/templates/fields/party-in-group.ts'

type Addresses = AddressedParty['addresses']

/** The parties of a job with everybody there who can be written to. */
export function addressedParties(job: Job): AddressedParty[] {
  return partyRoles.flatMap(role => {
    const organisation = organisationIn(job, role)
    if (!organisation) return []
    const { id, name } = organisation
    return {
      role,
      isCustomer: role === customerRole(job),
      organisation: { id, name },
      addresses: addressesOf(organisation),
    }
  })
}

/** The main contact's addresses of each of these roles, nobody twice. */
export function addressesFor(
  parties: readonly AddressedParty[],
  roles: readonly AddresseeRole[],
): RenderedMail['to'] {
  const wanted = roles.flatMap(
    role => partyFor(parties, role)?.addresses.filter(one => one.detail === null) ?? [],
  )
  return unique(wanted).map(({ name, address }) => ({ name, address }))
}

export const partyFor = (parties: readonly AddressedParty[], role: AddresseeRole) =>
  parties.find(party => (role === 'customer' ? party.isCustomer : party.role === role))

function addressesOf({ name, contactName, organisationContacts }: Organisation): Addresses {
  const all = organisationContacts.flatMap(({ contact }, index) => {
    const person = index === 0 ? (contactName ?? name) : contact.name
    const detail = index === 0 ? null : (contact.role ?? 'Further contact')
    return addressesIn(contact.email).map(address => ({ name: person || null, address, detail }))
  })
  return unique(all)
}

/** People write several into one field; what is no address is no recipient. */
const addressesIn = (text: string | null): string[] =>
  (text ?? '').split(/[\s,;]+/).filter(part => part !== '' && addressMistake(part) === null)

function unique<One extends { address: string }>(all: readonly One[]): One[] {
  const seen = new Set<string>()
  return all.filter(({ address }) => {
    const key = address.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
