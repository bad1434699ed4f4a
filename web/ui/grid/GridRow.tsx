import { memo, type RefObject } from 'react'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { CellEditor, type EditMode } from './CellEditor.tsx'
import {
  cellReason,
  cellText,
  editText,
  type GridColumn,
  type RowValues,
  type RowWarnings,
} from './columns.ts'
import { valueOf, valuesOf } from './grid-state.ts'
import type { Place } from './movement.ts'
import { needsNote, RowNote } from './RowNote.tsx'
import { RowWarningNotes } from './RowWarningNotes.tsx'
import type { RowQueue } from './row-queue.ts'
import type { PendingRow, StoredRow } from './row-store.ts'

/** What a grid does with a whole row. */
export type RowActions = {
  name: (values: RowValues) => string
  /** Absent where a row has no dialog. */
  open: ((id: string) => void) | undefined
  remove: (id: string) => void
  /** What the button that removes a row says before its name: “Delete”. */
  removeLabel: string
  goTo: (place: Place) => void
  queue: RowQueue
  /** What a sentence calls a row: “item”. */
  noun: string
}

type Props = {
  id: string
  stored: StoredRow | undefined
  pending: PendingRow | undefined
  index: number
  columns: readonly GridColumn[]
  /** Absent where nothing can be changed. */
  actions: RowActions | undefined
  /** The column of the cell that is active; -1 where it is in another row. */
  active: number
  mode: EditMode
  turn: number
  /** The first and last selected column; -1 for none. */
  from: number
  to: number
  state: string
  wantsFocus: RefObject<boolean>
  /** Told where the cell's field goes and has the focus. */
  onGone: () => void
  onChoose: (value: number | string) => void
  warningsOf: RowWarnings
  /** Another way to read a figure that was typed here. */
  hint: string | undefined
}

/** One row; it is drawn anew only when something in it changes. */
export const GridRow = memo(function GridRow(props: Props) {
  const { id, stored, pending, index, columns, actions, active, mode, turn, from, to, state } = props
  const { wantsFocus, onGone, onChoose, hint, warningsOf } = props
  const line = { id, stored, pending }
  const isBlank = !stored && !pending
  const open = actions?.open
  /** The cells that stand behind the columns. */
  const further = actions ? (open ? 3 : 2) : 0
  const values = valuesOf(line)
  const name = actions?.name(values) ?? ''
  const warnings = isBlank ? [] : warningsOf(values, id)
  return (
    <>
      <tr aria-rowindex={index + 2} data-row={index}>
        {columns.map((column, at) => {
          const value = valueOf(line, column.id)
          const proposed =
            column.kind === 'number' && value === null ? (column.proposed?.(values) ?? null) : null
          const text = cellText(column, value ?? proposed)
          const reason = cellReason(column, value)
          const warning = warnings.find(one => one.column === column.id)
          const isIn = at >= from && at <= to
          const unit = column.kind === 'number' && text !== '' && !reason ? column.unit?.(values) : undefined
          const className = [
            'edit-grid__cell',
            `edit-grid__cell--${column.kind}`,
            column.isNarrow && column.kind === 'text' && 'edit-grid__cell--narrow',
            isIn && 'edit-grid__cell--selected',
            at === active && 'edit-grid__cell--active',
            reason && 'edit-grid__cell--unread',
            !reason && warning && 'edit-grid__cell--warned',
            proposed !== null && 'edit-grid__cell--proposed',
          ]
          return (
            <td
              key={column.id}
              role={actions ? 'gridcell' : undefined}
              className={className.filter(Boolean).join(' ')}
              aria-label={[text, unit].filter(Boolean).join(' ') || undefined}
              aria-selected={actions ? isIn || at === active : undefined}
              aria-invalid={reason ? true : undefined}
              data-column={at}
              title={reason ?? warning?.text ?? (text || undefined)}
            >
              <span className="edit-grid__text" dir={column.kind === 'text' ? 'auto' : undefined}>
                {column.render ? column.render(values) : text}
                {unit && <span className="edit-grid__unit"> {unit}</span>}
              </span>
              {at === active && (
                <CellEditor
                  key={turn}
                  column={column}
                  label={`${column.label}, ${isBlank ? 'new row' : name || `row ${index + 1}`}`}
                  text={editText(column, value)}
                  mode={mode}
                  reason={reason}
                  wantsFocus={wantsFocus}
                  onGone={onGone}
                  onChoose={onChoose}
                />
              )}
            </td>
          )
        })}
        {actions && (
          <td role="gridcell" className="edit-grid__cell edit-grid__state" data-state={state}>
            {state}
          </td>
        )}
        {open && (
          <td role="gridcell" className="edit-grid__cell edit-grid__action" data-column={columns.length}>
            {!isBlank && (
              <IconButton label={`Edit ${name}`} icon={IconPencil} tabIndex={-1} onClick={() => open(id)} />
            )}
          </td>
        )}
        {actions && (
          <td
            role="gridcell"
            className="edit-grid__cell edit-grid__action"
            data-column={columns.length + (open ? 1 : 0)}
          >
            {!isBlank && (
              <IconButton
                label={`${actions.removeLabel} ${name}`}
                icon={IconTrash}
                destructive
                tabIndex={-1}
                onClick={() => actions.remove(id)}
              />
            )}
          </td>
        )}
      </tr>
      {actions && needsNote(pending, columns) && (
        <tr className="edit-grid__note">
          <td role="gridcell" colSpan={columns.length + further}>
            <RowNote row={pending} columns={columns} noun={actions.noun} queue={actions.queue} />
          </td>
        </tr>
      )}
      <RowWarningNotes
        id={id}
        stored={stored}
        warnings={warnings}
        columnCount={columns.length + further}
        queue={actions?.queue}
        onCured={column => actions?.goTo({ row: index, column: columns.findIndex(one => one.id === column) })}
      />
      {hint && (
        <tr className="edit-grid__note">
          <td role="gridcell" colSpan={columns.length + further}>
            <p role="status" className="edit-grid__reason">
              {hint}
            </p>
          </td>
        </tr>
      )}
    </>
  )
})
