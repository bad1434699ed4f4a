import { newId } from '#web/lib/new-id.ts'
import { filling, readTable } from './clipboard-table.ts'
import type { GridColumn, RowValues } from './columns.ts'
import { ambiguousIn, type GridLine, pasteChanges } from './grid-state.ts'
import type { Place } from './movement.ts'
import { headedTable } from './pasted-headings.ts'
import type { CellChange } from './row-queue.ts'
import { withSignsOfColumns } from './signs-of-columns.ts'

/** What a person is told of a paste. */
export type Pasted = {
  /** How many columns stood beyond the last one. */
  columnsLeftOut: number
  /** The headings that no column has. */
  unknown: readonly string[]
  /** There were headings and nothing below them. */
  isEmpty: boolean
  ambiguous: readonly string[]
}

type Into = {
  range: { top: number; bottom: number; left: number; right: number }
  columns: readonly GridColumn[]
  /** All columns that a table with headings can fill, those that are not shown too. */
  pastedColumns: readonly GridColumn[]
  lines: readonly GridLine[]
  newValues: RowValues
  /** null where no row can be added. */
  blankId?: string | null
}

/** Where a pasted text begins, what it changes, and what is told of it; `own`: the table that the grid read in it. */
export function pastedCells(
  text: string,
  own: string[][] | null,
  { range, columns, pastedColumns, lines, newValues, blankId }: Into,
): { at: Place; changes: CellChange[]; told: Pasted } {
  const at = { row: range.top, column: own ? 0 : range.left }
  const selected = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 }
  const table = own ?? readTable(text)
  const headed = own ? null : headedTable(table, pastedColumns, columns[at.column])
  const targets = headed?.columns ?? columns.slice(at.column)
  const copied = withSignsOfColumns(own ?? headed?.rows ?? filling(table, selected), targets)
  const widest = Math.max(0, ...copied.map(cells => cells.length))
  return {
    at,
    changes: pasteChanges(
      copied,
      { row: at.row, columns: targets },
      lines,
      newValues,
      blankId === null ? null : newId,
    ),
    told: {
      columnsLeftOut: headed ? 0 : Math.max(0, widest - targets.length),
      unknown: headed?.unknown ?? [],
      isEmpty: headed !== null && headed.rows.length === 0,
      ambiguous: ambiguousIn(copied, targets),
    },
  }
}
