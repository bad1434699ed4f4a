import { useTable } from '@tanstack/react-table'
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Column, features, inOrder, movedColumns, tableColumns } from './columns.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { type LayoutStore, useColumnMemory } from './column-memory.ts'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { fittingFrozen, frozenPlaces } from './frozen-columns.ts'
import { fittingWidth } from './fitting-width.ts'
import { tableKeys } from './table-keys.ts'
import { tableChecks } from './table-checks.ts'
import { tablePointer } from './table-pointer.ts'
import { columnsInSight } from './use-part-in-sight.ts'
import { FailedState } from '#web/ui/page/states.tsx'

export type DataTableProps<Row extends object> = {
  /** What the rows are, for those who hear the table: "Jobs". */
  label: string
  columns: readonly Column<Row>[]
  /** undefined while they load. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What stands in place of the rows when there are none. */
  empty: ReactNode
  error?: unknown
  onRetry?: (() => void) | undefined
  /** A column's id, with "-" before it for descending. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  selectedId?: string | undefined
  onSelect?: ((row: Row) => void) | undefined
  /** Double click, Enter, and on touch screens the Open button. */
  onOpen?: ((row: Row) => void) | undefined
  /** What the Open button does where that is not the same. */
  onOpenButton?: ((row: Row) => void) | undefined
  /** What the Open button says where opening a row means something else. */
  openLabel?: string | ((row: Row) => string) | undefined
  /** The row that is selected before anybody has selected one. */
  initialId?: string | undefined
  /** The pointer rests on a row, or it is selected: the moment to load what opening it needs. */
  onIntent?: ((row: Row) => void) | undefined
  /** The rows that are chosen together, by id: ticked in the first cell, by Space or by a click with Control. */
  checked?: ReadonlySet<string> | undefined
  onCheck?: ((row: Row, isChecked: boolean) => void) | undefined
  /** The same for several: the box in the header, a click with Shift from the row that was ticked before, Control and A. */
  onCheckRows?: ((rows: readonly Row[], isChecked: boolean) => void) | undefined
  /** Has the focus when the dialog that it stands in opens. */
  hasFocus?: boolean
  /** Fills its place and scrolls inside, instead of growing with its rows. */
  fill?: boolean
  /** Remember widths, order and columns under this key, and offer the columns button. */
  remember?: string | undefined
  keeper?: LayoutStore | undefined
  /** Told which columns are shown, by id: at first, and whenever they are others. */
  onColumns?: ((shown: readonly string[]) => void) | undefined
  /** Left of the columns button, above the table. */
  toolbar?: ReactNode
  /** Where the columns button stands instead; null until that place is there. */
  columnsPlace?: HTMLElement | null
  /** The columns that stay in sight while the table is scrolled sideways, by id. */
  frozen?: readonly string[]
  /** Rows of this height in pixels, and a tap opens them: for a list whose one column has two lines. */
  tapHeight?: number | undefined
  /** Rows of the page before are still shown while the next ones load. */
  isStale?: boolean
}

const nothing: never[] = []
const none: ReadonlySet<string> = new Set()
const COMPACT_ROW = 32
const COMFORTABLE_ROW = 40

