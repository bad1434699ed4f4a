import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, paging, text, version } from './values.ts'

const contactFields = {
  /** The person, and what they do there: further contacts of a company have these. */
  name: text(),
  role: text(200),
  buildingName: text(),
  buildingNo: text(100),
  city: text(),
  /** Post code. */
  code: text(50),
  /** ISO 3166-1 alpha-2. */
  countryId: text(2),
  county: text(),
  description: text(2000),
  email: text(320),
  fax: text(100),
  mobile: text(100),
  skype: text(200),
  street: text(),
  telephone: text(100),
  twitter: text(200),
  website: text(2000),
}

export const contact = z.object({ id, ...contactFields })
export type Contact = z.infer<typeof contact>

export const organisationContact = z.object({ id, contactId: id, organisationId: id, contact })

/** A company of any kind: customer, agent, carrier. On screen: a contact. */
export const organisation = z.object({
  id,
  name: text(),
  description: text(2000),
  contactName: text(),
  parties: z.array(z.object({ id, relatedId: id })),
  organisationContacts: z.array(organisationContact),
  version,
})
export type Organisation = z.infer<typeof organisation>

const contactInput = z.object({ id: id.optional(), ...contactFields }).partial()

const contactLinkInput = z.object({
  id: id.optional(),
  contactId: id.optional(),
  organisationId: id.optional(),
  contact: contactInput.nullish(),
})

export const organisationInput = z
  .object({
    id: id.optional(),
    name: text(),
    description: text(2000),
    contactName: text(),
    parties: z.array(z.object({ id, relatedId: id.nullish() })).max(1, 'An organisation is one party.'),
    organisationContacts: z.array(contactLinkInput).max(200),
  })
  .partial()
export type OrganisationInput = z.infer<typeof organisationInput>

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation',
  summary: "The company account's contacts, by name",
  tag: 'Organisations',
  access: 'organisations:read',
  query: z.object({ search: z.string().max(200).optional(), ...paging }),
  reply: z.array(organisation),
})

export const findOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/:idOrSearch',
  summary: 'One organisation by its id, or those whose name or description holds the text',
  tag: 'Organisations',
  access: 'organisations:read',
  params: z.object({ idOrSearch: z.string().max(200) }),
  query: z.object(paging),
  reply: z.union([organisation, z.array(organisation)]),
})

export const createOrganisation = endpoint({
  method: 'POST',
  path: '/api/organisation',
  summary: 'Add an organisation; its party is made with it',
  tag: 'Organisations',
  access: 'organisations:write',
  body: organisationInput,
  reply: organisation,
  status: 201,
})

export const updateOrganisation = endpoint({
  method: 'PUT',
  path: '/api/organisation',
  summary: 'Change what the body mentions of an organisation and its contacts',
  tag: 'Organisations',
  access: 'organisations:write',
  body: organisationInput.extend({ id }),
  reply: organisation,
})

export const country = z.object({ id: z.string(), name: z.string() })
export type Country = z.infer<typeof country>

export const listCountries = endpoint({
  method: 'GET',
  path: '/api/country',
  summary: 'The countries of the world',
  tag: 'Organisations',
  access: 'organisations:read',
  reply: z.array(country),
})

export const deleteOrganisation = endpoint({
  method: 'DELETE',
  path: '/api/organisation/:id',
  summary: 'Delete an organisation that no job names',
  tag: 'Organisations',
  access: 'organisations:write',
  params: idParams,
  status: 204,
})

export const removeOrganisationContact = endpoint({
  method: 'DELETE',
  path: '/api/organisationcontact/:id',
  summary: 'Take a contact off its organisation; the id is that of the link. Answers the organisation',
  tag: 'Organisations',
  access: 'organisations:write',
  params: idParams,
  reply: organisation,
})
