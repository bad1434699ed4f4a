import { type RefObject, useEffect, useMemo } from 'react'
import type { Column } from './columns.ts'
import { TableRow } from './TableRow.tsx'
import { usePartInSight } from './use-part-in-sight.ts'
import { useRowWindow } from './use-row-window.ts'

type TableBodyProps<Row extends object> = {
  id: string
  columns: readonly Column<Row>[]
  frozen: readonly string[]
  /** How many of them, from the left, the window can show. */
  columnsInSight: number
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  selectedId: string | undefined
  /** The rows that are ticked; undefined where none can be. */
  checked: ReadonlySet<string> | undefined
  canOpen: boolean
  openLabel: string | ((row: Row) => string)
  /** Pixels. */
  rowHeight: number
  filler: boolean
  scroller: RefObject<HTMLDivElement | null>
}

const SKELETON_ROWS = 12
const BLANK = '\u00a0'

export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { id, columns, rows, rowId, selectedId, openLabel, rowHeight, filler, scroller } = props
  const count = rows?.length ?? 0
  const range = useRowWindow(scroller, count, rowHeight)
  const selected = rows?.findIndex(row => rowId(row) === selectedId) ?? -1
  const [top, bottom] = [rows?.[0], rows?.at(-1)]
  const fitting = usePartInSight(scroller, {
    key: top && bottom ? `${rowId(top)} ${rowId(bottom)} ${count}` : '',
    rows: count,
    columns: columns.length,
    needed: selected,
    rowHeight,
  })
  const first = fitting === undefined ? range.first : 0
  const last = fitting === undefined ? range.last : Math.min(fitting, count) - 1
  const shown = fitting === undefined ? columns.length : props.columnsInSight
  const drawn = useMemo(() => columns.slice(0, shown), [columns, shown])
  useEffect(() => {
    if (selected < 0 || !scroller.current) return
    showRow(scroller.current, selected, rowHeight)
    // A table that does not fill its place is as long as its rows, and what is around it scrolls.
    document.getElementById(`${id}-row-${selectedId}`)?.scrollIntoView({ block: 'nearest' })
  }, [selected, selectedId, id, scroller, rowHeight])

  if (!rows) {
    return (
      <tbody aria-hidden>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <tr key={index}>
            {columns.map(column => (
              <td key={column.id} className="data-table__cell">
                <span className="skeleton skeleton--cell">{BLANK}</span>
              </td>
            ))}
            {filler && <td>{BLANK}</td>}
          </tr>
        ))}
      </tbody>
    )
  }

  const span = columns.length + (filler ? 1 : 0)
  return (
    <tbody>
      {first > 0 && <Gap height={first * rowHeight} span={span} />}
      {rows.slice(first, last + 1).map((row, offset) => (
        <TableRow
          key={rowId(row)}
          id={`${id}-row-${rowId(row)}`}
          index={first + offset}
          row={row}
          columns={drawn}
          frozen={props.frozen}
          isSelected={rowId(row) === selectedId}
          isChecked={props.checked?.has(rowId(row))}
          canOpen={props.canOpen}
          openLabel={typeof openLabel === 'string' ? openLabel : openLabel(row)}
          filler={filler && shown === columns.length}
        />
      ))}
      {last < count - 1 && <Gap height={(count - 1 - last) * rowHeight} span={span} />}
    </tbody>
  )
}

function showRow(frame: HTMLElement, index: number, rowHeight: number) {
  const top = index * rowHeight
  // The header covers the height of one row.
  const bottom = top + 2 * rowHeight
  if (top < frame.scrollTop) frame.scrollTop = top
  else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden>
    <td colSpan={span} style={{ height, padding: 0 }}>
      {BLANK}
    </td>
  </tr>
)
