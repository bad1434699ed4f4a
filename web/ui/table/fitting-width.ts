import type { Column } from './columns.ts'

const PADDING = 26
const WIDEST = 600
const NARROWEST = 48

/** The width in pixels that shows a column's header and every cell now drawn in full. */
export function fittingWidth<Row>(
  frame: HTMLElement | null,
  columns: readonly Column<Row>[],
  id: string,
): number {
  const place = columns.findIndex(column => column.id === id) + 1
  const heading = frame?.querySelector(`thead th:nth-child(${place}) .data-table__heading`)
  const cells = frame?.querySelectorAll(`tbody td:nth-child(${place})`) ?? []
  const widths = [heading?.scrollWidth ?? 0, ...[...cells].map(contentWidth)]
  return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(Math.max(...widths)) + PADDING))
}

/** What a cell holds is as wide as it is, cut off or not. */
function contentWidth(cell: Element): number {
  const content = document.createRange()
  content.selectNodeContents(cell)
  return content.getBoundingClientRect().width
}
