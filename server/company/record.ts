import { accountFields, companySettingFields } from '#contract/company.ts'
import { type RecordKind, restorableFields, told } from '#server/records/describe.ts'
import { takenNumberWords } from '#server/records/number-words.ts'
import { accountColumns, companyColumns } from './columns.ts'

const fields: RecordKind['fields'] = {
  ...Object.fromEntries(
    Object.entries({
      ...restorableFields(accountFields, accountColumns),
      ...restorableFields(companySettingFields, companyColumns),
    }).map(([column, field]) => [column, { ...field, restorable: false }]),
  ),
  logo_size: told('logo', 'Logo', 'size'),
}

const companyRecord = (table: string): RecordKind => ({
  table,
  type: 'company',
  label: 'Company',
  name: null,
  fields,
  restore: { because: 'Enter it again on the Company screen, which shows the consequences.' },
})

/** The settings, and the account, where a company's own name and currency stand. */
export const companyRecords: readonly RecordKind[] = [
  companyRecord('company_settings'),
  companyRecord('accounts'),
]

/** Told once, when a job's number is given for good. */
export const jobNumberRecord: RecordKind = {
  table: 'job_numbers',
  type: 'number',
  label: 'Number',
  name: null,
  fields: { kind: told('paper', 'Paper', 'paper'), number: told('number', 'Number') },
  restore: { because: 'A number that was given stays with its job.' },
  tell: { words: ({ changes }) => takenNumberWords(changes['kind']?.[1], changes['number']?.[1]) },
}
