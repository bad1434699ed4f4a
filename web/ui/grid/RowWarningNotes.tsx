import { Button } from '@mantine/core'
import { type MouseEvent, useEffect, useState } from 'react'
import { IconCheck } from '#web/ui/icons.ts'
import type { CellWarning, RowValues } from './columns.ts'
import type { RowQueue } from './row-queue.ts'
import type { StoredRow } from './row-store.ts'

type Props = {
  id: string
  stored: StoredRow | undefined
  warnings: readonly CellWarning[]
  /** Of the whole row. */
  columnCount: number
  /** Absent where nothing can be changed. */
  queue: RowQueue | undefined
  /** The column that a click has put right. */
  onCured: (column: string) => void
}

/** A cure that was taken, and which of the row's lines it stood in. */
type Taken = { at: number; column: string }

/** How long its line stays where there is no pointer that could leave it. */
const TOUCH_MS = 1500

/** A second click on a cure leaves the focus in the cell. */
const keepFocus = (event: MouseEvent) => {
  if ((event.target as Element).closest('.edit-grid__warning--cured')) event.preventDefault()
}

/** What is odd about a row, each with the click that puts it right. */
export function RowWarningNotes({ id, stored, warnings, columnCount, queue, onCured }: Props) {
  /** Their lines stay as long as the pointer does, or the next row's cure would come to lie under it. */
  const [taken, setTaken] = useState<readonly Taken[]>([])
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    if (!isTouched || taken.length === 0) return
    const timer = setTimeout(() => setTaken([]), TOUCH_MS)
    return () => clearTimeout(timer)
  }, [isTouched, taken])

  const take = (event: MouseEvent, at: number, column: string, values: RowValues) => {
    const row = stored ?? { id, version: 0, values: {} }
    const { pointerType } = event.nativeEvent as Partial<PointerEvent>
    // The keyboard goes on in the cell.
    if (event.detail > 0) setTaken(before => [...before, { at, column }])
    setIsTouched(pointerType === 'touch')
    queue?.set(Object.entries(values).map(([changed, value]) => ({ row, column: changed, value })))
    queue?.leave([id])
    onCured(column)
  }
  const lines: (CellWarning | null)[] = [...warnings]
  for (const { at, column } of taken.toSorted((one, other) => one.at - other.at))
    if (warnings.every(warning => warning.column !== column)) lines.splice(at, 0, null)
  if (lines.length === 0) return null
  return (
    <tr className="edit-grid__note" onMouseLeave={() => setTaken([])} onMouseDown={keepFocus}>
      <td role={queue ? 'gridcell' : undefined} colSpan={columnCount}>
        {lines.map((line, at) =>
          line === null ? (
            <p key={`cured ${at}`} role="status" className="edit-grid__warning edit-grid__warning--cured">
              <IconCheck size={16} aria-hidden /> Corrected
            </p>
          ) : (
            <p key={line.text} role="status" className="edit-grid__warning">
              {line.text}
              {line.cure && queue && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={event => take(event, at, line.column, line.cure?.values ?? {})}
                >
                  {line.cure.label}
                </Button>
              )}
            </p>
          ),
        )}
      </td>
    </tr>
  )
}
