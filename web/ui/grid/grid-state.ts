import { type CellValue, type GridColumn, otherReading, readCell, type RowValues } from './columns.ts'

import type { Place } from './movement.ts'
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
  at: Place,
  lines: readonly GridLine[],
  columns: readonly GridColumn[],
  newValues: RowValues,
  newId: () => string,
): { changes: CellChange[]; columnsLeftOut: number } {
  const changes = table.flatMap((cells, offset) => {
    const line = lines[at.row + offset] ?? { id: newId() }
    const isNew = !line.stored && !line.pending
    if (isNew && cells.every(cell => cell.trim() === '')) return []
    const row = rowOf(line, newValues)
    return columns.slice(at.column, at.column + cells.length).map((column, index) => ({
      row,
      column: column.id,
      value: readCell(column, cells[index] ?? ''),
    }))
  })
  const widest = Math.max(0, ...table.map(cells => cells.length))
  return { changes, columnsLeftOut: Math.max(0, widest - (columns.length - at.column)) }
}

/** The figures of a pasted table that can be read in two ways, each with both of them in words. */
export const ambiguousIn = (
  table: readonly (readonly string[])[],
  columns: readonly GridColumn[],
): string[] =>
  table.flatMap(cells =>
    cells.flatMap((cell, index) => {
      const column = columns[index]
      const words = column ? otherReading(column, cell) : null
      return words === null ? [] : [words]
    }),
  )
