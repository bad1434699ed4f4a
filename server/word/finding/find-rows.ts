import type { FieldValue, FieldValues, KnownField, KnownList } from '#server/word/language/known-fields.ts'
import { labelMatch } from './labels.ts'
import { occurrencesOf, textsOf } from './occurrences.ts'
import type { Box, PageText } from './page-text.ts'
import { type ReadColumn, readColumn, type RowValue } from './read-column.ts'
import type { ColumnSearch, Entry } from './row-lines.ts'
import type { PageSigns } from './writings.ts'

/** Rows of a table that are the entries of a list: one becomes the row that repeats, the others go. */
export interface FoundRows {
  list: string
  table: number
  firstRow: number
  lastRow: number
  values: readonly RowValue[]
  /** The row that stays, and repeats. */
  keptRow: number
  /** Of which entries there is a row, as a condition; undefined where it is all of them. */
  where: string | undefined
}

/** Rows of a table that show entries of a list, as far as one can tell, and are left as they are. */
export interface UnreadRows {
  table: number
  firstRow: number
  lastRow: number
}

/** Which entries papers choose: those with one of the fields filled in, or with one of them the same. */
export type EntryChoice = { filled: readonly string[] } | { same: readonly string[] }

export type Listed = KnownList & {
  labels: (field: KnownField) => readonly string[]
  choices: readonly EntryChoice[]
  isAlike: (one: string, other: string) => boolean
}

type Search = ColumnSearch & { list: Listed; where: string | undefined }
type Values = { values: FieldValues['lists']; signs: PageSigns }

/** The tables whose rows are the entries of one of the lists, each table for the list that explains most of it. */
export function findRows(
  page: PageText,
  lists: readonly Listed[],
  { values, signs }: Values,
): { rows: FoundRows[]; unread: UnreadRows[] } {
  const tables = Map.groupBy(
    page.boxes.filter(({ cell }) => cell !== undefined),
    ({ table }) => table ?? 0,
  )
  const searches = lists.flatMap(list => searchesOf(list, page, { values, signs }))
  const rows: FoundRows[] = []
  const unread: UnreadRows[] = []
  for (const [table, boxes] of tables) {
    const found = searches.flatMap(search => rowsOf(boxes, search) ?? [])
    const [best] = found.toSorted((one, other) => explained(other) - explained(one))
    if (best) rows.push(best)
    else
      unread.push(
        ...searches.filter(one => one.where === undefined).flatMap(one => unreadOf(table, boxes, one)),
      )
  }
  return { rows, unread }
}

function searchesOf(list: Listed, page: PageText, { values, signs }: Values): Search[] {
  const all = values[list.name] ?? []
  if (all.length === 0) return []
  const known = new Map<Entry, ReturnType<typeof textsOf>>()
  const textsOfEntry = (entry: Entry) => {
    const texts = known.get(entry) ?? textsOf(list.fields, entry, signs)
    known.set(entry, texts)
    return texts
  }
  const search = (entries: readonly Entry[], where?: string): Search => ({
    ...{ page, list, entries, language: signs.language, labels: list.labels, isAlike: list.isAlike, where },
    textsOf: at => textsOfEntry(entries[at] ?? {}),
  })
  const chosen = list.choices.flatMap(choice => chosenBy(choice, all))
  return [
    search(all),
    ...chosen
      .filter(({ entries }) => entries.length > 0 && entries.length < all.length)
      .map(({ entries, where }) => search(entries, where)),
  ]
}

const isFilled = (value: FieldValue) => value != null && value !== ''

function chosenBy(choice: EntryChoice, all: readonly Entry[]): { entries: Entry[]; where: string }[] {
  if ('filled' in choice)
    return [
      {
        entries: all.filter(entry => choice.filled.some(name => isFilled(entry[name]))),
        where: choice.filled.join(' or '),
      },
    ]
  const said = new Set(all.flatMap(entry => choice.same.map(name => entry[name])).filter(isFilled))
  return [...said].flatMap(value =>
    typeof value !== 'string' || value.includes('"')
      ? []
      : [
          {
            entries: all.filter(entry => choice.same.some(name => entry[name] === value)),
            where: choice.same.map(name => `${name} = "${value}"`).join(' or '),
          },
        ],
  )
}

const explained = ({ values, firstRow, lastRow }: FoundRows) => values.length * (lastRow - firstRow + 1)

const FEWEST_CELLS = 2
/** Entries by which a table is told to be theirs. */
const MOST_LOOKED_AT = 20
const FEWEST_HEADINGS = 3

