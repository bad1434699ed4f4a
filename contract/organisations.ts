import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { iataAgentCode } from './iata-agent-code.ts'
import { sheetFormats } from './sheet-formats.ts'
import { code, id, idParams, paging, text, version, nameLine } from './values.ts'

/** What invoices and carriers’ papers say of an organisation besides its name and address. */
export const tradeFields = {
  /** VAT, GST, NTN or EORI number: kept as typed. */
  taxNumber: field('Tax Number', nameLine(100)),
  /** Days and from when they count, in words. */
  paymentTerms: field('Payment Terms', nameLine(200)),
  /** Standard Carrier Alpha Code, given out by the NMFTA; ocean carriers and hauliers have four letters. */
  scac: field('SCAC', code(/^[A-Z]{4}$/, 'Four letters, such as MAEU.')),
  /** The airline’s accounting prefix, with which its air waybills begin (IATA Resolution 600a). */
  iataPrefix: field('IATA Airline Prefix', code(/^\d{3}$/, 'Three digits, such as 176.')),
  iataAgentCode: field('IATA Agent Code', iataAgentCode),
  /** The company's own number for the organisation: its customer's or creditor's account. */
  accountNumber: field('Account Number', nameLine(50)),
}
export const tradeLabels = labelsOf(tradeFields)

export const paymentTermsSuggested = [
  'In advance',
  'On receipt of invoice',
  '7 days from invoice date',
  '14 days from invoice date',
  '30 days from invoice date',
  '30 days from end of month',
  '45 days from invoice date',
  '60 days from invoice date',
  'Cash against documents',
]

const headFields = {
  name: field('Name', nameLine()),
  description: field('Description', text(2000)),
  contactName: field('Contact Name', nameLine()),
}

/** Of an organisation itself. */
export const organisationFields = { ...headFields, ...tradeFields }

const addressFields = {
  buildingNo: field('Building No.', text(100)),
  buildingName: field('Building Name', nameLine()),
  street: field('Street', text()),
  city: field('City', text()),
  county: field('County', text()),
  code: field('Post Code', text(50)),
  /** ISO 3166-1 alpha-2. */
  countryId: field('Country', text(2), 'country'),
  telephone: field('Telephone', text(100)),
  mobile: field('Mobile', text(100)),
  email: field('E-mail', text(320)),
  website: field('Website', text(2000)),
}

/** Of one of its contacts: its address, or a person there. */
export const contactFields = {
  /** The person; further contacts of a company have one. */
  name: organisationFields.name,
  description: organisationFields.description,
  ...addressFields,
  role: field('Role', text(200)),
  fax: field('Fax', text(100)),
  skype: field('Skype', text(200)),
  twitter: field('Twitter', text(200)),
}

export const contactLabels = labelsOf(contactFields)

/** An organisation and its address, which people know as one contact. */
export const organisationLabels = labelsOf({ ...headFields, ...addressFields, ...tradeFields })

export const contact = z.object({ id, ...schemasOf(contactFields) })
export type Contact = z.infer<typeof contact>

export const organisationContact = z.object({ id, contactId: id, organisationId: id, contact })

/** A company of any kind: customer, agent, carrier. On screen: a contact. */
export const organisation = z.object({
  id,
  ...schemasOf(organisationFields),
  parties: z.array(z.object({ id, relatedId: id })),
  organisationContacts: z.array(organisationContact),
  version,
})
export type Organisation = z.infer<typeof organisation>

const contactInput = z.object({ id: id.optional(), ...schemasOf(contactFields) }).partial()

const contactLinkInput = z.object({
  id: id.optional(),
  contactId: id.optional(),
  organisationId: id.optional(),
  contact: contactInput.nullish(),
})

export const organisationInput = z
  .object({
    id: id.optional(),
    ...schemasOf(organisationFields),
    parties: z.array(z.object({ id, relatedId: id.nullish() })).max(1, 'An organisation has only one party.'),
    organisationContacts: z.array(contactLinkInput).max(200),
  })
  .partial()
export type OrganisationInput = z.infer<typeof organisationInput>

export const exportOrganisations = endpoint({
  method: 'POST',
  path: '/api/organisation/export',
  summary: 'The list of contacts as a CSV or Excel file, each with its first address',
  tag: 'Organisations',
  access: 'organisations:read',
  body: z.object({ search: z.string().max(200).optional(), format: z.enum(sheetFormats) }),
  file: true,
})

export const findOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/:idOrSearch',
  summary:
    'One organisation by its id or its party’s, or those whose name, description, tax number, SCAC or account number contains the text',
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
  summary: 'Change the given fields of an organisation and its contacts',
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
  summary: 'Delete an organisation that is on no job',
  tag: 'Organisations',
  access: 'organisations:write',
  params: idParams,
  status: 204,
})

export const removeOrganisationContact = endpoint({
  method: 'DELETE',
  path: '/api/organisationcontact/:id',
  summary: 'Remove a contact from its organisation; the id is that of the link. Answers the organisation',
  tag: 'Organisations',
  access: 'organisations:write',
  params: idParams,
  reply: organisation,
})
