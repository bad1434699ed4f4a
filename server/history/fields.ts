import {
  type Choice,
  directions,
  jobStatuses,
  loadTypes,
  packingModeChoices,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import { companyLabels } from '#contract/company.ts'
import { contactLabels, organisationLabels } from '#contract/organisations.ts'
import { itemLabels } from '#contract/items.ts'
import { jobFieldLabels } from '#contract/jobs.ts'
import { templateLabels } from '#contract/templates.ts'
import {
  chargeLines,
  type ChargeSection,
  chargeSectionLabels,
  chargeSections,
} from '#contract/finance-sections.ts'
import { OPERATORS_RECORD } from '#contract/history.ts'
import { budgetLabels, budgetNames, budgetWindows } from '#contract/limits.ts'
import { companyColumns } from '#server/company/columns.ts'
import { chargeColumns, chargeTables } from '#server/finance/columns.ts'
import { itemColumns } from '#server/items/columns.ts'
import { jobColumns, quoteColumns } from '#server/jobs/columns.ts'
import { contactColumns, organisationColumns } from '#server/organisations/columns.ts'
import { templateColumns } from '#server/templates/columns.ts'

/** How a kept value is read: as itself, as a choice's label, or by the name behind an id. */
export type Kind =
  | 'plain'
  | 'date'
  | 'instant'
  | 'size'
  | 'role'
  | 'country'
  | 'named'
  | 'mailState'
  | 'surchargeBasis'
  | 'paper'
  | readonly Choice[]

export type Field = { field: string; label: string; kind: Kind; restorable: boolean }

/**
 * Whether a field's former value can be put back. A surcharge's basis always stands while it has a figure: that there
 * was none is put back with the figure alone.
 */
export const isRestorable = ({ restorable, kind }: Pick<Field, 'restorable' | 'kind'>, before: unknown) =>
  restorable && !(kind === 'surchargeBasis' && (before ?? null) === null)

export type RecordType = {
  /** As the wire names it. */
  type: string
  label: string
  /** By column, in the order in which people read them. */
  fields: Record<string, Field>
}

const kinds: Record<string, Kind> = {
  statusId: jobStatuses,
  direction: directions,
  weightUnit: weightUnits,
  volumeUnit: volumeUnits,
  'quote.transportMode': transportModes,
  'quote.quoteType': quoteTypes,
  'quote.clType': loadTypes,
  modeOfPacking: packingModeChoices,
  masterShipmentId: 'named',
  'quote.loadingPortId': 'named',
  'quote.viaPortId': 'named',
  'quote.dischargePortId': 'named',
  'quote.destinationPortId': 'named',
  countryId: 'country',
  swbro: 'date',
  etd: 'date',
  eta: 'date',
  sisttao: 'date',
  documentsReceivedDate: 'date',
  dettco: 'date',
  dsttco: 'date',
  dopubtco: 'date',
  fscBasis: 'surchargeBasis',
  sscBasis: 'surchargeBasis',
}

/** Restorable fields, by column, in the labels' order. */
function fieldsOf(labels: Record<string, string>, columns: Record<string, string>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([field, label]) => {
      const column = columns[field]
      return column ? [[column, { field, label, kind: kinds[field] ?? 'plain', restorable: true }]] : []
    }),
  )
}

const told = (field: string, label: string, kind: Kind = 'plain'): Field => ({
  field,
  label,
  kind,
  restorable: false,
})

const quoteByPath = Object.fromEntries(
  Object.entries(quoteColumns).map(([field, column]) => [`quote.${field}`, column]),
)

const surchargeBasisNames = { fscBasis: 'FSC Basis', sscBasis: 'SSC Basis' }

/** Of a change that the product made to a total that nobody typed, by adding it up otherwise. */
export const SUMMED_TOTAL = 'summed_total'

const chargeRecord = (section: ChargeSection): [string, RecordType] => [
  chargeTables[section],
  {
    type: section,
    label: chargeSectionLabels[section],
    fields: fieldsOf(
      {
        ...chargeLines[section],
        ...surchargeBasisNames,
        total: 'Total',
        currency: 'Currency',
        exchangeRate: 'Exchange Rate',
      },
      chargeColumns[section],
    ),
  },
]

const file = { type: told('type', 'Type'), size: told('size', 'Size', 'size') }

/** Put back by typing it again on the Company screen, where its consequences are told. */
const companyFields: RecordType['fields'] = {
  ...Object.fromEntries(
    Object.entries(fieldsOf(companyLabels, { name: 'name', currency: 'currency', ...companyColumns })).map(
      ([column, field]) => [column, { ...field, restorable: false }],
    ),
  ),
  logo_size: told('logo', 'Logo', 'size'),
}

const limitFields: RecordType['fields'] = Object.fromEntries(
  budgetNames.map(budget => {
    const window = budgetWindows[budget]
    const label = `Limit of ${budgetLabels[budget].replace(/^[A-Z](?!-)/, initial => initial.toLowerCase())}`
    const isBytes = budget === 'uploads' || budget === 'storage'
    return [
      budget,
      told(
        budget,
        window ? `${label} (a ${window})`.replace('a hour', 'an hour') : label,
        isBytes ? 'size' : 'plain',
      ),
    ]
  }),
)

