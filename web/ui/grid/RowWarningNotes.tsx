import { Button } from '@mantine/core'
import type { CellWarning, RowValues } from './columns.ts'
import type { RowQueue } from './row-queue.ts'
import type { StoredRow } from './row-store.ts'

type Props = {
  id: string
  stored: StoredRow | undefined
  warnings: readonly CellWarning[]
  /** Absent where nothing can be changed. */
  queue: RowQueue | undefined
}

/** What is odd about a row, each with the click that puts it right. */
export function RowWarningNotes({ id, stored, warnings, queue }: Props) {
  const take = (values: RowValues) => {
    const row = stored ?? { id, version: 0, values: {} }
    queue?.set(Object.entries(values).map(([column, value]) => ({ row, column, value })))
    queue?.leave([id])
  }
  return warnings.map(({ column, text, cure }) => (
    <p key={column} role="status" className="edit-grid__warning">
      {text}
      {cure && queue && (
        <Button size="compact-sm" variant="default" onClick={() => take(cure.values)}>
          {cure.label}
        </Button>
      )}
    </p>
  ))
}
