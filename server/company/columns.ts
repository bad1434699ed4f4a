import type { accountFields, companySettingFields } from '#contract/company.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column of the settings keeps which field of a company on the wire. */
export const companyColumns = {
  timeZone: 'time_zone',
  dateOrder: 'date_order',
  paperSize: 'paper_size',
  airDivisor: 'air_divisor',
  roadDensity: 'road_density',
  buildingNo: 'building_no',
  buildingName: 'building_name',
  street: 'street',
  city: 'city',
  county: 'county',
  code: 'post_code',
  countryId: 'country',
  telephone: 'telephone',
  fax: 'fax',
  email: 'email',
  website: 'website',
  registrationNumber: 'registration_number',
  taxNumber: 'tax_number',
  licenceNumber: 'licence_number',
  iataAgentCode: 'iata_agent_code',
  bankName: 'bank_name',
  bankBranch: 'bank_branch',
  bankAccountName: 'bank_account_name',
  bankAccountNumber: 'bank_account_number',
  iban: 'iban',
  swift: 'swift',
  tradingTerms: 'trading_terms',
} as const satisfies Record<keyof typeof companySettingFields, keyof DB['company_settings']>

/** The same of what the account itself keeps. */
export const accountColumns = { name: 'name', currency: 'currency' } as const satisfies Record<
  keyof typeof accountFields,
  keyof DB['accounts']
>