/** Every record whose changes people read, by its table. */
export const recordTypes: Record<string, RecordType> = {
  jobs: {
    type: 'job',
    label: 'Job',
    fields: {
      job_number: told('jobId', 'Job Id'),
      ...fieldsOf(jobFieldLabels, { ...jobColumns, ...quoteByPath }),
      shipment_date: told('shipmentDate', 'Shipment Date', 'date'),
    },
  },
  job_parties: { type: 'party', label: 'Party', fields: {} },
  items: { type: 'item', label: 'Item', fields: fieldsOf(itemLabels, itemColumns) },
  finances: {
    type: 'finance',
    label: 'Finance',
    fields: {
      ...fieldsOf({ total: 'Total' }, { total: 'total' }),
      // Nobody entered it: there is nothing to put back.
      [SUMMED_TOTAL]: told('summedTotal', 'Finance Total'),
    },
  },
  ...Object.fromEntries(chargeSections.map(chargeRecord)),
  documents: {
    type: 'document',
    label: 'Document',
    fields: {
      ...fieldsOf({ name: 'Name' }, { name: 'name' }),
      ...file,
      numbers_given: told('numbersGiven', 'Numbers given'),
    },
  },
  // Told once, when a job's number is given for good.
  job_numbers: {
    type: 'number',
    label: 'Number',
    fields: { kind: told('paper', 'Paper', 'paper'), number: told('number', 'Number') },
  },
  organisations: {
    type: 'organisation',
    label: 'Contact',
    fields: fieldsOf(organisationLabels, organisationColumns),
  },
  contacts: {
    type: 'contact',
    label: 'Address',
    fields: fieldsOf(contactLabels, contactColumns),
  },
  document_templates: {
    type: 'template',
    label: 'Document Template',
    fields: { ...fieldsOf(templateLabels, templateColumns), ...file },
  },
  mail_templates: {
    type: 'mailTemplate',
    label: 'E-mail Template',
    fields: {
      name: told('name', 'Name'),
      subject: told('subject', 'Subject'),
      body: told('text', 'Text'),
      to_roles: told('to', 'To'),
      cc_roles: told('cc', 'Cc'),
      stamp: told('stamp', 'Date that is set'),
    },
  },
  users: {
    type: 'user',
    label: 'User',
    fields: {
      display_name: told('displayName', 'Name'),
      email: told('email', 'Email'),
      role: told('role', 'Role', 'role'),
      deactivated_at: told('deactivatedAt', 'Access taken away', 'instant'),
      joined_at: told('joinedAt', 'Joined', 'instant'),
      declined_at: told('declinedAt', 'Declined', 'instant'),
      left_at: told('leftAt', 'Left', 'instant'),
    },
  },
  api_tokens: {
    type: 'token',
    label: 'API token',
    fields: {
      display_name: told('name', 'Name'),
      role: told('role', 'Role', 'role'),
      deactivated_at: told('revokedAt', 'Revoked', 'instant'),
      expires_on: told('expiresOn', 'Last day', 'date'),
      responsible_id: told('responsible', 'Person responsible', 'named'),
    },
  },
  company_settings: { type: 'company', label: 'Company', fields: companyFields },
  // Where an account's own name and currency stand.
  accounts: { type: 'company', label: 'Company', fields: companyFields },
  mails: {
    type: 'mail',
    label: 'E-mail',
    fields: { subject: told('subject', 'Subject'), state: told('state', 'State', 'mailState') },
  },
  mail_settings: {
    type: 'mailSettings',
    label: 'E-mail settings',
    fields: { sender_name: told('senderName', 'Sender name'), reply_to: told('replyTo', 'Answers to') },
  },
  role_adjustments: { type: 'permissions', label: 'Permissions', fields: {} },
  company_limits: { type: OPERATORS_RECORD, label: 'Limits', fields: limitFields },
}

// Keys, marks and bookkeeping of the product that say nothing to people, or nothing that they should read.
const untold =
  /(^|_)(id|hash|key|secret|password|token|subject|problems|normalized)$|^((logo_)?media_type|logo_(width|height)|may_run_code|date|deleted_(at|by)|(template|job)_version|invited_(at|by)|sign_in_made_here)$/

/** What is known of a table that has no words of its own: its columns' names are the next best. */
export function recordTypeOf(table: string): RecordType {
  return recordTypes[table] ?? { type: table, label: sentenceCase(table), fields: {} }
}

export function fieldOf({ type, fields }: RecordType, column: string): Field | null {
  const known = fields[column]
  if (known) return known
  // A token stands among the users, and has no address.
  if (type === 'token' && column === 'email') return null
  if (type === 'party' || type === 'permissions' || untold.test(column)) return null
  return told(column, sentenceCase(column))
}

const sentenceCase = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
