import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import { type EntryChoice, type FoundRows, findRows, type Listed } from './find-rows.ts'
import { findValues } from './find-values.ts'
import type { FindableField } from './findable-field.ts'
import { type Candidate, placeholderOf, textsOf } from './occurrences.ts'
import { linesOfOne } from './label-lines.ts'
import { forgetLabels } from './labels.ts'
import type { OpenDocument } from './open-document.ts'
import type { PageText, Span } from './page-text.ts'
import type { RowValue } from './read-column.ts'
import type { RowStyle } from './row-style.ts'
import type { SpelledInRows } from './spelled-in-rows.ts'
import { type RunningList, runningLists } from './running-lists.ts'
import type { Replacement } from './write-template.ts'
import { pageSigns, plainText } from './writings.ts'

/** What can be found: the fields of templates, with what papers call them. */
export interface Findable {
  known: KnownFields
  fields: readonly FindableField[]
  /** The lists whose entries are looked for in tables. */
  lists: readonly FindableList[]
  /** The group of the totals of a list. */
  totals: Readonly<Record<string, string>>
  /** Fields of these groups that are looked for on a page without the list, too. */
  alwaysOwn: readonly string[]
  /** Fields that print the same unless a job is unusual, such as a port's two codes: of each group the first counts. */
  alike: readonly (readonly string[])[]
}

export interface FindableList extends RunningList {
  /** Papers that show some entries alone. */
  choices: readonly EntryChoice[]
  /** A row of the only entry shows this field; without it the row is a form of the job, whose own bill it is. */
  toldBy?: string
  /** A field that rows write otherwise than a format prints it. */
  spelled?: SpelledInRows
  /** How rows may write fields, each row alike, as no format does. */
  styles?: readonly RowStyle[]
}

/** A place of a document that shows a value. */
export interface Place extends Span {
  text: string
  choices: readonly Candidate[]
  isCertain: boolean
  /** The list of whose entries it shows one. */
  list?: string
  around?: RowValue['around']
  instead?: RowValue['instead']
  above?: RowValue['above']
  below?: RowValue['below']
  /** The label with the value and its unit, which have nothing to say where the value is blank. */
  line?: Span
}

/** What a place becomes by one of its choices, the first unless another is meant. */
export function replacementOf(
  { start, end, choices, list, around, instead, above = [], below = [] }: Place,
  choice = 0,
): Replacement | undefined {
  const [first, chosen] = [choices[0], choices[choice]]
  // What a subtotal shows is named after what its charges show.
  const meant = (line: string) =>
    line
      .replaceAll(`Subtotal${first?.field.name}}}`, `Subtotal${chosen?.field.name}}}`)
      .replaceAll(`Subtotal${first?.field.name} |`, `Subtotal${chosen?.field.name} |`)
  return (
    chosen && {
      ...{ start, end },
      text: [
        ...above.map(meant),
        instead ?? placeholderOf(chosen, { list, around }),
        ...below.map(meant),
      ].join('\n'),
    }
  )
}

export interface FoundPlaces {
  places: readonly Place[]
  rows: readonly FoundRows[]
}

type Opened = { document: OpenDocument; page: PageText }

/** Looks for a job's values on a page. */
export function findPlaces(opened: Opened, findable: Findable, values: FieldValues): FoundPlaces {
  try {
    return placesOf(opened, findable, values)
  } finally {
    forgetLabels()
  }
}

