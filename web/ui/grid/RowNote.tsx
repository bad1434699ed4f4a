import { Button } from '@mantine/core'
import { newId } from '#web/lib/new-id.ts'
import { cellReason, cellText, type GridColumn } from './columns.ts'
import type { RowQueue } from './row-queue.ts'
import { isSame, type PendingRow } from './row-store.ts'

type Props = { row: PendingRow; columns: readonly GridColumn[]; noun: string; queue: RowQueue }

/** Whether something is to be said of a row below it. */
export const needsNote = (row: PendingRow | undefined, columns: readonly GridColumn[]): row is PendingRow =>
  row !== undefined &&
  (row.refusal !== undefined ||
    row.theirs !== undefined ||
    row.isGone === true ||
    columns.some(column => cellReason(column, row.cells[column.id] ?? null) !== null))

/** Why a row, or a cell of it, is not saved, and the ways on. */
export function RowNote({ row, columns, noun, queue }: Props) {
  const button = (label: string, run: () => void) => (
    <Button size="compact-sm" variant="default" onClick={run}>
      {label}
    </Button>
  )
  if (row.isGone)
    return (
      <p role="alert" className="edit-grid__reason">
        Somebody has deleted this {noun}. What you typed is still here.
        {button(`Save as a new ${noun}`, () => queue.saveAnew(row.id, newId()))}
        {button('Discard it', () => queue.drop([row.id]))}
      </p>
    )
  const { theirs } = row
  if (theirs) {
    const contested = columns.filter(({ id }) => id in row.cells && !isSame(theirs.values[id], row.base[id]))
    const words = contested.map(column => {
      const [mine, other] = [row.cells, theirs.values].map(values =>
        cellText(column, values[column.id] ?? null),
      )
      return `${column.label}: yours ${mine || '(empty)'}, theirs ${other || '(empty)'}`
    })
    return (
      <p role="alert" className="edit-grid__reason">
        Somebody has changed this {noun} meanwhile. {words.join('; ')}.
        {button('Keep mine', () => queue.choose(row.id, true))}
        {button('Take theirs', () => queue.choose(row.id, false))}
      </p>
    )
  }
  if (row.refusal !== undefined)
    return (
      <p role="alert" className="edit-grid__reason">
        Not saved. {row.refusal}
        {button('Try again', queue.retry)}
      </p>
    )
  const reasons = columns.flatMap(column => {
    const reason = cellReason(column, row.cells[column.id] ?? null)
    return reason === null ? [] : [`${column.label} is not saved: ${reason}`]
  })
  return (
    <p role="status" className="edit-grid__reason">
      {reasons.join(' ')}
    </p>
  )
}
