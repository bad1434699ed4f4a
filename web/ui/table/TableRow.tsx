import { memo } from 'react'
import type { Column } from './columns.ts'
import { frozenStyle } from './frozen-columns.ts'

const nothing = () => undefined

type TableRowProps<Row extends object> = {
  id: string
  index: number
  row: Row
  columns: readonly Column<Row>[]
  frozen: readonly string[]
  isSelected: boolean
  /** undefined where rows cannot be ticked. */
  isChecked: boolean | undefined
  canOpen: boolean
  openLabel: string
  filler: boolean
}

function PlainRow<Row extends object>(props: TableRowProps<Row>) {
  const { id, index, row, columns, frozen, isSelected, isChecked, canOpen, openLabel, filler } = props
  return (
    <tr
      id={id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={isSelected ? 'data-table__row data-table__row--selected' : 'data-table__row'}
    >
      {columns.map((column, place) => {
        const text = column.text(row)
        return (
          <td
            key={column.id}
            role="gridcell"
            aria-colindex={place + 1}
            className={cellClass(column.numeric, frozen.includes(column.id))}
            style={frozen.includes(column.id) ? frozenStyle(column.id) : undefined}
            // A text that runs from right to left is cut at its end too.
            dir="auto"
            title={text || undefined}
          >
            {place === 0 && isChecked !== undefined && (
              <label className="data-table__check" data-check>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={`Choose ${text}`}
                  checked={isChecked}
                  onChange={nothing}
                />
              </label>
            )}
            {place === 0 && canOpen && (
              <button type="button" className="data-table__open" dir="ltr" data-open>
                {openLabel}
              </button>
            )}
            {column.render ? column.render(row) : text}
          </td>
        )
      })}
      {filler && (
        <td aria-hidden className="data-table__cell">
          {'\u00a0'}
        </td>
      )}
    </tr>
  )
}

function cellClass(isNumeric: boolean | undefined, isFrozen: boolean) {
  const numeric = isNumeric ? ' data-table__cell--numeric' : ''
  return `data-table__cell${numeric}${isFrozen ? ' data-table__cell--frozen' : ''}`
}

/** Drawn anew only when its own record, columns or selection change: a table has thousands of cells. */
export const TableRow = memo(PlainRow) as typeof PlainRow
