import type { SyntheticEvent } from 'react'

type Pointer<Row extends object> = {
  rows: readonly Row[]
  select: (row: Row) => void
  open: ((row: Row) => void) | undefined
  intend: ((row: Row) => void) | undefined
}

/**
 * What the mouse and the finger do in a table: one listener for all rows, so that none is drawn anew
 * when what they do changes.
 */
export function tablePointer<Row extends object>({ rows, select, open, intend }: Pointer<Row>) {
  const on = (act: (row: Row, place: Element) => void) => (event: SyntheticEvent) => {
    const place = event.target as Element
    const line = place.closest<HTMLElement>('tr[data-index]')
    const row = line && rows[Number(line.dataset['index'])]
    if (row) act(row, place)
  }
  return {
    onClick: on((row, place) => {
      select(row)
      if (place.closest('[data-open]')) open?.(row)
    }),
    onDoubleClick: on(row => open?.(row)),
    onMouseOver: on(row => intend?.(row)),
  }
}