function rowsOf(boxes: readonly Box[], search: Search): FoundRows | undefined {
  const rows = Map.groupBy(boxes, ({ cell }) => cell?.row ?? 0)
  // One row alone may be a box of a form: what stands above its cells has to name what is in them.
  const isHeaded = (values: readonly RowValue[]) =>
    values.filter(({ choices: [first], start }) => {
      const box = first && search.page.boxAt(start)
      return box && labelMatch(headingOf(search.page, box), search.list.labels(first.field)) > 0
    }).length >= FEWEST_HEADINGS
  const numbers = [...rows.keys()].toSorted((one, other) => one - other)
  const { entries } = search
  let best: FoundRows | undefined
  for (const first of numbers) {
    if (first + entries.length - 1 > (numbers.at(-1) ?? 0)) break
    const cells = rows.get(first) ?? []
    if (!mayBeEntry(cells, search, 0)) continue
    const columns: ReadColumn[] = []
    let isRead = true
    for (const box of cells) {
      const column = entries.map((_, entry) =>
        rows.get(first + entry)?.find(({ cell }) => cell?.column === box.cell?.column),
      )
      const whole = column.filter(one => one !== undefined)
      if (whole.length < entries.length) return best
      const read = readColumn(whole, headingOf(search.page, box), search)
      // A column that no field prints would be repeated as it is, which is wrong for every other row.
      isRead = read !== undefined
      if (!read) break
      columns.push(read)
    }
    if (!isRead) continue
    const shown = (entry: number) => columns.reduce((sum, column) => sum + (column.shown[entry] ?? 0), 0)
    // The row that shows most stays: others may lack what their entries do not have.
    const [kept = 0] = entries.map((_, entry) => entry).toSorted((one, other) => shown(other) - shown(one))
    const ofColumns = columns.map(column => column.valuesAt(kept))
    const values = ofColumns.flat()
    const understood = ofColumns.filter(({ length }) => length > 0).length
    if (understood < FEWEST_CELLS) continue
    if (entries.length === 1 && !isHeaded(values)) continue
    const [table = 0] = cells.flatMap(({ table: one }) => one ?? [])
    const found = {
      ...{ list: search.list.name, table, firstRow: first, lastRow: first + entries.length - 1 },
      ...{ keptRow: first + kept, values, where: search.where },
    }
    if (!best || explained(found) > explained(best)) best = found
  }
  return best
}

/** Whether a row has at least two cells with something of an entry, before any closer look. */
function mayBeEntry(cells: readonly Box[], { page, textsOf: texts }: Search, entry: number): boolean {
  let matching = 0
  for (const { start, end } of cells) {
    if (start === end) continue
    if (occurrencesOf(page.text, texts(entry), { start, end }).length > 0) matching += 1
    if (matching >= FEWEST_CELLS) return true
  }
  return false
}

/** Rows with at least two cells that are wholly values of an entry: several of several entries, or under their headings. */
function unreadOf(
  table: number,
  boxes: readonly Box[],
  { page, entries, textsOf: textsAt, labels }: Search,
): UnreadRows[] {
  const texts = entries.slice(0, MOST_LOOKED_AT).map((_, entry) => textsAt(entry))
  const rows = Map.groupBy(boxes, ({ cell }) => cell?.row ?? 0)
  const found = [...rows].flatMap(([row, cells]) => {
    const matching = texts.map(known =>
      cells.flatMap(box => {
        const candidates = known.get(page.text.slice(box.start, box.end).trim()) ?? []
        const heading = headingOf(page, box)
        return candidates.length === 0
          ? []
          : [candidates.some(({ field }) => labelMatch(heading, labels(field)) > 0)]
      }),
    )
    const most = Math.max(...matching.map(cellsOfEntry => cellsOfEntry.length))
    const named = Math.max(...matching.map(cellsOfEntry => cellsOfEntry.filter(Boolean).length))
    const entry = matching.findIndex(({ length }) => length === most)
    return most >= FEWEST_CELLS ? [{ row, entry, isNamed: named >= FEWEST_CELLS }] : []
  })
  const isTable = new Set(found.map(({ entry }) => entry)).size > 1 || found.some(({ isNamed }) => isNamed)
  return isTable ? found.map(({ row }) => ({ table, firstRow: row, lastRow: row })) : []
}

function headingOf(page: PageText, { cell }: Box): string {
  if (!cell) return ''
  for (let row = cell.row - 1; row >= 0; row -= 1) {
    const text = page.cellText(cell.table, row, cell.column)
    if (text !== undefined) return text
  }
  return ''
}
