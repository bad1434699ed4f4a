import { createHash } from 'node:crypto'
import type { OutdatedDocument } from '#contract/generation.ts'
import type { TemplateReport } from '#server/word/report.ts'
import { type FieldValues, isPicture } from '#server/word/language/known-fields.ts'
import { catalogue } from './catalogue.ts'
import { fieldText } from './field-text.ts'
import { fullLabel, listTitle } from './field-groups.ts'

/** What a document shows of its job: texts by field name, and of each list a hash of the rows that it shows. */
export type Printed = { fields: Record<string, string>; lists: Record<string, string> }

// They change by themselves: a document is not out of date because another day has come.
const PASSING = /^(Today$|User\.)/

const listNames = Object.keys(catalogue.lists)
const listOf = (name: string) => listNames.find(list => name === list || name.startsWith(`${list}.`))

/** What a template of this report prints of these values. */
export function printedBy({ fields: found }: Pick<TemplateReport, 'fields'>, values: FieldValues): Printed {
  const names = new Set(found.map(one => one.name))
  const printed: Printed = { fields: {}, lists: {} }
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
  }
  return printed
}

function textOf(
  kind: (typeof catalogue.fields)[number]['kind'],
  value: FieldValues['fields'][string],
): string {
  // A picture is no text; another one is told by its bytes.
  if (isPicture(value)) return hash(value.bytes)
  // By its name: how papers write a unit makes no document out of date.
  return fieldText(kind === 'unit' ? 'text' : kind, value)
}

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url')

/** In what a document made now would differ; fields that were not known at the time do not count. */
export function differences(was: Printed, is: Printed): OutdatedDocument['changes'] {
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
  return [...changes, ...lists.map(list => ({ label: listTitle(list), was: '', is: '' }))]
}
