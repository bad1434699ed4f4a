import type { Column } from './columns.ts'

const PADDING = 32
const WIDEST = 600
const NARROWEST = 48

/** The width in pixels that shows a column's header and every cell now drawn in full. */
export function fittingWidth<Row>(
  frame: HTMLElement | null,
  columns: readonly Column<Row>[],
  id: string,
): number {
  const place = columns.findIndex(column => column.id === id) + 1
  const canvas = document.createElement('canvas').getContext('2d')
  const cells = frame?.querySelectorAll<HTMLElement>(
    `thead th:nth-child(${place}), tbody td:nth-child(${place})`,
  )
  let widest = NARROWEST
  for (const cell of cells ?? []) {
    if (canvas) canvas.font = getComputedStyle(cell).font
    widest = Math.max(widest, (canvas?.measureText(cell.innerText).width ?? 0) + PADDING)
  }
  return Math.min(WIDEST, Math.ceil(widest))
}
