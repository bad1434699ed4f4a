import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OutdatedDocument } from '#contract/generation.ts'
import type { TemplateReport } from '#server/word/report.ts'
import { type FieldValues, isPicture } from '#server/word/language/known-fields.ts'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { fieldText } from '#server/templates/fields/field-text.ts'
import { conditionsOf, namesOf } from '#server/templates/checks/names-printed.ts'
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
  /** By a hash of each condition of the template, how it came out. Older documents have none. */
  conditions?: Record<string, string>
  /** Texts of the fields that decide the conditions and are not printed, and of lists how many rows they have. */
  asked?: Record<string, string>
  /** What is printed and changes by itself, such as the day. It makes no document out of date. Older documents have none. */
  passing?: Record<string, string>
}

/** Longer lists are kept as a hash alone, so that a document's notes stay smaller than the document. */
const MAX_ROWS_KEPT = 100

/** Up to this many changes of a list are shown one by one. */
const MAX_CHANGES_SHOWN = 20

// They change by themselves: a document is not out of date because another day has come.
const PASSING = /^(Today$|User\.)/

const listNames = Object.keys(catalogue.lists)
const listOf = (name: string) => listNames.find(list => name === list || name.startsWith(`${list}.`))

/** The snapshot of now that compares with an earlier one. Older ones noted of lists what no condition let through too. */
export const snapshotBeside = (
  was: DocumentSnapshot,
  report: Pick<TemplateReport, 'fields' | 'conditions'>,
  values: FieldValues,
): DocumentSnapshot => snapshotOf(report, values, { isOfOlder: was.conditions === undefined })

/** What a template of this report prints of these values. */
export function snapshotOf(
  { fields: found, conditions: placed }: Pick<TemplateReport, 'fields' | 'conditions'>,
  values: FieldValues,
  { isOfOlder = false } = {},
): DocumentSnapshot {
  const conditions = conditionsOf(values)
  const inBranches = found.filter(({ when }) => !when || conditions.hold(when))
  const names = namesOf(
    inBranches.filter(one => !one.isCompared),
    values,
  )
  const deciding = inBranches.filter(one => !names.has(one.name) && (one.isAsked || one.isCompared))
  const keptRows: Record<string, PrintedRows> = {}
  const passing: Record<string, string> = {}
  const printed: DocumentSnapshot = {
    fields: {},
    lists: {},
    rows: keptRows,
    conditions: Object.fromEntries(
      placed.map(one => [hash(JSON.stringify(one)), hash(conditions.results(one))]),
    ),
    asked: askedOf(new Set(deciding.map(({ name }) => name)), values),
    passing,
  }
  for (const { name, kind } of catalogue.fields) {
    if (!names.has(name)) continue
    const kept = PASSING.test(name) ? passing : printed.fields
    kept[name] = textOf(kind, values.fields[name])
  }
  const ofLists = isOfOlder ? new Set(found.map(one => one.name)) : names
  for (const list of listNames) {
    const used = [...ofLists].filter(name => listOf(name) === list)
    if (used.length === 0) continue
    const rows = (values.lists[list] ?? []).map(row =>
      used.map(name => row[name.slice(list.length + 1)] ?? null),
    )
    printed.lists[list] = hash(JSON.stringify(rows))
    if (rows.length <= MAX_ROWS_KEPT) keptRows[list] = rowsPrinted(list, used, values.lists[list] ?? [])
  }
  return printed
}

function askedOf(names: ReadonlySet<string>, values: FieldValues): Record<string, string> {
  const asked: Record<string, string> = {}
  for (const { name, kind } of catalogue.fields)
    if (names.has(name) && !PASSING.test(name)) asked[name] = textOf(kind, values.fields[name])
  for (const list of listNames)
    if ([...names].some(name => listOf(name) === list))
      asked[list] = rowsText(values.lists[list]?.length ?? 0)
  return asked
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

/** Whether two documents of one template say the same to the letter, the day that they print included. */
export function saysTheSame(was: DocumentSnapshot, is: DocumentSnapshot): boolean {
  const plain = ({ passing = {}, ...printed }: DocumentSnapshot): unknown =>
    JSON.parse(JSON.stringify({ ...printed, passing }))
  return isDeepStrictEqual(plain(was), plain(is))
}

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
  const changed = [
    ...changes,
    ...lists.flatMap(list => changesOfList(list, was.rows?.[list], is.rows?.[list])),
  ]
  return isDecidedOtherwise(was, is)
    ? [...changed, ...changesOfAsked(was, is, changed.length === 0)]
    : changed
}

/** Whether a condition comes out differently, so that words come or go. */
function isDecidedOtherwise(
  { conditions: was = {} }: DocumentSnapshot,
  { conditions = {} }: DocumentSnapshot,
) {
  return Object.entries(conditions).some(([key, result]) => was[key] !== undefined && was[key] !== result)
}

function changesOfAsked(
  { asked: was = {}, fields }: DocumentSnapshot,
  { asked = {}, fields: printed }: DocumentSnapshot,
  isAllThereIs: boolean,
): OutdatedDocument['changes'] {
  // What decides one branch may be printed in the other.
  const [before, now] = [
    { ...fields, ...was },
    { ...printed, ...asked },
  ]
  const ofFields = catalogue.fields.map(({ name, label }) => ({ name, label: fullLabel(name, label) }))
  const ofLists = listNames.map(name => ({ name, label: listTitle(name) }))
  const changes = [...ofFields, ...ofLists].flatMap(({ name, label }) => {
    const [old, current] = [before[name], now[name]]
    const isKnown = old !== undefined && current !== undefined && (name in was || name in asked)
    return isKnown && old !== current ? [{ label, was: old, is: current }] : []
  })
  if (changes.length > 0 || !isAllThereIs) return changes
  return [{ label: 'Text under a condition', was: '', is: '' }]
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
    return [{ label, was: rowsText(before.rows.length), is: rowsText(now.rows.length) }]
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

const rowsText = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
