import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { type GridColumn, noWarnings, type RowValues, type RowWarnings } from './columns.ts'
import { linesOf } from './grid-state.ts'
import { GridFoot, GridHead } from './grid-edges.tsx'
import { GridRow } from './GridRow.tsx'
import type { Place } from './movement.ts'
import type { RowQueue } from './row-queue.ts'
import type { OtherTable, OwnTable } from './pasted-cells.ts'
import type { PendingRow, RowsState, StoredRow } from './row-store.ts'
import { useCellUndo } from './use-cell-undo.ts'
import { useGridKeys } from './use-grid-keys.ts'
import './edit-grid.css'

export type GridHandle = { startNewRow: () => void }

type Props = {
  /** What the grid holds: “Items”. */
  label: string
  /** One of it: “item”. */
  noun: string
  columns: readonly GridColumn[]
  rows: readonly StoredRow[]
  queue: RowQueue
  state: RowsState
  /** What a new row begins with. */
  newValues: RowValues
  /** Sums and the like, by the column under which they stand. */
  footer: Readonly<Record<string, string>>
  rowName: (values: RowValues) => string
  /** Opens a row’s dialog; absent where its cells are all that it has. */
  onOpen?: (id: string) => void
  onRemove: (id: string) => void
  /** What the button that removes a row says before its name. */
  removeLabel?: string
  /** Deletes stored rows that are still of these versions; answers how many stay. Absent where no row can be added. */
  removeRows?: (rows: readonly { id: string; version: number }[]) => Promise<number>
  /** What is being typed, to be kept where a crash does not take it. */
  onTyping: (row: PendingRow | undefined) => void
  /** The same function each time, so that rows are drawn anew only when they change. */
  warningsOf?: RowWarnings
  /** Reads a pasted text that is no table of these columns; null for any other. */
  readPaste?: (text: string) => OwnTable | null
  /** Whether a pasted line makes a new row; one of several that does not is left out and told. */
  namesRow?: (values: RowValues) => boolean
  /** All columns that a table with headings can fill, where these are not all shown. */
  pastedColumns?: readonly GridColumn[]
  /** Another table whose headings are refused here. */
  otherTable?: OtherTable
  /** Columns that the table has at other times, and what is said where they are pasted now. */
  absent?: OtherTable | undefined
  ref?: Ref<GridHandle>
}

const stateOf = (row: PendingRow | undefined, isSaved: boolean, failure: string) => {
  if (!row) return isSaved ? 'Saved' : ''
  if (row.sent && failure === '') return 'Saving…'
  return row.isOpen ? '' : 'Not saved'
}
const nothing = () => undefined
const noneStay = () => Promise.resolve(0)
const MOST_LINES_NAMED = 3
const MOST_PARTS_NAMED = 5

/** “Left out, because they name no container: “Dear all”, “Regards” …”. */
function leftOutText(lines: readonly string[], noun: string): string {
  const named = lines.slice(0, MOST_LINES_NAMED).map(line => `“${line}”`)
  const more = lines.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  return `${countText(lines.length, 'line')} left out, because ${lines.length === 1 ? 'it names' : 'they name'} no ${noun}: ${all.join(', ')}. Ctrl+Z takes the paste back.`
}

/** “Not understood and left out: “Rotterdam” (MSKU1234565), …”. */
function unreadText(parts: readonly string[]): string {
  const more = parts.length - MOST_PARTS_NAMED
  const named = parts.slice(0, MOST_PARTS_NAMED).map(part => `“${part}”`)
  return `Not understood and left out: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}. Compare these lines; Ctrl+Z takes the paste back.`
}

const readsNothing = () => null

/**
 * Rows that are edited in their cells. A row is saved when it is left; an empty one stands last; a table copied in a
 * spreadsheet is pasted into many. `useRowQueue` holds what is not stored yet.
 */
