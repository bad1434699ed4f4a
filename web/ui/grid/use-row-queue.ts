import { useSyncExternalStore } from 'react'
import { isRecord } from '#contract/typed-objects.ts'
import { isProblem, isTemporary, messageOf } from '#web/lib/problem.ts'
import type { CellValue, GridColumn, RowValues } from './columns.ts'
import type { RowQueue } from './row-queue.ts'
import { type PendingRow, type Refusal, type StoredRow, withoutKeys } from './row-store.ts'

export const useRowsState = (queue: RowQueue) => useSyncExternalStore(queue.subscribe, queue.snapshot)

type Answer = Record<string, unknown>

/** What a refused save means for rows of these columns; `read`: a record that is answered, by its cells. */
export function refusalOf(
  error: unknown,
  columns: readonly GridColumn[],
  read: (answer: Answer) => Answer = answer => answer,
): Refusal {
  const message = messageOf(error)
  if (isTemporary(error)) return { kind: 'later', message }
  if (isProblem(error, 'already_exists')) return { kind: 'known' }
  if (isProblem(error, 'changed_meanwhile'))
    return { kind: 'changed', theirs: storedRow(error.problem.current, columns, read) }
  if (isProblem(error, 'invalid_input')) {
    // A call for many names each by its place: “items.3.name”.
    const placed = error.errors.flatMap(one => {
      const place = /^\w+\.(\d+)\b/.exec(one.path)?.[1]
      return place === undefined ? [] : [[Number(place), one.message] as const]
    })
    if (placed.length > 0) return { kind: 'rows', messages: new Map(placed) }
    return { kind: 'rows', messages: new Map([[0, message]]) }
  }
  if (isProblem(error, 'not_found')) return { kind: 'gone', message }
  return { kind: 'all', message }
}

const isCell = (value: unknown): value is CellValue =>
  value === null || typeof value === 'string' || typeof value === 'number'

const cellsOf = (value: unknown): RowValues =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, CellValue] => isCell(entry[1])),
      )
    : {}

/** The row of a record that a refusal answers; null for what is none. */
function storedRow(
  answer: unknown,
  columns: readonly GridColumn[],
  read: (answer: Answer) => Answer,
): StoredRow | null {
  if (!isRecord(answer)) return null
  const value = read(answer)
  const { id, version } = value
  if (typeof id !== 'string' || typeof version !== 'number') return null
  const known = new Set(columns.map(column => column.id))
  return { id, version, values: withoutKeys(cellsOf(value), column => !known.has(column)) }
}

/** A row as the browser kept it; null for what is none. */
export function keptRow(value: unknown): PendingRow | null {
  if (!isRecord(value) || typeof value['id'] !== 'string') return null
  const version = typeof value['version'] === 'number' ? value['version'] : 0
  const sent = isRecord(value['sent']) ? { sent: cellsOf(value['sent']) } : {}
  // Before there were grids, a new item was kept with all that it had.
  const cells = cellsOf(value['cells'] ?? value['values'])
  return { id: value['id'], version, base: cellsOf(value['base']), cells, ...sent }
}
