import { columnLetters, dateOfSerial } from './cells.ts'
import type { Shown } from './number-formats.ts'
import {
  type Hidden,
  type Kept,
  NOT_RECKONED,
  type ReadCell,
  type ReadRow,
  type ReadSheet,
  SHEET_LIMITS,
  SheetError,
} from './sheet.ts'
import { NO_SHEET, type Parts } from './xlsx-parts.ts'
import { readXlsxText } from './xlsx-text.ts'

/** "AB12" stands in the 28th column. */
function columnOf(place: string): number {
  let column = 0
  for (const sign of place) {
    const letter = sign.codePointAt(0) ?? 0
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}

/** `shown`: what people see of a number, where that is not the number. */
export type NumberStyle = { isDate: boolean; shown: Shown | null }
type Known = {
  texts: readonly string[]
  numbers: readonly NumberStyle[]
  countsFrom1904: boolean
  kept: Kept
}

/** "#GETTING_DATA" and all others are shorter. */
const LONGEST_FAULT = 40

/** The digits that a spreadsheet shows of a number, without the rests of its binary fraction. */
const numberOf = (text: string) => Number(Number(text).toPrecision(15))

function cellOf(
  { t = 'n', s = '0' }: Record<string, string>,
  value: string,
  inline: string,
  { isFormula, ...known }: Known & { isFormula: boolean },
): ReadCell {
  // Programs that only write files reckon nothing; an empty text is said to be one.
  if (isFormula && value === '' && t !== 'str') return { fault: NOT_RECKONED }
  if (t === 'inlineStr') return known.kept.cell(readXlsxText(inline)) || null
  if (value === '') return null
  if (t === 's') return known.kept.cell(known.texts[Number(value)] ?? '') || null
  if (t === 'str') return known.kept.cell(readXlsxText(value))
  if (t === 'b') return value === '1'
  if (t === 'e') return { fault: known.kept.text(value.slice(0, LONGEST_FAULT)) }
  if (t === 'd') return { date: value.slice(0, 10) }
  const number = numberOf(value)
  if (!Number.isFinite(number)) return known.kept.cell(value)
  const style = known.numbers[Number(s)]
  const date = style?.isDate ? dateOfSerial(number, known.countsFrom1904) : null
  if (date !== null) return { date }
  const shown = style?.shown?.(number) ?? null
  return shown === null ? number : known.kept.text(shown)
}

type Merge = { column: number; from: number; to: number }

/** "B3:B5": cells of one column that are one; others head several columns, and none of them is a row's own. */
function mergeOf(ref: string): Merge | null {
  const [, first = '', from = '', last = '', to = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? []
  return first !== '' && first === last && Number(from) < Number(to)
    ? { column: columnOf(first), from: Number(from), to: Number(to) }
    : null
}

/** So many cells are merged in no sheet that people work with. */
const MOST_MERGED = 20 * SHEET_LIMITS.rows

/** A row that holds something of its own has what its merged cells hold at their top. */
function spread(rows: readonly ReadRow[], merges: readonly Merge[], kept: Kept): void {
  const byNumber = new Map(rows.map(row => [row.number, row]))
  let done = 0
  for (const { column, from, to } of merges) {
    const top = byNumber.get(from)?.cells[column]
    if (top === null || top === undefined || (typeof top === 'object' && 'merged' in top)) continue
    for (let number = from + 1; number <= to; number += 1) {
      if (++done > MOST_MERGED) throw new SheetError(NO_SHEET)
      const row = byNumber.get(number)
      if (!row || (row.cells[column] ?? null) !== null) continue
      while (row.cells.length < column) row.cells.push(null)
      if (typeof top === 'string') kept.text(top)
      row.cells[column] = { merged: top, top: `${columnLetters(column)}${from}` }
    }
  }
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** A column that the sheet does not show; one that hides all to the right of the table says so with a large number. */
function hideColumns({ min, max }: Record<string, string>, hidden: Set<number>): void {
  const last = Math.min(Number(max), SHEET_LIMITS.columns)
  for (let column = Math.max(1, Number(min)); column <= last; column += 1) hidden.add(column - 1)
}

export async function readSheet(parts: Parts, path: string, known: Known): Promise<Omit<ReadSheet, 'name'>> {
  const rows: ReadRow[] = []
  const hiddenColumns = new Set<number>()
  const hiddenRows: number[] = []
  const merges: Merge[] = []
  let isRowHidden = false
  let row: ReadRow = { number: 0, cells: [] }
  let column = -1
  let cell: Record<string, string> = {}
  let value = ''
  let inline = ''
  let isFormula = false
  let where: 'value' | 'inline' | undefined
  await parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] }
        column = -1
        isRowHidden = isOn(attributes['hidden'])
      } else if (name === 'c') {
        cell = attributes
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1
        value = ''
        inline = ''
        isFormula = false
      } else if (name === 'v') where = 'value'
      else if (name === 'f') isFormula = true
      else if (name === 't') where = 'inline'
      else if (name === 'col' && isOn(attributes['hidden'])) hideColumns(attributes, hiddenColumns)
      else if (name === 'mergeCell') {
        const merge = mergeOf(attributes['ref'] ?? '')
        if (merge) merges.push(merge)
      }
    },
    text: text => {
      // What a formula says is passed over: only the value that it had is read.
      if (where === 'value') value += text
      else if (where === 'inline') inline += text
    },
    close: name => {
      if (name === 'v' || name === 't') where = undefined
      if (name === 'c') {
        const read = cellOf(cell, value, inline, { ...known, isFormula })
        if (read === null || (typeof read === 'string' && read.trim() === '')) return
        known.kept.column(column)
        while (row.cells.length < column) row.cells.push(null)
        row.cells[column] = read
      }
      if (name === 'row' && row.cells.length > 0) {
        known.kept.row(rows, row)
        if (isRowHidden) hiddenRows.push(row.number)
      }
    },
  })
  known.kept.endSheet()
  rows.sort((one, other) => one.number - other.number)
  spread(rows, merges, known.kept)
  const hidden: Hidden = { columns: [...hiddenColumns], rows: hiddenRows }
  return { rows, ...((hidden.columns.length > 0 || hidden.rows.length > 0) && { hidden }) }
}
