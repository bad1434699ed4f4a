import type { Column } from './columns.ts'

type TableRowProps<Row extends object> = {
  id: string
  index: number
  row: Row
  columns: readonly Column<Row>[]
  isSelected: boolean
  onSelect: (row: Row) => void
  onOpen: ((row: Row) => void) | undefined
  onIntent: ((row: Row) => void) | undefined
  filler: boolean
}

export function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { id, index, row, columns, isSelected, onSelect, onOpen, onIntent, filler } = props
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={isSelected ? 'data-table__row data-table__row--selected' : 'data-table__row'}
      onClick={() => onSelect(row)}
      onDoubleClick={onOpen && (() => onOpen(row))}
      onMouseEnter={onIntent && (() => onIntent(row))}
    >
      {columns.map((column, place) => {
        const text = column.text(row)
        return (
          <td
            key={column.id}
            role="gridcell"
            aria-colindex={place + 1}
            className={column.numeric ? 'data-table__cell data-table__cell--numeric' : 'data-table__cell'}
            title={text || undefined}
          >
            {place === 0 && onOpen && (
              <button type="button" className="data-table__open" onClick={() => onOpen(row)}>
                Open
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
