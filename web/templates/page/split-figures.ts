import type { TemplatePage } from '#contract/template-pages.ts'
import type { PlaceState } from './decisions.ts'
import type { LeftText } from './left-text.ts'
import { type PageText, pageTextOf } from './page-text.ts'

/** A figure that stays text, though figures with which it makes a sum are fields: another job’s paper adds up wrongly. */
export type SplitFigure = LeftText & {
  /** With what stands before it: “TOTAL 7,676.00”. */
  name: string
  /** One of the others becomes a field by the next save. */
  isNew: boolean
}

/** With two decimals, as amounts are printed. */
const AMOUNT = /(?<![\d.,])(\d{1,3}(?:[ ,.'’]\d{3})+|\d+)[.,](\d{2})(?![\d.,]*\d)/
const PRINTS_FIGURE = /\| *(?:number|money|unit)\b/
/** One field above may stand there by chance. */
const FEWEST_ABOVE = 2
const LONGEST_NAME = 40

type Figure = {
  at: PlaceState | LeftText
  /** In hundredths; undefined for a placeholder, which shows none. */
  amount: number | undefined
  isField: boolean
}

/** The figures among `left`, what stays as text, that belong to fields by a sum or by their column. */
export function splitFigures(
  page: TemplatePage,
  { left, states }: { left: readonly LeftText[]; states: readonly PlaceState[] },
): SplitFigure[] {
  const text = pageTextOf(page)
  const figures = [
    ...states.filter(isFigureField).map(at => ({ at, amount: amountOf(at.text), isField: true })),
    ...left.map(at => ({ at, amount: amountOf(at.text), isField: false })),
  ]
    .filter(({ amount, isField }) => isField || amount !== undefined)
    .toSorted((one, other) => inOrder(one, other))
  const summed = inSums(figures)
  const columns = columnsOf(figures, text)
  return left.flatMap(one => {
    const isNew = summed.has(one)
    return isNew || isBelowFields(one, columns, text) ? [{ ...one, isNew, name: nameOf(one, text) }] : []
  })
}

const isFigureField = ({ status, choice, text }: PlaceState) =>
  (status === 'field' || status === 'found') &&
  choice !== undefined &&
  (PRINTS_FIGURE.test(choice.placeholder) || AMOUNT.test(text))

function amountOf(text: string): number | undefined {
  const [, whole, cents] = AMOUNT.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole.replaceAll(/\D/g, '') + cents)
}

const inOrder = ({ at: { from: one } }: Figure, { at: { from: other } }: Figure) =>
  one.paragraph - other.paragraph || one.offset - other.offset

/** More figures than a paper adds up; two that make a third are looked for among all before it. */
const MOST = 300

/** What stays text of each sum that has a field: two figures and the third below them, or a run of lines and its total. */
function inSums(all: readonly Figure[]): ReadonlySet<Figure['at']> {
  const figures = all.filter(({ amount }) => amount !== undefined && amount > 0).slice(0, MOST)
  const split = new Set<Figure['at']>()
  const take = (sum: readonly (Figure | undefined)[]) => {
    if (!sum.some(one => one?.isField)) return
    for (const one of sum) if (one && !one.isField) split.add(one.at)
  }
  const before = new Map<number, Figure>()
  /** Which figure the run begins with whose predecessors come to so much: each figure adds to it. */
  const beginnings = new Map<number, number>()
  let sum = 0
  for (const [index, total] of figures.entries()) {
    const { amount = 0 } = total
    for (const one of figures.slice(0, index)) {
      const other = before.get(amount - (one.amount ?? 0))
      if (other && other !== one) take([one, other, total])
    }
    const first = beginnings.get(sum - amount)
    if (first !== undefined && index - first > 1) take(figures.slice(first, index + 1))
    before.set(amount, total)
    beginnings.set(sum, index)
    sum += amount
  }
  return split
}

/** Of a column of a table, in which rows its figures are fields. */
type Column = {
  /** The first rows, so many as make it a column of fields. */
  rows: number[]
  /** The first row of a list; undefined where the column has none. */
  ofList: number | undefined
}

const columnKey = ({ table, column }: { table: number; column: number }) => `${table} ${column}`

/** `figures` in reading order, by which the rows of a column rise. */
function columnsOf(figures: readonly Figure[], { cellsOf }: PageText): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>()
  for (const { at, isField } of figures) {
    const cell = isField ? cellsOf(at.from.paragraph).at(-1) : undefined
    if (!cell) continue
    const column = columns.get(columnKey(cell)) ?? { rows: [], ofList: undefined }
    columns.set(columnKey(cell), column)
    if (column.rows.length < FEWEST_ABOVE) column.rows.push(cell.row)
    if ('list' in at && at.list !== null) column.ofList ??= cell.row
  }
  return columns
}

/** Whether figures above it in its column are fields, or those of a row that repeats. */
function isBelowFields(one: LeftText, columns: ReadonlyMap<string, Column>, { cellsOf }: PageText): boolean {
  const cell = cellsOf(one.from.paragraph).at(-1)
  const column = cell && columns.get(columnKey(cell))
  if (!cell || !column || amountOf(one.text) === undefined) return false
  const { rows, ofList } = column
  return (rows[FEWEST_ABOVE - 1] ?? cell.row) < cell.row || (ofList ?? cell.row) < cell.row
}

/** With the words before it, in its line or else at the beginning of its row. */
function nameOf({ from, text }: LeftText, { textOf, cellsOf, rowOf }: PageText): string {
  const cell = cellsOf(from.paragraph).at(-1)
  const inRow = cell
    ? rowOf(cell).filter(paragraph => (cellsOf(paragraph).at(-1)?.column ?? 0) < cell.column)
    : []
  const before = textOf(from.paragraph).slice(0, from.offset).trim()
  const label = [before, ...inRow.map(textOf)].find(one => one.trim() !== '') ?? ''
  return `${label.trim().slice(0, LONGEST_NAME)} ${text}`.trim()
}

export const namesOfFigures = (figures: readonly SplitFigure[]): string =>
  figures.map(({ name }) => `“${name}”`).join(', ')
