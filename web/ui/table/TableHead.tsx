import { IconArrowDown, IconArrowUp } from '#web/ui/icons.ts'
import type { Table } from '@tanstack/react-table'
import { useState } from 'react'
import type { Column, Features } from './columns.ts'
import { frozenStyle } from './frozen-columns.ts'
import type { PageCheck } from './table-checks.ts'

type TableHeadProps<Row extends object> = {
  id: string
  table: Pick<Table<Features, Row>, 'getHeaderGroups'>
  columns: readonly Column<Row>[]
  frozen: readonly string[]
  sort: string | undefined
  onSort: ((column: Column<Row>) => void) | undefined
  activeHeader: number | undefined
  /** Ticks all rows of the page; absent where rows are not ticked. */
  check: PageCheck | undefined
  /** Moves a column by some places; absent where the order is fixed. */
  onMove: ((column: string, by: number) => void) | undefined
  onFit: (column: string) => void
  filler: boolean
}

export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { id, table, columns, frozen, sort, onSort, activeHeader, check, onMove, onFit, filler } = props
  const [dragged, setDragged] = useState<string>()
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, index) => {
          const header = headers.find(one => one.column.id === column.id)
          const direction =
            sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : 'none'
          const canSort = Boolean(column.sortable && onSort)
          const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
          return (
            <th
              key={column.id}
              id={`${id}-head-${column.id}`}
              scope="col"
              aria-colindex={index + 1}
              aria-sort={canSort ? direction : undefined}
              className={headerClass({
                isNumeric: column.numeric,
                canSort,
                isActive: activeHeader === index,
                isFrozen: frozen.includes(column.id),
              })}
              style={frozen.includes(column.id) ? frozenStyle(column.id) : undefined}
              title={column.header}
              draggable={onMove !== undefined}
              onDragStart={event => {
                // WebKit drops nothing that carries no data.
                event.dataTransfer.setData('text/plain', column.header)
                event.dataTransfer.effectAllowed = 'move'
                setDragged(column.id)
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={event => dragged && event.preventDefault()}
              onDrop={event => {
                event.preventDefault()
                if (dragged) onMove?.(dragged, index - columns.findIndex(one => one.id === dragged))
              }}
              onClick={event => {
                const isBox = event.target instanceof Element && event.target.closest('.data-table__check')
                if (canSort && !isBox) onSort?.(column)
              }}
            >
              {index === 0 && check && <PageCheckBox check={check} />}
              <span className="data-table__heading">
                {column.header}
                {direction !== 'none' && <Arrow size={14} aria-hidden />}
              </span>
              {header && (
                <span
                  className="data-table__grip"
                  aria-hidden
                  onDoubleClick={() => onFit(column.id)}
                  onMouseDown={event => {
                    // Else pulling the edge would take the whole header along.
                    event.preventDefault()
                    header.getResizeHandler()(event)
                  }}
                  onTouchStart={header.getResizeHandler()}
                  onClick={event => event.stopPropagation()}
                />
              )}
            </th>
          )
        })}
        {filler && (
          <td aria-hidden className="data-table__filler">
            {'\u00a0'}
          </td>
        )}
      </tr>
    </thead>
  )
}

function PageCheckBox({ check: { state, toggle } }: { check: PageCheck }) {
  return (
    <label className="data-table__check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label="Choose all on this page"
        ref={box => {
          if (box) box.indeterminate = state === 'some'
        }}
        checked={state === 'all'}
        onChange={toggle}
      />
    </label>
  )
}

type HeaderState = {
  isNumeric: boolean | undefined
  canSort: boolean
  isActive: boolean
  isFrozen: boolean
}

function headerClass({ isNumeric, canSort, isActive, isFrozen }: HeaderState) {
  const names = ['data-table__head']
  if (isNumeric) names.push('data-table__cell--numeric')
  if (canSort) names.push('data-table__head--sortable')
  if (isActive) names.push('data-table__head--active')
  if (isFrozen) names.push('data-table__head--frozen')
  return names.join(' ')
}
