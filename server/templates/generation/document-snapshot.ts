import { createHash } from 'node:crypto'
import type { OutdatedDocument } from '#contract/generation.ts'
import type { TemplateReport } from '#server/word/report.ts'
import { type FieldValues, isPicture } from '#server/word/language/known-fields.ts'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { fieldText } from '#server/templates/fields/field-text.ts'
import { fullLabel, listTitle } from '#server/templates/fields/field-groups.ts'

/** Of a list, the texts of the fields that a document shows, row by row. */
type PrintedRows = { names: string[]; rows: string[][] }

/**
 * What a document shows of its job: texts by field name, and of each list a hash of the rows that it shows. `rows`
 * holds them as well where they are few; documents made before it was noted have none.
 */
export type DocumentSnapshot = {
  fields: Record<string, string>
  lists: Record<string, string>
  rows?: Record<string, PrintedRows>
}

/** Longer lists are kept as a hash alone, so that a document's notes stay smaller than the document. */
const MAX_ROWS_KEPT = 100

/** Up to this many changes of a list are shown one by one. */
const MAX_CHANGES_SHOWN = 20

// They change by themselves: a document is not out of date because another day has come.
const PASSING = /^(Today$|User\.)/

const listNames = Object.keys(catalogue.lists)
const listOf = (name: string) => listNames.find(list => name === list || name.startsWith(`${list}.`))

/** What a template of this report prints of these values. */
export function snapshotOf(
  { fields: found }: Pick<TemplateReport, 'fields'>,
  values: FieldValues,
): DocumentSnapshot {
  const names = new Set(found.map(one => one.name))
  const kept: Record<string, PrintedRows> = {}
  const printed: DocumentSnapshot = { fields: {}, lists: {}, rows: kept }
  for (const { name, kind } of catalogue.fields) {
    if (!names.has(name) || PASSING.test(name)) continue
    printed.fields[name] = textOf(kind, values.fields[name])
  }
  for (const list of listNames) {
    const used = [...names].filter(name => listOf(name) === list)
    if (used.length === 0) continue
    const rows = (values.lists[list] ?? []).map(row =>
      used.map(name => row[name.slice(list.length + 1)] ?? null),
    )
    printed.lists[list] = hash(JSON.stringify(rows))
    if (rows.length <= MAX_ROWS_KEPT) kept[list] = rowsPrinted(list, used, values.lists[list] ?? [])
  }
  return printed
}

const fieldsOfList = (list: string) => catalogue.lists[list as keyof typeof catalogue.lists]

function rowsPrinted(list: string, used: readonly string[], rows: FieldValues['lists'][string]): PrintedRows {
  const fields = fieldsOfList(list).filter(({ name }) => used.includes(`${list}.${name}`))
  return {
    names: fields.map(({ name }) => name),
    rows: rows.map(row => fields.map(({ kind, name }) => textOf(kind, row[name]))),
  }
}

function textOf(
  kind: (typeof catalogue.fields)[number]['kind'],
  value: FieldValues['fields'][string],
): string {
  // A picture has no text; its bytes tell whether it is another one.
  if (isPicture(value)) return hash(value.bytes)
  // By its name: how papers write a unit makes no document out of date.
  return fieldText(kind === 'unit' ? 'text' : kind, value)
}

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url')

/** In what a document made now would differ; fields that were not known at the time do not count. */
export function differences(was: DocumentSnapshot, is: DocumentSnapshot): OutdatedDocument['changes'] {
  const changes = catalogue.fields.flatMap(({ name, label }) => {
    const before = was.fields[name]
    const now = is.fields[name]
    return before === undefined || now === undefined || before === now
      ? []
      : [{ label: fullLabel(name, label), was: before, is: now }]
  })
  const lists = listNames.filter(list => {
    const before = was.lists[list]
    return before !== undefined && is.lists[list] !== undefined && before !== is.lists[list]
  })
  return [...changes, ...lists.flatMap(list => changesOfList(list, was.rows?.[list], is.rows?.[list]))]
}

/** In which rows and fields a list differs; where that was not noted, only that it does. */
function changesOfList(
  list: string,
  before: PrintedRows | undefined,
  now: PrintedRows | undefined,
): OutdatedDocument['changes'] {
  const label = listTitle(list)
  const other = { label, was: '', is: '' }
  if (!before || !now) return [other]
  if (before.rows.length !== now.rows.length)
    return [{ label, was: countOfRows(before), is: countOfRows(now) }]
  const changes = fieldsOfList(list).flatMap(field => {
    const [old, current] = [before.names.indexOf(field.name), now.names.indexOf(field.name)]
    if (old < 0 || current < 0) return []
    return now.rows.flatMap((row, index) => {
      const [was = '', is = ''] = [before.rows[index]?.[old], row[current]]
      return was === is ? [] : [{ label: `${label}, row ${index + 1}: ${field.label}`, was, is }]
    })
  })
  if (changes.length === 0) return [other]
  const left = changes.length - MAX_CHANGES_SHOWN
  return left > 0 ? [...changes.slice(0, MAX_CHANGES_SHOWN), other] : changes
}

const countOfRows = ({ rows }: PrintedRows) => `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`
