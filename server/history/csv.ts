import { type HistoryEntry, automaticAuthor, isByOperator } from '#contract/history.ts'
import { type SignInEvent, signInWords } from '#contract/sign-ins.ts'
import { CSV_BEGINNING, csvLine } from '#server/csv.ts'

const headings = [
  'When (UTC)',
  'Who',
  'Job Id',
  'Job',
  'Record',
  'Name',
  'Action',
  'Words',
  'Field',
  'Old value',
  'New value',
  'Address',
  'Program',
]

export const csvHead = CSV_BEGINNING + csvLine(headings)

/** One line a field; an entry that touched none that people read has one line all the same. */
export function csvLines({ at, by, job, record, action, words, changes, origin }: HistoryEntry): string {
  const head = [
    at,
    by?.displayName ?? (isByOperator({ record }) ? automaticAuthor({ record }) : null),
    job?.jobId ?? null,
    job?.name ?? null,
    record.label,
    record.name,
    action,
    words,
  ]
  const tail = [origin?.address ?? null, origin?.userAgent ?? null]
  const fields = changes.map(({ label, oldText, newText }) => [label, oldText, newText])
  return (fields.length > 0 ? fields : [['', '', '']])
    .map(field => csvLine([...head, ...field, ...tail]))
    .join('')
}

export const signInHead = CSV_BEGINNING + csvLine(['When (UTC)', 'Who', 'What', 'By', 'Address', 'Program'])

export const signInLine = ({ at, user, outcome, by, address, userAgent }: SignInEvent): string =>
  csvLine([at, user.displayName, signInWords[outcome], by?.displayName ?? null, address, userAgent])
