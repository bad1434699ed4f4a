/** A place in the grid, by index. */
export type Place = { row: number; column: number }

type Size = { rows: number; columns: number }

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** Where a key leads from a place; null where it is no key of movement, or leads out of the grid. */
export function placeAfter(
  key: { key: string; shiftKey: boolean; ctrlKey: boolean },
  { row, column }: Place,
  { rows, columns }: Size,
  /** The columns that Tab visits; behind them stand those with buttons. */
  fields: number,
): Place | null {
  const at = (newRow: number, newColumn: number) => ({
    row: within(newRow, rows),
    column: within(newColumn, columns),
  })
  switch (key.key) {
    case 'ArrowUp':
      return at(key.ctrlKey ? 0 : row - 1, column)
    case 'ArrowDown':
      return at(key.ctrlKey ? rows - 1 : row + 1, column)
    case 'ArrowLeft':
      return at(row, key.ctrlKey ? 0 : column - 1)
    case 'ArrowRight':
      return at(row, key.ctrlKey ? fields - 1 : column + 1)
    case 'Home':
      return at(key.ctrlKey ? 0 : row, 0)
    case 'End':
      return at(key.ctrlKey ? rows - 1 : row, fields - 1)
    case 'Tab': {
      const next = row * fields + Math.min(column, fields - 1) + (key.shiftKey ? -1 : 1)
      if (next < 0 || next >= rows * fields) return null
      return { row: Math.floor(next / fields), column: next % fields }
    }
    default:
      return null
  }
}

/** The place of the cell that an element stands in; null where it is in none of the table. */
export function placeAt(table: HTMLTableElement | null, target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null
  const row = target.closest('[data-row]')?.getAttribute('data-row')
  const column = target.closest('[data-column]')?.getAttribute('data-column')
  if (!table?.contains(target) || row == null || column == null) return null
  return { row: Number(row), column: Number(column) }
}

/** Goes where the link in a cell leads, if there is one. */
export const followLink = (table: HTMLTableElement | null, { row, column }: Place): void =>
  table?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"] a`)?.click()

/** The rectangle between two places, both included. */
export function rangeOf(one: Place, other: Place) {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}
