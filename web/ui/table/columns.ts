import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  type ColumnDef as TanStackColumn,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A column of a DataTable. */
export type Column<Row> = {
  id: string
  header: string
  /** What stands in the cell, as plain text; also what is shown whole on hover. */
  text: (row: Row) => string
  /** Something richer in the text's place, such as a status with its dot. */
  render?: (row: Row) => ReactNode
  /** Pixels; 140 by default. */
  width?: number
  /** Takes the room that is left over. */
  grow?: boolean
  /** Figures: at the right, in tabular digits. */
  numeric?: boolean
  sortable?: boolean
  /** Not shown until the person asks for it. */
  hidden?: boolean
}

export const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
})
export type Features = typeof features

const WIDTH = 140
const NARROWEST = 48

/** The Open button of touch screens stands in the first cell and needs room of its own. */
const OPEN_WIDTH = 64
const CHECK_WIDTH = 28
const isTouch = () => window.matchMedia('(pointer: coarse)').matches

export function tableColumns<Row extends object>(
  columns: readonly Column<Row>[],
  { canOpen, canCheck }: { canOpen: boolean; canCheck: boolean },
): TanStackColumn<Features, Row, unknown>[] {
  const more = (canOpen && isTouch() ? OPEN_WIDTH : 0) + (canCheck ? CHECK_WIDTH : 0)
  return columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    accessorFn: column.text,
    size: (column.width ?? WIDTH) + (index === 0 ? more : 0),
    minSize: NARROWEST,
  }))
}

/** The columns from left to right: first those that the person has put in order, then the others. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  if (order.length === 0) return [...columns]
  const place = new Map(order.map((id, index) => [id, index]))
  return columns.toSorted(
    (one, other) => (place.get(one.id) ?? Infinity) - (place.get(other.id) ?? Infinity) || 0,
  )
}

/** Those that are shown, from left to right. */
export const shownIn = <Row>(
  columns: readonly Column<Row>[],
  { order, visible }: { order: readonly string[]; visible: Readonly<Record<string, boolean>> },
) => inOrder(columns, order).filter(({ id, hidden }) => visible[id] ?? !hidden)

/** The order after `id` has moved by some places among the columns that are shown. */
export function movedColumns<Row>(
  columns: readonly Column<Row>[],
  shown: readonly Column<Row>[],
  id: string,
  by: number,
) {
  const from = shown.findIndex(column => column.id === id)
  const target = shown[Math.max(0, Math.min(shown.length - 1, from + by))]
  const ids = columns.map(column => column.id)
  if (from < 0 || !target || target.id === id) return ids
  const others = ids.filter(one => one !== id)
  others.splice(others.indexOf(target.id) + (by > 0 ? 1 : 0), 0, id)
  return others
}
