import type { FieldValue, FieldValues, KnownField, KnownList } from '#server/word/language/known-fields.ts'
import { bestMatch, headingsOf, labelMatch } from './labels.ts'
import { occurrencesOf, textsOf } from './occurrences.ts'
import type { Box, PageText } from './page-text.ts'
import { type ReadColumn, readColumn, type RowValue } from './read-column.ts'
import type { ColumnSearch, Entry } from './row-lines.ts'
import type { RowStyle } from './row-style.ts'
import { addStyled, stylesOn } from './row-styles.ts'
import { type SpelledInRows, spelledColumn, spelledIn } from './spelled-in-rows.ts'
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
  /** The field that a row of the only entry shows. */
  toldBy: string | undefined
  spelled: SpelledInRows | undefined
  styles: readonly RowStyle[] | undefined
  isAlike: (one: string, other: string) => boolean
}

type Search = ColumnSearch & { list: Listed; where: string | undefined }
type Values = {
  values: FieldValues['lists']
  signs: PageSigns
  /** Whether a text may as well be a value of the whole job. */
  isOfJob: (text: string) => boolean
}

/** The tables whose rows are the entries of one of the lists, each table for the list that explains most of it. */
export function findRows(
  page: PageText,
  lists: readonly Listed[],
  given: Values,
): { rows: FoundRows[]; unread: UnreadRows[] } {
  const tables = Map.groupBy(
    page.boxes.filter(({ cell }) => cell !== undefined),
    ({ table }) => table ?? 0,
  )
  const searches = lists.flatMap(list => searchesOf(list, page, given))
  const rows: FoundRows[] = []
  const unread: UnreadRows[] = []
  for (const [table, boxes] of tables) {
    const found = searches.flatMap(search => rowsOf(boxes, search, given) ?? [])
    const [best] = found.toSorted((one, other) => explained(other) - explained(one))
    if (best) rows.push(best)
    else
      unread.push(
        ...searches
          .filter(one => one.where === undefined)
          .flatMap(one => unreadOf(table, boxes, one, given.isOfJob)),
      )
  }
  return { rows, unread }
}

