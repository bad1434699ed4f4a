import { type HistoryEntry, automaticAuthor, isByOperator } from '#contract/history.ts'
import { type SignInEvent, signInWords } from '#contract/sign-ins.ts'

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

// A spreadsheet takes a cell that begins so for a formula and may run it, in some languages the full-width signs
// too; a number is safe as it is.
const formula = /^[=+\-@＝＋－＠\t\r\n]/
const plainNumber = /^-?\d+(\.\d+)?$/

/** A value as one cell: nothing in it can become a formula or end the cell. */
export function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (values: readonly (string | number | null)[]) => `${values.map(cell).join(',')}\r\n`

// The mark by which spreadsheets know UTF-8.
export const csvHead = `\uFEFF${line(headings)}`

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
    .map(field => line([...head, ...field, ...tail]))
    .join('')
}

export const signInHead = `\uFEFF${line(['When (UTC)', 'Who', 'What', 'By', 'Address', 'Program'])}`

export const signInLine = ({ at, user, outcome, by, address, userAgent }: SignInEvent): string =>
  line([at, user.displayName, signInWords[outcome], by?.displayName ?? null, address, userAgent])
