import { accountFields, companySettingFields } from '#contract/company.ts'
import { EXPORT_RECORD } from '#contract/history.ts'
import { numberedPapers, paperKinds } from '#contract/numbering.ts'
import { type RecordKind, restorableFields, historyOnly } from '#server/records/describe.ts'
import { takenNumberWords } from '#server/records/number-words.ts'
import { accountColumns, companyColumns } from './columns.ts'

const fields: RecordKind['fields'] = {
  ...Object.fromEntries(
    Object.entries({
      ...restorableFields(accountFields, accountColumns),
      ...restorableFields(companySettingFields, companyColumns),
    }).map(([column, field]) => [column, { ...field, restorable: false }]),
  ),
  logo_size: historyOnly('logo', 'Logo', 'size'),
}

const companyRecord = (table: string, ownFields: RecordKind['fields'] = fields): RecordKind => ({
  table,
  type: 'company',
  label: 'Company',
  name: null,
  fields: ownFields,
  restore: { because: 'Enter it again on the Company screen, which shows the consequences.' },
})

/** By the kind of paper and what was changed: "invoice.prefix". */
const seriesFields: RecordKind['fields'] = Object.fromEntries(
  paperKinds.flatMap(kind =>
    [
      ['prefix', 'prefix'],
      ['digits', 'digits'],
      ['nextNumber', 'next number'],
    ].map(([part, label]) => [
      `${kind}.${part}`,
      historyOnly(`numberSeries.${kind}.${part}`, `${numberedPapers[kind].label} numbers: ${label}`),
    ]),
  ),
)

/**
 * The settings, the account, where a company's own name and currency stand, and the series that number its papers.
 */
export const companyRecords: readonly RecordKind[] = [
  companyRecord('company_settings'),
  companyRecord('accounts'),
  companyRecord('number_series', seriesFields),
]

/** Told once, when the company is exported. */
export const exportRecord: RecordKind = {
  table: 'company_exports',
  type: EXPORT_RECORD,
  label: 'Export',
  name: null,
  fields: {},
  hidden: 'all',
  restore: { because: 'What was handed over cannot be taken back.' },
  wording: { name: () => null, words: () => 'exported everything that the company keeps' },
}

/** Told once, when a job's number is given for good. */
export const jobNumberRecord: RecordKind = {
  table: 'job_numbers',
  type: 'number',
  label: 'Number',
  name: null,
  fields: { kind: historyOnly('paper', 'Paper', 'paper'), number: historyOnly('number', 'Number') },
  restore: { because: 'A number that was given stays with its job.' },
  wording: { words: ({ changes }) => takenNumberWords(changes['kind']?.[1], changes['number']?.[1]) },
}
