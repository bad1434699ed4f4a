import {
  columnOrderingFeature,
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
  /** Pixels; 140 unless said otherwise. */
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
  columnOrderingFeature,
})
export type Features = typeof features

const WIDTH = 140
const NARROWEST = 48

/** The Open button of touch screens stands in the first cell and needs room of its own. */
const OPEN_WIDTH = 64
const isTouch = () => window.matchMedia('(pointer: coarse)').matches

export function tableColumns<Row extends object>(
  columns: readonly Column<Row>[],
  canOpen: boolean,
): TanStackColumn<Features, Row, unknown>[] {
  const more = canOpen && isTouch() ? OPEN_WIDTH : 0
  return columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    accessorFn: column.text,
    size: (column.width ?? WIDTH) + (index === 0 ? more : 0),
    minSize: NARROWEST,
  }))
}