/**
 * A table of records with one tab stop: arrow keys move the selection, Enter opens, the arrow up from
 * the first row reaches the headers, where Enter sorts, Shift with an arrow changes a column's width and
 * Control with an arrow its place.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowId, onSelect, onOpen, onIntent, onSort, sort, remember } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [ownSelection, setOwnSelection] = useState(props.initialId)
  const lastToggled = useRef<string>(undefined)
  const [activeHeader, setActiveHeader] = useState<number>()
  const [memory, setMemory, resetMemory] = useColumnMemory(remember, props.keeper)
  const columns = useMemo(() => inOrder(props.columns, memory.order), [props.columns, memory.order])
  const rowHeight = props.tapHeight ?? (memory.comfortable ? COMFORTABLE_ROW : COMPACT_ROW)
  const canOpen = onOpen !== undefined
  const canCheck = props.onCheck !== undefined
  const definitions = useMemo(
    () => tableColumns(columns, { canOpen, canCheck }),
    [columns, canOpen, canCheck],
  )
  const visible = useMemo(
    () => ({ ...Object.fromEntries(columns.map(one => [one.id, !one.hidden])), ...memory.visible }),
    [columns, memory.visible],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? nothing,
    getRowId: rowId,
    columnResizeMode: 'onChange',
    state: { columnSizing: memory.widths, columnVisibility: visible },
    onColumnSizingChange: change =>
      setMemory(before => ({
        ...before,
        widths: typeof change === 'function' ? change(before.widths) : change,
      })),
  })

  const selectedId = props.selectedId ?? ownSelection
  const visibleColumns = useMemo(() => columns.filter(one => visible[one.id]), [columns, visible])
  const shownIds = visibleColumns.map(({ id }) => id).join(' ')
  const { onColumns } = props
  useEffect(() => onColumns?.(shownIds.split(' ')), [onColumns, shownIds])
  const select = (row: Row) => {
    setActiveHeader(undefined)
    setOwnSelection(rowId(row))
    onSelect?.(row)
    onIntent?.(row)
  }
  const { toggle, pageCheck } = tableChecks(props, lastToggled)
  const sortBy = (column: Column<Row>) => {
    if (column.sortable && onSort) onSort(sort === column.id ? `-${column.id}` : column.id)
  }
  const widthOf = (column: string) => table.getColumn(column)?.getSize() ?? 0
  const frozenIds = fittingFrozen(visibleColumns, props.frozen ?? nothing, widthOf, window.innerWidth).join(
    ' ',
  )
  // The same list as long as it holds the same: rows are drawn anew for another one.
  const frozen = useMemo(() => frozenIds.split(' ').filter(Boolean), [frozenIds])
  const setWidth = (column: string, width: number) =>
    setMemory(before => ({ ...before, widths: { ...before.widths, [column]: width } }))
  const move = (column: string, by: number) =>
    setMemory(before => ({ ...before, order: movedColumns(columns, visibleColumns, column, by) }))
  const onKeyDown = tableKeys({
    id,
    rows: rows ?? nothing,
    rowId,
    selectedId,
    select,
    open: onOpen,
    toggle,
    togglePage: pageCheck?.toggle,
    columns: visibleColumns,
    activeHeader,
    setActiveHeader,
    sortBy,
    widen: (column, by) => setWidth(column.id, Math.max(48, widthOf(column.id) + by)),
    move: remember ? move : undefined,
  })
  const pointer = tablePointer({
    rows: rows ?? nothing,
    select,
    open: onOpen,
    openButton: props.onOpenButton ?? onOpen,
    tap: props.tapHeight === undefined ? undefined : onOpen,
    toggle,
    intend: onIntent,
  })
  const hasRow = rows?.some(row => rowId(row) === selectedId)
  const active =
    activeHeader !== undefined
      ? `${id}-head-${visibleColumns[activeHeader]?.id}`
      : hasRow
        ? `${id}-row-${selectedId}`
        : undefined
  const isFailed = Boolean(props.error) && !rows
  const grows = visibleColumns.some(one => one.grow)

  const columnsButton = remember && (
    <ColumnsButton
      columns={columns}
      visible={visible}
      onChange={(column, isShown) =>
        setMemory(before => ({ ...before, visible: { ...before.visible, [column]: isShown } }))
      }
      isComfortable={memory.comfortable}
      onComfortable={comfortable => setMemory(before => ({ ...before, comfortable }))}
      onReset={resetMemory}
    />
  )

  return (
    <div
      className={['data-table', props.fill && 'data-table--fill', props.tapHeight && 'data-table--tapped']
        .filter(Boolean)
        .join(' ')}
    >
      {(props.toolbar || (columnsButton && props.columnsPlace === undefined)) && (
        <div className="data-table__toolbar">
          {props.toolbar}
          {props.columnsPlace === undefined && columnsButton}
        </div>
      )}
      {props.columnsPlace && createPortal(columnsButton, props.columnsPlace)}
      <div
        ref={scroller}
        // Else the router gives the next screen's table the place to which this one was scrolled.
        data-scroll-restoration-id={label}
        className={[
          'data-table__scroller scrolls-sideways',
          frozen.length > 0 && 'data-table__scroller--frozen',
          props.isStale && 'data-table__scroller--stale',
        ]
          .filter(Boolean)
          .join(' ')}
        style={frozenPlaces(frozen, widthOf) as CSSProperties}
      >
        <table
          className="data-table__table"
          style={{ minWidth: table.getTotalSize(), '--row-height': `${rowHeight}px` } as CSSProperties}
          tabIndex={0}
          data-autofocus={props.hasFocus || undefined}
          role="grid"
          aria-label={label}
          aria-rowcount={rows ? rows.length + 1 : -1}
          aria-colcount={visibleColumns.length}
          aria-busy={!rows && !isFailed}
          aria-multiselectable={canCheck || undefined}
          aria-activedescendant={active}
          onKeyDown={onKeyDown}
          {...pointer}
          onBlur={() => setActiveHeader(undefined)}
        >
          <colgroup>
            {visibleColumns.map(column => (
              <col key={column.id} style={column.grow ? undefined : { width: widthOf(column.id) }} />
            ))}
            {!grows && <col />}
          </colgroup>
          <TableHead
            id={id}
            table={table}
            columns={visibleColumns}
            frozen={frozen}
            sort={sort}
            onSort={onSort ? sortBy : undefined}
            activeHeader={activeHeader}
            check={pageCheck}
            onMove={remember ? move : undefined}
            onFit={column => setWidth(column, fittingWidth(scroller.current, visibleColumns, column))}
            filler={!grows}
          />
          {!isFailed && (
            <TableBody
              id={id}
              columns={visibleColumns}
              frozen={frozen}
              columnsInSight={columnsInSight(
                visibleColumns.map(column => widthOf(column.id)),
                window.innerWidth,
              )}
              rows={rows}
              rowId={rowId}
              selectedId={selectedId}
              checked={canCheck ? (props.checked ?? none) : undefined}
              canOpen={canOpen}
              openLabel={props.openLabel ?? 'Open'}
              rowHeight={rowHeight}
              filler={!grows}
              scroller={scroller}
            />
          )}
        </table>
        {isFailed && (
          <FailedState title={`${label} could not be loaded.`} error={props.error} onRetry={props.onRetry} />
        )}
        {rows?.length === 0 && <div className="data-table__empty">{props.empty}</div>}
      </div>
    </div>
  )
}
