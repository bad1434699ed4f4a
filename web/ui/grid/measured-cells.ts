import { inFirstUnit } from '#contract/units.ts'
import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import { readNumber } from '#web/ui/entry/read-number.ts'
import { numberRules } from '#web/ui/entry/use-number-entry.ts'
import { type GridColumn, readCell, type RowValues } from './columns.ts'
import { wordBehind } from '#contract/counted.ts'
import { unitBehind } from '#web/ui/entry/units-behind.ts'

/** More decimals than a cell keeps: whether they fit is asked of the figure afterwards. */
const MANY = 8

/** The figure of a text times `by`; null where it is none, or has more decimals than the column keeps. */
function converted(text: string, by: number, decimals: number): number | null {
  const read = readNumber(text, numberRules({ decimals: MANY }), withLatinDigits(personLocale()))
  if ('reason' in read || read.value === null) return null
  const value = Number((read.value * by).toFixed(MANY))
  return Number(value.toFixed(decimals)) === value ? value : null
}

/** A figure with what it counts behind it: that fills its own cell where none stands there yet. */
function countedCells(
  column: GridColumn & { kind: 'number' },
  text: string,
  values: RowValues,
): RowValues | null {
  const behind = column.counted && wordBehind(column.counted, text)
  const figure = behind ? readCell(column, behind.figure) : null
  if (!behind || typeof figure !== 'number') return null
  const kindColumn = column.counted?.kindColumn
  const isKindFree = kindColumn !== undefined && (values[kindColumn] ?? null) === null
  return { [column.id]: figure, ...(isKindFree && { [kindColumn]: behind.kind }) }
}

/**
 * What a text changes in its row: the cell and, where it brings a unit along, the row's unit. Where the row has a unit
 * for other figures already, or `isUnitGiven` says so, the figure is converted to it; what then does not fit stays as it
 * was typed.
 */
export function cellChanges(
  column: GridColumn,
  text: string,
  values: RowValues,
  isUnitGiven = false,
): RowValues {
  const counted = column.kind === 'number' && column.counted ? countedCells(column, text, values) : null
  if (counted) return counted
  const behind = column.kind === 'number' && column.measure ? unitBehind(column.measure, text) : null
  if (column.kind !== 'number' || !column.measure || !behind) return { [column.id]: readCell(column, text) }
  const { unitColumn, sharing, factors } = column.measure
  const figure = readCell(column, behind.figure)
  const standing = unitColumn === undefined ? 0 : (values[unitColumn] ?? null)
  // Figures without a unit get the one that a figure beside them has.
  const isBound =
    unitColumn === undefined ||
    (standing !== null &&
      (isUnitGiven || sharing.some(other => other !== column.id && typeof values[other] === 'number')))
  if (!isBound || standing === behind.unit)
    return typeof figure === 'number' && unitColumn !== undefined
      ? { [column.id]: figure, [unitColumn]: behind.unit }
      : { [column.id]: typeof figure === 'number' ? figure : text }
  if (typeof standing !== 'number') return { [column.id]: text }
  const by = inFirstUnit(factors, 1, behind.unit) / inFirstUnit(factors, 1, standing)
  return { [column.id]: converted(behind.figure, by, column.decimals) ?? text }
}

/** What the cells of a pasted row change; a unit that stands in a cell of its own is the row's. */
export function rowChanges(
  cells: readonly { column: GridColumn; text: string }[],
  values: RowValues,
): RowValues {
  const isMeasured = ({ column }: { column: GridColumn }) =>
    column.kind === 'number' && (column.measure ?? column.counted) !== undefined
  const given = new Set(cells.flatMap(({ column, text }) => (text.trim() === '' ? [] : [column.id])))
  let changes: RowValues = {}
  for (const { column, text } of [...cells.filter(one => !isMeasured(one)), ...cells.filter(isMeasured)]) {
    const unitColumn = column.kind === 'number' ? column.measure?.unitColumn : undefined
    const isUnitGiven = unitColumn !== undefined && given.has(unitColumn)
    changes = { ...changes, ...cellChanges(column, text, { ...values, ...changes }, isUnitGiven) }
  }
  return changes
}
