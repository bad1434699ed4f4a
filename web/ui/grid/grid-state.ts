import { type CellValue, type GridColumn, otherReading, type RowValues } from './columns.ts'
import { rowChanges } from './measured-cells.ts'
import type { rangeOf } from './movement.ts'
import type { CellChange } from './row-queue.ts'
import type { PendingRow, StoredRow } from './row-store.ts'

/** A row as the grid shows it: stored, new, or the empty one that stands last. */
export type GridLine = { id: string; stored?: StoredRow | undefined; pending?: PendingRow | undefined }

export const valueOf = ({ stored, pending }: GridLine, column: string): CellValue =>
  pending && column in pending.cells ? (pending.cells[column] ?? null) : (stored?.values[column] ?? null)

export const valuesOf = ({ stored, pending }: GridLine): RowValues => ({
  ...stored?.values,
  ...pending?.cells,
})

/** The stored rows, those that are new, and the empty one. */
export function linesOf(
  rows: readonly StoredRow[],
  pending: ReadonlyMap<string, PendingRow>,
  blankId: string | null,
): GridLine[] {
  const storedIds = new Set(rows.map(row => row.id))
  const lines: GridLine[] = rows.map(stored => ({ id: stored.id, stored, pending: pending.get(stored.id) }))
  for (const row of pending.values()) if (!storedIds.has(row.id)) lines.push({ id: row.id, pending: row })
  if (blankId !== null && !lines.some(line => line.id === blankId)) lines.push({ id: blankId })
  return lines
}

/** The row that a cell's change is counted on. */
export const rowOf = (line: GridLine, newValues: RowValues): StoredRow =>
  line.stored ?? { id: line.id, version: 0, values: newValues }

/** What a pasted table changes; rows below the last one are new ones, whose ids `newId` makes. */
export function pasteChanges(
  table: readonly (readonly string[])[],
  at: {
    row: number
    /** What each of the table's columns fills; null for one that is left out. */
    columns: readonly (GridColumn | null)[]
  },
  lines: readonly GridLine[],
  newValues: RowValues,
  newId: (() => string) | null,
): CellChange[] {
  // Without a way to make a row, a table that is longer than the grid is cut off.
  const rows = newId ? table : table.slice(0, lines.length - at.row)
  return rows.flatMap((cells, offset) => {
    const line = lines[at.row + offset] ?? { id: newId?.() ?? '' }
    const isNew = !line.stored && !line.pending
    if (isNew && cells.every(cell => cell.trim() === '')) return []
    const row = rowOf(line, newValues)
    const filled = at.columns
      .slice(0, cells.length)
      .flatMap((column, index) => (column && !column.isFixed ? [{ column, text: cells[index] ?? '' }] : []))
    return Object.entries(rowChanges(filled, valuesOf(line))).map(([column, value]) => ({
      row,
      column,
      value,
    }))
  })
}

/** What emptying the cells of a rectangle changes. */
export const clearedCells = (
  { top, bottom, left, right }: ReturnType<typeof rangeOf>,
  lines: readonly GridLine[],
  columns: readonly GridColumn[],
  newValues: RowValues,
): CellChange[] =>
  lines.slice(top, bottom + 1).flatMap(line =>
    columns
      .slice(left, right + 1)
      .filter(column => !column.isFixed && valueOf(line, column.id) !== null)
      .map(column => ({ row: rowOf(line, newValues), column: column.id, value: null })),
  )

/** The figures of a pasted table that can be read in two ways, each with both of them in words. */
export const ambiguousIn = (
  table: readonly (readonly string[])[],
  columns: readonly (GridColumn | null)[],
): string[] =>
  table.flatMap(cells =>
    cells.flatMap((cell, index) => {
      const column = columns[index]
      const words = column ? otherReading(column, cell) : null
      return words === null ? [] : [words]
    }),
  )
