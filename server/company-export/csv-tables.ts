import { accountFields, companyLabels } from '#contract/company.ts'
import { mailStateLabels, mailStates } from '#contract/mail-states.ts'
import { contactFields, organisationFields } from '#contract/organisations.ts'
import { roleLabels, roles } from '#contract/permissions.ts'
import { entriesOf, isOneOf } from '#contract/typed-objects.ts'
import { companyColumns } from '#server/company/columns.ts'
import { contactColumns, organisationColumns } from '#server/organisations/columns.ts'
import {
  chargeFacts,
  type Fact,
  itemFacts,
  type JobCharges,
  jobFacts,
  partyFacts,
  readable,
} from './job-facts.ts'
import { momentText } from './moments.ts'
import type { CompanyFacts, JobView, MailView, Row } from './view-records.ts'

/** Tables for people, each a file of its own. */
export type CsvName =
  | 'company'
  | 'people'
  | 'contacts'
  | 'jobs'
  | 'items'
  | 'charges'
  | 'notes'
  | 'documents'
  | 'e-mails'

/** A line of one of the tables. */
export type CsvLine = { table: CsvName; cells: readonly (string | number | null)[] }

const labels = (facts: readonly Fact[]) => facts.map(({ label }) => label)
const values = (facts: readonly Fact[]) => facts.map(({ value }) => value)

const contactFacts = (organisation: Row, contact: Row | null): Fact[] => [
  ...entriesOf(organisationFields).map(([field, { label, kind }]) => ({
    label,
    value: readable(kind, organisation[organisationColumns[field]]),
  })),
  ...entriesOf(contactFields).map(([field, { label, kind }]) => ({
    label: ['name', 'description'].includes(field) ? `Further contact: ${label}` : label,
    value: readable(kind, contact?.[contactColumns[field]]),
  })),
]

/** A view of nothing, by which the headings are known. */
const noJob: JobView = {
  job: { id: '', job_number: 0, name: null, status: null, shipment_date: '' },
  master: null,
  owner: null,
  houses: [],
  ports: {},
  parties: [],
  items: [],
  numbers: [],
  finance: {},
  origin_charges: null,
  freight_charges: null,
  destination_charges: null,
  documents: [],
  earlier: [],
  notes: [],
  mails: [],
}

export const csvHeadings: Readonly<Record<CsvName, readonly string[]>> = {
  company: ['Field', 'Value'],
  people: ['Name', 'E-mail', 'Role', 'Access'],
  contacts: labels(contactFacts({}, null)),
  jobs: ['Job Id', ...labels(jobFacts(noJob)), ...labels(partyFacts(noJob)), 'Total', 'Currency'],
  items: ['Job Id', ...labels(itemFacts({}))],
  charges: ['Job Id', 'Section', 'Charge', 'Amount', 'Currency', 'Exchange Rate', 'Remark'],
  notes: ['Job Id', 'Written (UTC)', 'By', 'Text'],
  documents: ['Job Id', 'Name', 'Type', 'Date (UTC)', 'Bytes', 'Deleted (UTC)', 'File'],
  'e-mails': [
    'Job Id',
    'Made (UTC)',
    'Sent (UTC)',
    'State',
    'From',
    'To',
    'Cc',
    'Bcc',
    'Subject',
    'Text',
    'Attachments',
    'File',
  ],
}

function chargeCells({ sections, total, currency, remark }: JobCharges): CsvLine['cells'][] {
  const lines = sections.flatMap(section =>
    section.lines.map(({ label, figure, remark: own }) => [
      ...[section.label, label, figure],
      ...[section.currency, section.exchangeRate, own],
    ]),
  )
  const hasTotal = total !== null && (lines.length > 0 || total !== 0)
  return hasTotal ? [...lines, ['All charges', 'Total', total, currency, null, remark]] : lines
}

/** The lines of a job; `pathOf` says where the file of a key stands. */
export function jobLines(view: JobView, currency: string, pathOf: (key: string) => string): CsvLine[] {
  const number = view.job.job_number
  const charges = chargeFacts(view, currency)
  return [
    {
      table: 'jobs',
      cells: [number, ...values(jobFacts(view)), ...values(partyFacts(view)), charges.total, currency],
    },
    ...view.items.map<CsvLine>(item => ({ table: 'items', cells: [number, ...values(itemFacts(item))] })),
    ...chargeCells(charges).map<CsvLine>(cells => ({ table: 'charges', cells: [number, ...cells] })),
    ...view.notes.map<CsvLine>(({ written_at, author, text }) => ({
      table: 'notes',
      cells: [number, momentText(written_at), author, text],
    })),
    ...view.documents.map<CsvLine>(({ name, type, date, size, deleted_at, content_key }) => ({
      table: 'documents',
      cells: [number, name, type, momentText(date), size, momentText(deleted_at), pathOf(content_key)],
    })),
    ...view.mails.map(mail => mailLine(number, mail, pathOf)),
  ]
}

export const mailStateText = (state: string) => (isOneOf(mailStates, state) ? mailStateLabels[state] : state)

export const addressText = ({ name, address }: { name: string | null; address: string }) =>
  name ? `${name} <${address}>` : address

export function mailLine(number: number | null, mail: MailView, pathOf: (key: string) => string): CsvLine {
  const to = (kind: string) =>
    mail.recipients
      .filter(recipient => recipient.kind === kind)
      .map(addressText)
      .join(', ')
  return {
    table: 'e-mails',
    cells: [
      number,
      momentText(mail.made_at),
      momentText(mail.sent_at),
      mailStateText(mail.state),
      addressText({ name: mail.sender_name, address: mail.sender_address }),
      to('to'),
      to('cc'),
      to('bcc'),
      mail.subject,
      mail.body,
      mail.attachments.join(', '),
      pathOf(mail.message_key),
    ],
  }
}

export const contactLine = (organisation: Row, contact: Row | null): CsvLine => ({
  table: 'contacts',
  cells: values(contactFacts(organisation, contact)),
})

/** What papers say of the company, and its people. */
export function companyLines({ name, currency, settings, people }: CompanyFacts): CsvLine[] {
  const company: Fact[] = [
    { label: accountFields.name.label, value: name },
    { label: accountFields.currency.label, value: currency },
    ...entriesOf(companyColumns).map(([field, column]) => ({
      label: companyLabels[field],
      value: readable(field === 'countryId' ? 'country' : 'plain', settings[column]),
    })),
  ]
  return [
    ...company.map<CsvLine>(({ label, value }) => ({ table: 'company', cells: [label, value] })),
    ...people.map<CsvLine>(person => ({
      table: 'people',
      cells: [
        person.display_name,
        person.email,
        isOneOf(roles, person.role) ? roleLabels[person.role] : person.role,
        person.is_program ? 'API token' : person.has_access ? 'yes' : 'no',
      ],
    })),
  ]
}