function searchesOf(list: Listed, page: PageText, { values, signs }: Values): Search[] {
  const all = values[list.name] ?? []
  if (all.length === 0) return []
  const known = new Map<Entry, ReturnType<typeof textsOf>>()
  const styles = stylesOn(page.text, list.styles ?? [], all)
  const textsOfEntry = (entry: Entry) => {
    const before = known.get(entry)
    if (before) return before
    const texts = textsOf(list.fields, entry, signs)
    addStyled(texts, entry, { fields: list.fields, styles })
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
/** Rows of one table that begin like the first entry. */
const MOST_TRIES = 50
/** Entries by which a table is told to be theirs. */
const MOST_LOOKED_AT = 20
/** Cells by which a row is told to be an entry's. */
const MOST_CELLS = 30
const FEWEST_HEADINGS = 3
const WELL_HEADED = 0.5

function rowsOf(boxes: readonly Box[], search: Search, { isOfJob }: Values): FoundRows | undefined {
  const rows = Map.groupBy(boxes, ({ cell }) => cell?.row ?? 0)
  const { toldBy } = search.list
  const isTold = (values: readonly RowValue[]) =>
    toldBy === undefined || values.some(({ choices: [first] }) => first?.field.name === toldBy)
  const numbers = [...rows.keys()].toSorted((one, other) => one - other)
  const { entries } = search
  let best: FoundRows | undefined
  let tries = 0
  for (const first of numbers) {
    if (first + entries.length - 1 > (numbers.at(-1) ?? 0)) break
    const cells = rows.get(first) ?? []
    if (!mayBeEntry(cells, search, 0)) continue
    tries += 1
    if (tries > MOST_TRIES) break
    const columns: ReadColumn[] = []
    let isRead = true
    for (const box of cells) {
      const column = entries.map((_, entry) =>
        rows.get(first + entry)?.find(({ cell }) => cell?.column === box.cell?.column),
      )
      const whole = column.filter(one => one !== undefined)
      if (whole.length < entries.length) return best
      const texts = whole.map(one => search.page.whole(one))
      const read = readColumn(texts, headingsOf(search.page, box), search) ?? spelledColumn(texts, search)
      // A column that no field prints would be repeated as it is, which is wrong for every other row.
      isRead = read !== undefined
      if (!read) break
      columns.push(read)
    }
    if (!isRead) continue
    const shown = (entry: number) => columns.reduce((sum, column) => sum + (column.shown[entry] ?? 0), 0)
    // The row that shows most stays: others may lack what their entries do not have, or cells that reach into them.
    const isWhole = (entry: number) =>
      rows.get(first + entry)?.every(({ cell }) => cell?.merge !== 'goes on') === true
    const [kept] = entries
      .map((_, entry) => entry)
      .filter(isWhole)
      .toSorted((one, other) => shown(other) - shown(one))
    if (kept === undefined) continue
    const ofColumns = columns.map(column => column.valuesAt(kept))
    const read = ofColumns.flat()
    const understood = ofColumns.filter(({ length }) => length > 0).length
    if (understood < FEWEST_CELLS) continue
    const keptCells = (rows.get(first + kept) ?? []).map(box => search.page.whole(box))
    const values = [...read, ...spelledIn(keptCells, read, search, kept)]
    if (entries.length === 1 && !(isTold(values) && isHeaded(values, cells, search, isOfJob))) continue
    const [table = 0] = cells.flatMap(({ table: one }) => one ?? [])
    const found = {
      ...{ list: search.list.name, table, firstRow: first, lastRow: first + entries.length - 1 },
      ...{ keptRow: first + kept, values, where: search.where },
    }
    if (!best || explained(found) > explained(best)) best = found
  }
  return best
}

/**
 * Whether what stands above the cells of a row names what is in them: one row alone may be a box of a form. Two
 * headings do where they are nothing else, and a cell says what is no value of the whole job.
 */
function isHeaded(
  values: readonly RowValue[],
  cells: readonly Box[],
  { page, list }: Search,
  isOfJob: Values['isOfJob'],
): boolean {
  const matches = values.map(({ choices: [first], start }) => {
    const box = first && page.boxAt(start)
    const [heading = ''] = box ? headingsOf(page, box) : []
    return first ? labelMatch(heading, list.labels(first.field)) : 0
  })
  const headed = matches.filter(match => match > 0).length
  if (headed >= FEWEST_HEADINGS) return true
  return (
    headed >= FEWEST_CELLS &&
    matches.every(match => match === 0 || match >= WELL_HEADED) &&
    isBelowHeadings(cells, page) &&
    values.some(
      ({ text, choices: [first] }, at) =>
        (matches[at] ?? 0) > 0 && first?.field.kind === 'text' && !isOfJob(text),
    )
  )
}

const LONGEST_HEADING = 30

/** Whether each cell is a line below a heading, which may reach over further ones. */
function isBelowHeadings(cells: readonly Box[], page: PageText): boolean {
  return cells.every(({ cell, start, end }) => {
    const heading = cell && page.coveringText(cell.table, cell.row - 1, cell.column)
    const isLine = !page.text.slice(start, end).includes('\n')
    return isLine && heading !== undefined && heading.length <= LONGEST_HEADING && !/[\d\n]/.test(heading)
  })
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

/** What a cell says but for the unit or the kind of packages behind its figure: “480” of “480 CTNS”. */
function valueIn(page: PageText, { start, end }: Box): string {
  const text = page.text.slice(start, end).trim()
  return /^(\d[\d.,'’ ]*\d|\d) ?\p{L}[\p{L}³.]{0,12}$/u.exec(text)?.[1] ?? text
}

/** Rows with at least two cells that are wholly values of an entry: several of several entries, or under their headings. */
function unreadOf(
  table: number,
  boxes: readonly Box[],
  { page, entries, textsOf: textsAt, labels }: Search,
  isOfJob: Values['isOfJob'],
): UnreadRows[] {
  const texts = entries.slice(0, MOST_LOOKED_AT).map((_, entry) => textsAt(entry))
  const rows = Map.groupBy(boxes, ({ cell }) => cell?.row ?? 0)
  const found = [...rows].flatMap(([row, all]) => {
    const cells = all.slice(0, MOST_CELLS)
    const matching = texts.map(known =>
      cells.flatMap(box => {
        const text = valueIn(page, box)
        const candidates = known.get(text)
        if (!candidates) return []
        const headings = headingsOf(page, box)
        return {
          isNamed: candidates.some(({ field }) => bestMatch(headings, labels(field)) > 0),
          // Of a single entry the job says the same.
          isOwn: entries.length > 1 || !isOfJob(text),
        }
      }),
    )
    const most = Math.max(...matching.map(cellsOfEntry => cellsOfEntry.length))
    const named = Math.max(
      ...matching.map(cellsOfEntry => cellsOfEntry.filter(({ isNamed }) => isNamed).length),
    )
    const entry = matching.findIndex(({ length }) => length === most)
    const isOwn = matching.flat().some(cellOfEntry => cellOfEntry.isOwn)
    return most >= FEWEST_CELLS && isOwn ? [{ row, entry, isNamed: named >= FEWEST_CELLS }] : []
  })
  const isTable = new Set(found.map(({ entry }) => entry)).size > 1 || found.some(({ isNamed }) => isNamed)
  return isTable ? found.map(({ row }) => ({ table, firstRow: row, lastRow: row })) : []
}
