import type { contactFields, organisationFields } from '#contract/organisations.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of an organisation on the wire. */
export const organisationColumns = {
  name: 'name',
  description: 'description',
  contactName: 'contact_name',
  taxNumber: 'tax_number',
  paymentTerms: 'payment_terms',
  scac: 'scac',
  iataPrefix: 'iata_prefix',
  iataAgentCode: 'iata_agent_code',
  accountNumber: 'account_number',
} as const satisfies Record<keyof typeof organisationFields, keyof DB['organisations']>

/** The same of the contacts beside it. */
export const contactColumns = {
  name: 'name',
  role: 'role',
  buildingName: 'building_name',
  buildingNo: 'building_no',
  city: 'city',
  code: 'post_code',
  countryId: 'country_id',
  county: 'county',
  description: 'description',
  email: 'email',
  fax: 'fax',
  mobile: 'mobile',
  skype: 'skype',
  street: 'street',
  telephone: 'telephone',
  twitter: 'twitter',
  website: 'website',
} as const satisfies Record<keyof typeof contactFields, keyof DB['contacts']>
