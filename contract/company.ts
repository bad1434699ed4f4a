import { z } from 'zod'
import { dateOrders } from './date-orders.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { currency } from './finance.ts'
import { iataAgentCode } from './iata-agent-code.ts'
import { numberSeries, numberSeriesInput } from './numbering.ts'
import { paperSizes } from './paper-sizes.ts'
import { timeZone } from './time-zones.ts'
import { nameText, text, version, nameLine } from './values.ts'

/** What papers say of a company. */
const detailFields = {
  buildingNo: field('Building No.', text(100)),
  buildingName: field('Building Name', nameLine()),
  street: field('Street', text()),
  city: field('City', text()),
  county: field('County', text()),
  code: field('Post Code', text(50)),
  /** ISO 3166-1 alpha-2. */
  countryId: field('Country', text(2), 'country'),
  telephone: field('Telephone', text(100)),
  fax: field('Fax', text(100)),
  email: field('E-mail', text(320)),
  website: field('Website', text(2000)),
  registrationNumber: field('Registration No.', text(100)),
  /** As the country calls it; EIN too. */
  taxNumber: field('Tax No. (VAT, NTN, GST …)', text(100)),
  /** Of the freight forwarder or customs broker. */
  licenceNumber: field('Forwarding Licence No.', text(100)),
  /** The company's own as a cargo agent, on air waybills. */
  iataAgentCode: field('IATA Agent Code', iataAgentCode),
  bankName: field('Bank', nameLine()),
  bankBranch: field('Branch', text()),
  bankAccountName: field('Account Name', nameLine()),
  bankAccountNumber: field('Account No.', text(100)),
  iban: field('IBAN', text(100)),
  swift: field('SWIFT / BIC', text(50)),
  /** The sentence at the foot of papers: by whose conditions the company trades. */
  tradingTerms: field('Trading Terms', text(2000)),
}

/** What belongs to the account itself. */
export const accountFields = { name: field('Name', nameText(200)), currency: field('Currency', currency) }

const MOST_VOLUME_WEIGHT = 100_000
const volumeWeight = z
  .int('This must be a whole number.')
  .min(1, 'This must be at least 1.')
  .max(MOST_VOLUME_WEIGHT, `At most ${MOST_VOLUME_WEIGHT}.`)
  .nullable()

/** What its settings keep. */
export const companySettingFields = {
  timeZone: field('Time Zone', timeZone),
  /** How a date such as 03/04/2026 is read, typed or in a spreadsheet; null: as the country writes it. */
  dateOrder: field('Date Order', z.enum(dateOrders).nullable(), 'dateOrder'),
  /** The page of the starter templates that nobody has changed, and of printed lists; null: A4. */
  paperSize: field('Paper Size', z.enum(paperSizes).nullable()),
  /** How many cubic centimetres by air count as a kilogram; null: 6000, by IATA. */
  airDivisor: field('Air, cm³ per kg', volumeWeight),
  /** How many kilograms a cubic metre by road counts as; null: 333, which is 3 m³ for a tonne. */
  roadDensity: field('Road, kg per m³', volumeWeight),
  ...detailFields,
}

export const companyLabels = labelsOf({ ...accountFields, ...companySettingFields })

export const companyLogo = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg']),
  /** Bytes. */
  size: z.int(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
})
export type CompanyLogo = z.infer<typeof companyLogo>

/** The company whose account this is, as its papers name it. */
export const company = z.object({
  name: z.string(),
  /** ISO 4217: the currency in which the account keeps its totals. */
  currency: z.string(),
  /** Whether jobs hold amounts in that currency, so that another is refused: they would change their worth. */
  isCurrencyFixed: z.boolean(),
  /** IANA name: where “today” is the day of every date that the product writes. Null: not set yet, and it is UTC's. */
  timeZone: z.string().nullable(),
  dateOrder: companySettingFields.dateOrder.schema,
  paperSize: companySettingFields.paperSize.schema,
  airDivisor: companySettingFields.airDivisor.schema,
  roadDensity: companySettingFields.roadDensity.schema,
  ...schemasOf(detailFields),
  numberSeries: z.array(numberSeries),
  logo: companyLogo.nullable(),
  version,
})
export type Company = z.infer<typeof company>

export const companyInput = z
  .object({
    ...schemasOf(accountFields),
    ...schemasOf(companySettingFields),
    /** Those that change; what one does not mention stays as it is. */
    numberSeries: z.array(numberSeriesInput).max(50),
  })
  .partial()
export type CompanyInput = z.infer<typeof companyInput>

export const MAX_LOGO_BYTES = 1024 * 1024
export const MAX_LOGO_PIXELS = 4000

const path = '/api/company'
const tag = 'Company'

export const getCompany = endpoint({
  method: 'GET',
  path,
  summary:
    'The company whose account this is: its details as documents print them, and how documents are numbered',
  tag,
  access: 'company:read',
  reply: company,
})

export const updateCompany = endpoint({
  method: 'PUT',
  path,
  summary: 'Change the given fields of the company; the currency only while no job has amounts',
  tag,
  access: 'company:write',
  body: companyInput,
  reply: company,
})

export const proposeTimeZone = endpoint({
  method: 'PUT',
  path: `${path}/timezone`,
  summary: 'Set the company’s time zone if it has none; an existing one is kept',
  tag,
  access: 'company:write',
  body: z.object({ timeZone }),
  reply: company,
})

export const downloadLogo = endpoint({
  method: 'GET',
  path: `${path}/logo`,
  summary: "The company's logo",
  tag,
  access: 'company:read',
  file: true,
})

export const uploadLogo = endpoint({
  method: 'PUT',
  path: `${path}/logo`,
  summary: 'Replace the logo with a PNG or JPEG picture of at most 1 MB',
  tag,
  access: 'company:write',
  multipart: true,
  body: z.object({}),
  reply: company,
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: `${path}/logo`,
  summary: 'Remove the logo; documents are then made without one',
  tag,
  access: 'company:write',
  reply: company,
})
