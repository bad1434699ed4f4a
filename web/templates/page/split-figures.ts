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
  return left.flatMap(one => {
    const isNew = summed.has(one)
    return isNew || isBelowFields(one, figures, text) ? [{ ...one, isNew, name: nameOf(one, text) }] : []
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

/** More figures than a paper adds up; each is compared with all before it. */
const MOST = 300

/** What stays text of each sum that has a field: two figures and the third below them, or a run of lines and its total. */
function inSums(all: readonly Figure[]): ReadonlySet<Figure['at']> {
  const figures = all.filter(({ amount }) => amount !== undefined && amount > 0).slice(0, MOST)
  const split = new Set<Figure['at']>()
  const take = (sum: readonly (Figure | undefined)[]) => {
    if (!sum.some(one => one?.isField)) return
    for (const one of sum) if (one && !one.isField) split.add(one.at)
  }
  for (const [index, total] of figures.entries()) {
    const before = figures.slice(0, index)
    const byAmount = new Map(before.map(one => [one.amount, one]))
    for (const one of before) {
      const other = byAmount.get((total.amount ?? 0) - (one.amount ?? 0))
      if (other && other !== one) take([one, other, total])
    }
    let sum = 0
    for (let first = index - 1; first >= 0 && sum < (total.amount ?? 0); first -= 1) {
      sum += figures[first]?.amount ?? 0
      if (sum === total.amount && index - first > 1) take(figures.slice(first, index + 1))
    }
  }
  return split
}

/** Whether figures above it in its column are fields, or those of a row that repeats. */
function isBelowFields(one: LeftText, figures: readonly Figure[], { cellsOf }: PageText): boolean {
  const cell = cellsOf(one.from.paragraph).at(-1)
  if (!cell || amountOf(one.text) === undefined) return false
  const above = figures.filter(({ at, isField }) => {
    const own = isField && cellsOf(at.from.paragraph).at(-1)
    return own && own.table === cell.table && own.column === cell.column && own.row < cell.row
  })
  return above.length >= FEWEST_ABOVE || above.some(({ at }) => 'list' in at && at.list !== null)
}

/** With the words before it, in its line or else at the beginning of its row. */
function nameOf({ from, text }: LeftText, { textOf, cellsOf, paragraphs }: PageText): string {
  const cell = cellsOf(from.paragraph).at(-1)
  const inRow = cell
    ? paragraphs.filter(paragraph => {
        const own = cellsOf(paragraph).at(-1)
        return own?.table === cell.table && own.row === cell.row && own.column < cell.column
      })
    : []
  const before = textOf(from.paragraph).slice(0, from.offset).trim()
  const label = [before, ...inRow.map(textOf)].find(one => one.trim() !== '') ?? ''
  return `${label.trim().slice(0, LONGEST_NAME)} ${text}`.trim()
}

export const namesOfFigures = (figures: readonly SplitFigure[]): string =>
  figures.map(({ name }) => `“${name}”`).join(', ')
