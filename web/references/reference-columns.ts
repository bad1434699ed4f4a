import { builtInKindMeant } from '#contract/reference-kind-words.ts'
import {
  type BuiltInKind,
  builtInKindCodes,
  builtInKinds,
  isSameKindName,
  isBuiltInKind,
  type ReferenceKind,
} from '#contract/reference-kinds.ts'
import { type Reference, referenceLabels } from '#contract/references.ts'
import { isStoredDay } from '#web/ui/entry/calendar-day.ts'
import type { DateRules } from '#web/ui/entry/read-date.ts'
import { readDate } from '#web/ui/entry/read-date.ts'
import type { GridColumn, RowValues } from '#web/ui/grid/columns.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'

/** The kind of a new row until somebody chooses another. */
export const USUAL_KIND: BuiltInKind = 'booking'
const LONGEST_KIND = 60
const LONGEST_NUMBER = 100
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/** Whether the kind's cell holds what the server knows, and not the name of one that is to be added. */
export const isKnownKind = (kind: string): boolean => isBuiltInKind(kind) || ID.test(kind)

function whyNoDay(text: string, rules: DateRules): string | null {
  if (isStoredDay(text)) return null
  const read = readDate(text, rules)
  if ('reason' in read) return read.reason
  return 'choices' in read ? `“${text}” can mean ${read.choices.join(' or ')}. Type one of them.` : null
}

/** A company's own kind of the same name was there before. */
const labelBeside = (own: readonly ReferenceKind[], kind: BuiltInKind): string =>
  own.some(({ name }) => isSameKindName(name, builtInKinds[kind]))
    ? `${builtInKinds[kind]} (built in)`
    : builtInKinds[kind]

/** The columns of the references: kind, number, date. A kind that is not in the list is added to the company's. */
export const referenceColumns = (own: readonly ReferenceKind[], rules: DateRules): readonly GridColumn[] => [
  {
    ...{ id: 'kind', label: referenceLabels.kind, width: 168 },
    kind: 'choice',
    choices: [
      ...builtInKindCodes.map(kind => ({ value: kind, label: labelBeside(own, kind) })),
      ...own.map(({ id, name }) => ({ value: id, label: name })),
    ],
    open: { maxLength: LONGEST_KIND, read: builtInKindMeant },
  },
  { id: 'number', label: referenceLabels.number, kind: 'text', maxLength: LONGEST_NUMBER, width: 180 },
  {
    ...{ id: 'date', label: referenceLabels.date, width: 112 },
    kind: 'text',
    maxLength: 40,
    read: text => {
      const read = readDate(text, rules)
      return 'date' in read && read.date !== null ? read.date : text
    },
    reason: text => whyNoDay(text, rules),
  },
]

const isTextUpTo = (value: RowValues[string], most: number) =>
  value === null || (typeof value === 'string' && value.length <= most)

/** Whether a cell can be sent. */
export function isReadable(column: string, value: RowValues[string]): boolean {
  if (column === 'date') return value === null || (typeof value === 'string' && isStoredDay(value))
  return isTextUpTo(value, column === 'kind' ? LONGEST_KIND : LONGEST_NUMBER)
}

/** A kind alone says nothing. */
export const isEmptyReference = ({ kind: _kind, ...values }: RowValues): boolean =>
  Object.values(values).every(value => value === null || String(value).trim() === '')

const rows = new WeakMap<Reference, StoredRow>()

/** The same row for the same reference each time, so that it is drawn anew only when it changed. */
export function referenceRow(reference: Reference): StoredRow {
  const known = rows.get(reference)
  if (known) return known
  const { id, version, kind, number, date } = reference
  const row = { id, version, values: { kind, number, date } }
  rows.set(reference, row)
  return row
}
