import type { KeyboardEvent } from 'react'
import type { Column } from './columns.ts'

type Keys<Row extends object> = {
  id: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  selectedId: string | undefined
  select: (row: Row) => void
  open: ((row: Row) => void) | undefined
  toggle: ((row: Row) => void) | undefined
  togglePage: (() => void) | undefined
  columns: readonly Column<Row>[]
  activeHeader: number | undefined
  setActiveHeader: (index: number | undefined) => void
  sortBy: (column: Column<Row>) => void
  widen: (column: Column<Row>, by: number) => void
  move: ((column: string, by: number) => void) | undefined
}

const PAGE = 10
const SIDEWAYS = 160
const WIDER = 16

/** What the keys do in a table; a key pressed in a field or button inside it is left alone. */
export function tableKeys<Row extends object>(keys: Keys<Row>) {
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'a' && keys.togglePage) {
      event.preventDefault()
      keys.togglePage()
      return
    }
    if (event.metaKey) return
    if (event.ctrlKey && (keys.activeHeader === undefined || !event.key.startsWith('Arrow'))) return
    const handled =
      keys.activeHeader === undefined
        ? inRows(keys, event.key, event.currentTarget.parentElement)
        : inHeaders(keys, event)
    if (handled) event.preventDefault()
  }
}

function inRows<Row extends object>(keys: Keys<Row>, key: string, scroller: HTMLElement | null): boolean {
  const { rows, rowId, selectedId } = keys
  const at = rows.findIndex(row => rowId(row) === selectedId)
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row) keys.select(row)
    return true
  }
  switch (key) {
    case 'ArrowDown':
      return goTo(at + 1)
    case 'ArrowUp':
      if (at > 0) return goTo(at - 1)
      keys.setActiveHeader(0)
      return true
    case 'PageDown':
      return goTo(at + PAGE)
    case 'PageUp':
      return goTo(at - PAGE)
    case 'Home':
      return goTo(0)
    case 'End':
      return goTo(rows.length - 1)
    case 'ArrowLeft':
    case 'ArrowRight':
      scroller?.scrollBy({ left: key === 'ArrowLeft' ? -SIDEWAYS : SIDEWAYS })
      return true
    case 'Enter': {
      const row = rows[at]
      if (row) keys.open?.(row)
      return row !== undefined
    }
    case ' ': {
      const row = rows[at]
      if (row) keys.toggle?.(row)
      return keys.toggle !== undefined
    }
    default:
      return false
  }
}

function inHeaders<Row extends object>(keys: Keys<Row>, event: KeyboardEvent): boolean {
  const { columns, activeHeader = 0, setActiveHeader } = keys
  const column = columns[activeHeader]
  if (!column) return false
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(columns.length - 1, index))
    setActiveHeader(next)
    document
      .getElementById(`${keys.id}-head-${columns[next]?.id}`)
      ?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
    return true
  }
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = event.key === 'ArrowLeft' ? -1 : 1
      if (event.ctrlKey) {
        keys.move?.(column.id, step)
        return goTo(activeHeader + step)
      }
      if (!event.shiftKey) return goTo(activeHeader + step)
      keys.widen(column, step * WIDER)
      return true
    }
    case 'ArrowDown': {
      setActiveHeader(undefined)
      const first = keys.rows[0]
      if (first) keys.select(first)
      return true
    }
    case 'Enter':
    case ' ':
      keys.sortBy(column)
      return true
    default:
      return false
  }
}
