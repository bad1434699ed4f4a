import type { FieldValues, KnownField, KnownList } from '#server/word/language/known-fields.ts'
import { labelMatch } from './labels.ts'
import { occurrencesOf, textsOf } from './occurrences.ts'
import type { Box, PageText } from './page-text.ts'
import { type ColumnSearch, readColumn, type RowValue } from './read-column.ts'

/** Rows of a table that are the entries of a list: the first becomes the row that repeats, the others go. */
export interface FoundRows {
  list: string
  table: number
  firstRow: number
  lastRow: number
  values: readonly RowValue[]
  /** The row that stays, and repeats. */
  keptRow: number
  /** How many cells of these rows hold something that no field of the list prints. */
  unread: number
}

type Listed = KnownList & { labels: (field: KnownField) => readonly string[] }

type Search = ColumnSearch & { list: Listed }

/** The tables whose rows are the entries of one of the lists, each table for the list that explains most of it. */
export function findRows(
  page: PageText,
  lists: readonly Listed[],
  { values, language }: { values: FieldValues['lists']; language: string },
): FoundRows[] {
  const tables = Map.groupBy(
    page.boxes.filter(({ cell }) => cell !== undefined),
    ({ table }) => table,
  )
  const searches = lists.flatMap((list): Search[] => {
    const entries = values[list.name] ?? []
    if (entries.length === 0) return []
    const texts = entries.map(entry => textsOf(list.fields, entry, language))
    return [{ page, list, entries, texts, language, labels: list.labels }]
  })
  return [...tables.values()].flatMap(boxes => {
    const found = searches.flatMap(search => rowsOf(boxes, search) ?? [])
    const [best] = found.toSorted(
      (one, other) => explained(other) - explained(one) || one.unread - other.unread,
    )
    return best ? [best] : []
  })
}

const explained = ({ values, firstRow, lastRow }: FoundRows) => values.length * (lastRow - firstRow + 1)

const FEWEST_CELLS = 2

function rowsOf(boxes: readonly Box[], search: Search): FoundRows | undefined {
  const rows = Map.groupBy(boxes, ({ cell }) => cell?.row ?? 0)
  // One row alone may be a box of a form: what stands above its cells has to name what is in them.
  const isHeaded = (values: readonly RowValue[]) =>
    values.filter(({ choices: [first], start }) => {
      const box = first && search.page.boxAt(start)
      return box && labelMatch(headingOf(search.page, box), search.list.labels(first.field)) > 0
    }).length >= FEWEST_CELLS
  const numbers = [...rows.keys()].toSorted((one, other) => one - other)
  const { entries } = search
  let best: FoundRows | undefined
  for (const first of numbers) {
    if (first + entries.length - 1 > (numbers.at(-1) ?? 0)) break
    const cells = rows.get(first) ?? []
    if (!mayBeEntry(cells, search, 0)) continue
    const columns: (readonly (readonly RowValue[])[])[] = []
    let unread = 0
    for (const box of cells) {
      const column = entries.map((_, entry) =>
        rows.get(first + entry)?.find(({ cell }) => cell?.column === box.cell?.column),
      )
      const whole = column.filter(one => one !== undefined)
      if (whole.length < entries.length) return best
      const read = readColumn(whole, headingOf(search.page, box), search)
      if (read) columns.push(read)
      else if (whole.some(({ start, end }) => search.page.text.slice(start, end).trim() !== '')) unread += 1
    }
    const shown = (entry: number) => columns.flatMap(column => column[entry] ?? [])
    // The row that shows most stays: others may lack what their entries do not have.
    const [kept = 0] = entries
      .map((_, entry) => entry)
      .toSorted((one, other) => shown(other).length - shown(one).length)
    const values = shown(kept)
    const understood = columns.filter(column => (column[kept] ?? []).length > 0).length
    // A column that no field prints would be repeated as it is, which is wrong for every other row.
    if (understood < FEWEST_CELLS || unread > 0) continue
    if (entries.length === 1 && !isHeaded(values)) continue
    const [table = 0] = cells.flatMap(({ table: one }) => one ?? [])
    const found = {
      ...{ list: search.list.name, table, firstRow: first, lastRow: first + entries.length - 1 },
      ...{ keptRow: first + kept, values, unread },
    }
    if (!best || explained(found) > explained(best)) best = found
  }
  return best
}

/** Whether a row has at least two cells with something of an entry, before any closer look. */
function mayBeEntry(cells: readonly Box[], { page, texts }: Search, entry: number): boolean {
  let matching = 0
  for (const { start, end } of cells) {
    if (start === end) continue
    if (occurrencesOf(page.text, texts[entry] ?? new Map(), { start, end }).length > 0) matching += 1
    if (matching >= FEWEST_CELLS) return true
  }
  return false
}

function headingOf(page: PageText, { cell }: Box): string {
  if (!cell) return ''
  for (let row = cell.row - 1; row >= 0; row -= 1) {
    const text = page.cellText(cell.table, row, cell.column)
    if (text !== undefined) return text
  }
  return ''
}
