import { newId } from '#web/lib/new-id.ts'
import { filling, readTable } from './clipboard-table.ts'
import type { GridColumn, RowValues } from './columns.ts'
import { ambiguousIn, type GridLine, pasteChanges } from './grid-state.ts'
import type { Place } from './movement.ts'
import { type HeadedTable, headedTable } from './pasted-headings.ts'
import type { CellChange } from './row-queue.ts'
import { withSignsOfColumns } from './signs-of-columns.ts'

/** What a grid reads by itself in a text that has no headings, such as the lines of a mail. */
export type OwnTable = {
  rows: string[][]
  /** Lines of the text that mean nothing in this table. */
  linesLeftOut?: readonly string[]
  /** What was not understood in the others. */
  unread?: readonly string[]
}

/** What a person is told of a paste. */
export type Pasted = {
  /** How many columns stood beyond the last one. */
  columnsLeftOut: number
  linesLeftOut: readonly string[]
  unread: readonly string[]
  /** The headings that no column has. */
  unknown: readonly string[]
  /** There were headings and nothing below them. */
  isEmpty: boolean
  ambiguous: readonly string[]
  /** The headings are those of another table: nothing is pasted, and this says where they belong. */
  elsewhere: string | null
  /** Columns that the table does not have now were left out, and this says how it comes to them. */
  absent: string | null
}

/** Another table that people copy, and what is said where it is pasted here. */
export type OtherTable = { columns: readonly GridColumn[]; sentence: string }

type Into = {
  range: { top: number; bottom: number; left: number; right: number }
  columns: readonly GridColumn[]
  /** All columns that a table with headings can fill, those that are not shown too. */
  pastedColumns: readonly GridColumn[]
  lines: readonly GridLine[]
  newValues: RowValues
  /** The table with which this one may be confused. */
  otherTable?: OtherTable | undefined
  /** Columns that the table has at other times. */
  absent?: OtherTable | undefined
  /** null where no row can be added. */
  blankId?: string | null
  /** Whether a pasted line makes a new row; one of several that does not is left out and told. */
  namesRow?: ((values: RowValues) => boolean) | undefined
}

/** The table below its headings, and the lines of a mail that stand before these. */
function headedBelowText(table: string[][], columns: readonly GridColumn[], into: GridColumn | undefined) {
  const whole = headedTable(table, columns, into)
  const first = table.findIndex(cells => cells.length > 1)
  const below = whole === null && first > 0 ? headedTable(table.slice(first), columns, into) : null
  const before = below ? table.slice(0, first).flat() : []
  return { headed: whole ?? below, before: before.filter(line => line.trim() !== '') }
}

/** The changes without the new rows that name nothing, and these rows as they were pasted. */
function namedRows(changes: CellChange[], { lines, namesRow }: Pick<Into, 'lines' | 'namesRow'>) {
  const standing = new Set(lines.filter(line => line.stored ?? line.pending).map(line => line.id))
  const byRow = Map.groupBy(changes, change => change.row.id)
  if (!namesRow || byRow.size < 2) return { changes, unnamed: [] }
  const unnamed = new Map(
    [...byRow].flatMap(([id, of]) => {
      const values = Object.fromEntries(of.map(({ column, value }) => [column, value]))
      if (standing.has(id) || namesRow(values)) return []
      return [
        [
          id,
          Object.values(values)
            .filter(value => value !== null)
            .join(' '),
        ] as const,
      ]
    }),
  )
  return { changes: changes.filter(({ row }) => !unnamed.has(row.id)), unnamed: [...unnamed.values()] }
}

const knownIn = ({ columns }: HeadedTable) => columns.filter(column => column !== null).length

/** Where a pasted text begins, what it changes, and what is told of it; `own`: the table that the grid read in it. */
export function pastedCells(
  text: string,
  own: OwnTable | null,
  into: Into,
): { at: Place; changes: CellChange[]; told: Pasted } {
  const { range, columns, pastedColumns, lines, newValues, otherTable, absent, blankId } = into
  const selected = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 }
  const table = readTable(text)
  const known = [...pastedColumns, ...(absent?.columns ?? [])]
  const { headed, before } = headedBelowText(table, known, columns[range.left])
  const other = otherTable && headedTable(table, otherTable.columns, undefined)
  if (other && knownIn(other) > (headed ? knownIn(headed) : 0))
    return {
      at: { row: range.top, column: range.left },
      changes: [],
      told: {
        columnsLeftOut: 0,
        linesLeftOut: [],
        unread: [],
        unknown: [],
        isEmpty: false,
        ambiguous: [],
        elsewhere: otherTable.sentence,
        absent: null,
      },
    }
  const isOwn = own !== null && headed === null
  const at = { row: range.top, column: isOwn ? 0 : range.left }
  const isAbsent = (column: GridColumn | null) =>
    column !== null && absent !== undefined && absent.columns.includes(column)
  const targets =
    headed?.columns.map(column => (isAbsent(column) ? null : column)) ?? columns.slice(at.column)
  const copied = withSignsOfColumns(headed?.rows ?? (isOwn ? own.rows : filling(table, selected)), targets)
  const widest = Math.max(0, ...copied.map(cells => cells.length))
  const pasted = pasteChanges(
    copied,
    { row: at.row, columns: targets },
    lines,
    newValues,
    blankId === null ? null : newId,
  )
  // What a line of a mail does not say is left as it is.
  const said = isOwn ? pasted.filter(({ value }) => value !== null) : pasted
  const { changes, unnamed } = namedRows(said, into)
  return {
    at,
    changes,
    told: {
      columnsLeftOut: headed ? 0 : Math.max(0, widest - targets.length),
      linesLeftOut: [...before, ...((isOwn && own.linesLeftOut) || []), ...unnamed],
      unread: (isOwn && own.unread) || [],
      unknown: headed?.unknown ?? [],
      isEmpty: headed !== null && headed.rows.length === 0,
      ambiguous: ambiguousIn(copied, targets),
      absent: absent && headed?.columns.some(isAbsent) ? absent.sentence : null,
      elsewhere: null,
    },
  }
}
