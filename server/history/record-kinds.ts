import { companyRecords, exportRecord, jobNumberRecord } from '#server/company/record.ts'
import { containerRecord } from '#server/containers/record.ts'
import { documentRecord } from '#server/documents/record.ts'
import { financeRecords } from '#server/finance/record.ts'
import { itemContainerRecord } from '#server/items/container-record.ts'
import { itemRecord } from '#server/items/record.ts'
import { jobPartyRecord, jobRecord } from '#server/jobs/record.ts'
import { limitsRecord } from '#server/limits/record.ts'
import { mailTemplateRecord } from '#server/mail-templates/record.ts'
import { mailRecord, mailSettingsRecord } from '#server/mails/record.ts'
import { noteRecord } from '#server/notes/record.ts'
import { defaultPartyRecord } from '#server/organisations/default-record.ts'
import { contactMergeRecord } from '#server/organisations/merge-record.ts'
import { contactRecord, organisationRecord } from '#server/organisations/record.ts'
import type { DescribedField } from '#server/records/change-words.ts'
import { type RecordKind, type Restore, historyOnly } from '#server/records/describe.ts'
import { referenceKindRecord, referenceRecord } from '#server/references/record.ts'
import { sharedViewRecord } from '#server/shared-views/record.ts'
import { templateRecord } from '#server/templates/record.ts'
import { permissionsRecord, tokenRecord, userRecord } from '#server/users/record.ts'

/** Every record whose changes people read; a whole job is brought back in this order. */
export const recordKinds: readonly RecordKind[] = [
  jobRecord,
  jobPartyRecord,
  itemRecord,
  containerRecord,
  referenceRecord,
  itemContainerRecord,
  noteRecord,
  ...financeRecords,
  documentRecord,
  jobNumberRecord,
  organisationRecord,
  contactRecord,
  defaultPartyRecord,
  contactMergeRecord,
  templateRecord,
  mailTemplateRecord,
  sharedViewRecord,
  referenceKindRecord,
  userRecord,
  tokenRecord,
  permissionsRecord,
  ...companyRecords,
  exportRecord,
  mailRecord,
  mailSettingsRecord,
  limitsRecord,
]

const kindsByTable = new Map(recordKinds.map(kind => [kind.table, kind]))

/** What is known of a table that nobody described: its columns' names are the next best. */
export const recordKindOf = (table: string): RecordKind =>
  kindsByTable.get(table) ?? {
    table,
    type: table,
    label: sentenceCase(table),
    name: null,
    fields: {},
    restore: { because: 'Nobody has described it.' },
  }

/** How a record is put back; undefined where it is not. */
export const restoreOf = ({ restore }: RecordKind): Restore | undefined =>
  'because' in restore ? undefined : restore

/**
 * Whether a field's former value can be put back. A surcharge's basis always stands while it has a figure: that there
 * was none is put back with the figure alone.
 */
export const isRestorable = (
  { restorable, kind }: Pick<DescribedField, 'restorable' | 'kind'>,
  before: unknown,
) => restorable && !(kind === 'surchargeBasis' && (before ?? null) === null)

// Keys, marks and bookkeeping of the product that say nothing to people, or nothing that they should read.
const hiddenColumns =
  /(^|_)(id|hash|key|secret|password|token|subject|problems|normalized)$|^((logo_)?media_type|logo_(width|height)|may_run_code|date|deleted_(at|by)|(template|job)_version|invited_(at|by)|sign_in_made_here)$/

/** Null for a column that people do not read. */
export function fieldOf({ fields, hidden = [] }: RecordKind, column: string): DescribedField | null {
  const known = fields[column]
  if (known) return known
  if (hidden === 'all' || hidden.includes(column) || hiddenColumns.test(column)) return null
  return historyOnly(column, sentenceCase(column))
}

const sentenceCase = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