function placesOf(
  { document, page }: Opened,
  { known: all, fields, lists, totals, alwaysOwn, alike }: Findable,
  values: FieldValues,
): FoundPlaces {
  const { language } = document
  const signs = pageSigns(page.text, language)
  const isAlike = (one: string, other: string) =>
    alike.some(group => group.includes(one) && group.includes(other))
  let known: ReturnType<typeof textsOf> | undefined
  const textsOfJob = () => (known ??= textsOf(fields, values.fields, signs))
  const { rows, unread } = findRows(
    page,
    lists.flatMap(list => listed(all, list, { values, isAlike })),
    { values: values.lists, signs, isOfJob: text => textsOfJob().has(text) },
  )
  // Those of long tables are many: each box is looked up, not compared with all.
  const rowsTaken = new Set(
    [...rows, ...unread].flatMap(one =>
      Array.from({ length: one.lastRow - one.firstRow + 1 }, (_, at) => one.firstRow + at)
        .filter(row => !('keptRow' in one) || row !== one.keptRow)
        .map(row => `${one.table} ${row}`),
    ),
  )
  // Beside the entry's own values the row that stays may show the job's.
  const inTables = [
    ...rows.flatMap(({ values: own }) => own),
    ...page.boxes.filter(({ cell }) => cell && rowsTaken.has(`${cell.table} ${cell.row}`)),
  ]
  const taken = [...inOneLine(page, all, values), ...inTables]
  const below = rows.flatMap(({ list, table, firstRow, lastRow }) => {
    const group = totals[list]
    const row = page.nextFilledRow(table, lastRow + 1)
    return group === undefined ? [] : [{ table, row, headRow: firstRow - 1, group }]
  })
  const groupsBelow = new Set(below.map(({ group }) => group))
  // Totals of a list that the page does not show are those of the whole job.
  const own = fields.filter(
    ({ name, group }) =>
      !Object.values(totals).includes(group) ||
      group === 'Finance' ||
      alwaysOwn.includes(name) ||
      groupsBelow.has(group),
  )
  const finds = findValues({ page, fields: own, values, signs, taken, totals: below, unread, isAlike })
  const names = new Map(fields.map(({ name, labels }) => [name, labels]))
  const lines = linesOfOne(finds, { document, page }, name => names.get(name) ?? [])
  const alone = finds.map((find): Place => {
    const line = lines.get(find.start)
    return line === undefined ? find : { ...find, line }
  })
  const running = runningLists(page, lists, { values, taken: [...inTables, ...finds] })
  const inRows = rows.flatMap(({ list, values: found }) => found.map((value): Place => ({ ...value, list })))
  const places = [...alone, ...running, ...inRows].toSorted((one, other) => one.start - other.start)
  return { places, rows }
}

const SHORTEST_ENTRY = 20

/**
 * Where entries of a list stand in a sentence, such as the rates of an offer: another job has others, so that no figure
 * in them is a field of its own.
 */
function inOneLine(page: PageText, known: KnownFields, { fields, lists }: FieldValues): Span[] {
  const single = new Set(Object.values(fields))
  const texts = known.lists.flatMap(({ name, fields: own }) =>
    (lists[name] ?? []).flatMap(entry =>
      own.flatMap(field => {
        const value = field.name.includes('.') ? undefined : entry[field.name]
        const isLong = typeof value === 'string' && value.length >= SHORTEST_ENTRY && /\d/.test(value)
        return isLong && !single.has(value) ? [plainText(value)] : []
      }),
    ),
  )
  return [...new Set(texts)].flatMap(text => {
    const start = page.text.indexOf(text)
    return start < 0 ? [] : [{ start, end: start + text.length }]
  })
}

type Known = { values: FieldValues; isAlike: (one: string, other: string) => boolean }

function listed(
  known: KnownFields,
  { name, labels, choices, toldBy, spelled, styles }: FindableList,
  { values: { fields }, isAlike }: Known,
): Listed[] {
  const list = known.lists.find(one => one.name === name)
  if (!list) return []
  const said = (label: string) =>
    label.replaceAll(/\{([^}]+)\}/g, (_, field: string) => {
      const value = fields[field]
      return typeof value === 'string' ? value : ''
    })
  const full = (field: string) => `${name}.${field}`
  return [
    {
      ...{ ...list, choices, toldBy, spelled, styles },
      labels: field => (labels[field.name] ?? []).map(said),
      isAlike: (one, other) => isAlike(full(one), full(other)),
    },
  ]
}
