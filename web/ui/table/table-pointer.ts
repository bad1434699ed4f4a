import type { SyntheticEvent } from 'react'

type Pointer<Row extends object> = {
  rows: readonly Row[]
  select: (row: Row) => void
  open: ((row: Row) => void) | undefined
  /** The button that touch screens show in each row. */
  openButton: ((row: Row) => void) | undefined
  /** A click anywhere else in the row, where it opens. */
  tap: ((row: Row) => void) | undefined
  toggle: ((row: Row, isRange: boolean) => void) | undefined
  intend: ((row: Row) => void) | undefined
}

/**
 * What the mouse and the finger do in a table: one listener for all rows, so that none is drawn anew
 * when what they do changes.
 */
export function tablePointer<Row extends object>(pointer: Pointer<Row>) {
  const { rows, select, open, openButton, tap, toggle, intend } = pointer
  const on = (act: (row: Row, place: Element, event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
    const place = event.target as Element
    const line = place.closest<HTMLElement>('tr[data-index]')
    const row = line && rows[Number(line.dataset['index'])]
    if (row) act(row, place, event)
  }
  return {
    onClick: on((row, place, { nativeEvent }) => {
      select(row)
      const { ctrlKey, metaKey, shiftKey } = nativeEvent as MouseEvent
      if (place.closest('[data-check]') || ctrlKey || metaKey) toggle?.(row, shiftKey)
      else tap?.(row)
      if (place.closest('[data-open]')) openButton?.(row)
    }),
    onDoubleClick: on((row, place) => {
      if (!place.closest('[data-check]')) open?.(row)
    }),
    onMouseOver: on(row => intend?.(row)),
  }
}
