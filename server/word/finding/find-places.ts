import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import { type FoundRows, findRows } from './find-rows.ts'
import { type FindableField, findValues } from './find-values.ts'
import { type Candidate, placeholderOf } from './occurrences.ts'
import type { OpenDocument } from './open-document.ts'
import type { PageText, Span } from './page-text.ts'
import type { RowValue } from './read-column.ts'
import type { Replacement } from './write-template.ts'

/** What can be found: the fields of templates, with what papers call them. */
export interface Findable {
  known: KnownFields
  fields: readonly FindableField[]
  /** The lists whose entries are looked for in tables, with what papers call their fields. */
  lists: readonly { name: string; labels: Readonly<Record<string, readonly string[]>> }[]
  /** The group of the totals of a list. */
  totals: Readonly<Record<string, string>>
  /** Fields that print the same unless a job is unusual, such as a port's two codes: of each group the first counts. */
  alike: readonly (readonly string[])[]
}

/** A place of a document that shows a value. */
export interface Place extends Span {
  text: string
  choices: readonly Candidate[]
  isCertain: boolean
  /** The list of whose entries it shows one. */
  list?: string
  around?: RowValue['around']
  more?: RowValue['more']
}

/** What a place becomes by one of its choices, the first unless another is meant. */
export function replacementOf(
  { start, end, choices, list, around, more = [] }: Place,
  choice = 0,
): Replacement | undefined {
  const chosen = choices[choice]
  return chosen && { start, end, text: [placeholderOf(chosen, { list, around }), ...more].join('\n') }
}

export interface FoundPlaces {
  places: readonly Place[]
  rows: readonly FoundRows[]
}

/** Looks for a job's values on a page. */
export function findPlaces(
  { document, page }: { document: OpenDocument; page: PageText },
  { known, fields, lists, totals, alike }: Findable,
  values: FieldValues,
): FoundPlaces {
  const { language } = document
  const rows = findRows(
    page,
    lists.flatMap(({ name, labels }) => listed(known, name, labels)),
    { values: values.lists, language },
  )
  const taken = page.boxes.filter(({ cell }) =>
    rows.some(
      ({ table, firstRow, lastRow }) => cell?.table === table && cell.row >= firstRow && cell.row <= lastRow,
    ),
  )
  const below = rows.flatMap(({ list, table, firstRow, lastRow }) => {
    const group = totals[list]
    return group === undefined ? [] : [{ table, row: lastRow + 1, headRow: firstRow - 1, group }]
  })
  // Totals of a list that the page does not show are those of the whole job.
  const own = fields.filter(
    ({ group }) =>
      !Object.values(totals).includes(group) || group === 'Finance' || below.some(one => one.group === group),
  )
  const isAlike = (one: string, other: string) =>
    alike.some(group => group.includes(one) && group.includes(other))
  const finds = findValues({ page, fields: own, values, language, taken, totals: below, isAlike })
  const inRows = rows.flatMap(({ list, values: found }) =>
    found.map((value): Place => ({ ...value, isCertain: true, list })),
  )
  const places = [...finds, ...inRows].toSorted((one, other) => one.start - other.start)
  return { places, rows }
}

const listed = (known: KnownFields, name: string, labels: Readonly<Record<string, readonly string[]>>) => {
  const list = known.lists.find(one => one.name === name)
  return list ? [{ ...list, labels: (field: { name: string }) => labels[field.name] ?? [] }] : []
}