export function EditGrid(props: Props) {
  const { label, noun, columns, rows, queue, state, newValues, footer, removeLabel = 'Delete', ref } = props
  const { removeRows = noneStay } = props
  const canAdd = props.removeRows !== undefined
  const { warningsOf = noWarnings, readPaste = readsNothing } = props
  const isOpenable = props.onOpen !== undefined
  const further = isOpenable ? 3 : 2
  const keysId = useId()
  const ofPaste = `paste ${keysId}`
  const table = useRef<HTMLTableElement>(null)
  const [nextId, setBlankId] = useState(newId)
  const blankId = canAdd ? nextId : null
  const lines = useMemo(() => linesOf(rows, state.pending, blankId), [rows, state.pending, blankId])
  const latest = useRef({ props, lines, goTo: (_: Place): void => undefined })
  const { remember, undo } = useCellUndo({ queue, lines: () => latest.current.lines, removeRows })
  const keys = useGridKeys({
    table,
    lines,
    columns,
    queue,
    newValues,
    blankId,
    renewBlank: () => {
      const id = newId()
      setBlankId(id)
      return id
    },
    onOpen: props.onOpen,
    actionCount: further - 1,
    onTyping: props.onTyping,
    remember,
    undo: () => {
      notify.settled(ofPaste)
      void undo()
    },
    readPaste,
    namesRow: props.namesRow,
    pastedColumns: props.pastedColumns ?? columns,
    otherTable: props.otherTable,
    absent: props.absent,
    onPasted: told => {
      const { columnsLeftOut, linesLeftOut, unread, unknown, isEmpty, ambiguous, elsewhere, absent } = told
      // What was said of the paste before is no longer what Ctrl+Z takes back.
      notify.settled(ofPaste)
      if (elsewhere) notify.failed(elsewhere, undefined, ofPaste)
      if (isEmpty)
        notify.failed(
          'Only headings were copied. Copy the rows below them too, and paste them together.',
          undefined,
          ofPaste,
        )
      if (unknown.length > 0)
        notify.failed(
          `Left out, because no column has this heading: ${unknown.map(one => `“${one.trim()}”`).join(', ')}. Ctrl+Z takes the paste back.`,
          undefined,
          ofPaste,
        )
      if (absent) notify.failed(absent, undefined, ofPaste)
      if (linesLeftOut.length > 0) notify.failed(leftOutText(linesLeftOut, noun), undefined, ofPaste)
      if (unread.length > 0) notify.failed(unreadText(unread), undefined, ofPaste)
      if (columnsLeftOut > 0)
        notify.failed(
          `${countText(columnsLeftOut, 'column')} of the copied table did not fit and ${columnsLeftOut === 1 ? 'was' : 'were'} not pasted. Ctrl+Z takes the paste back.`,
          undefined,
          ofPaste,
        )
      if (ambiguous[0])
        notify.done(
          `${countText(ambiguous.length, 'figure')} can be read in two ways: ${ambiguous[0]} Ctrl+Z takes the paste back.`,
        )
    },
  })
  const { active, range, mode, turn, hint, wantsFocus, keepFocus } = keys
  useEffect(() => {
    latest.current = { props, lines, goTo: keys.goTo }
  })
  useImperativeHandle(ref, () => ({
    startNewRow: () => keys.goTo({ row: lines.length - 1, column: 0 }),
  }))
  const actions = useMemo(
    () => ({
      noun,
      queue,
      name: (values: RowValues) => latest.current.props.rowName(values),
      open: isOpenable ? (id: string) => latest.current.props.onOpen?.(id) : undefined,
      remove: (id: string) => latest.current.props.onRemove(id),
      removeLabel,
      goTo: (place: Place) => latest.current.goTo(place),
    }),
    [noun, queue, isOpenable, removeLabel],
  )
  return (
    <div className="edit-grid">
      <table
        ref={table}
        role="grid"
        aria-label={label}
        aria-describedby={keysId}
        aria-rowcount={lines.length + 1}
        aria-multiselectable="true"
        className="edit-grid__table"
        {...keys.handlers}
      >
        <GridHead columns={columns} actions={[...(isOpenable ? ['Edit'] : []), removeLabel]} />
        <tbody>
          {lines.map((line, index) => {
            const isIn = range !== null && index >= range.top && index <= range.bottom
            const isActive = index === active.row
            return (
              <GridRow
                key={line.id}
                id={line.id}
                stored={line.stored}
                pending={line.pending}
                index={index}
                columns={columns}
                actions={actions}
                active={isActive ? active.column : -1}
                mode={isActive ? mode : 'select'}
                turn={isActive ? turn : 0}
                from={isIn ? range.left : -1}
                to={isIn ? range.right : -1}
                state={stateOf(line.pending, state.saved.has(line.id), state.failure)}
                wantsFocus={wantsFocus}
                onGone={keepFocus}
                onChoose={isActive ? keys.choose : nothing}
                warningsOf={warningsOf}
                hint={hint?.id === line.id ? hint.text : undefined}
              />
            )
          })}
        </tbody>
        <GridFoot columns={columns} footer={footer} further={further} />
      </table>
      <p id={keysId} className="edit-grid__keys">
        Type to replace a cell, Enter or F2 to edit it. Paste rows from a spreadsheet. Escape, then Tab leaves
        the table.
      </p>
    </div>
  )
}
