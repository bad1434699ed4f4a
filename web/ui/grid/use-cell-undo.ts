import { useRef } from 'react'
import { countText } from '#web/lib/format.ts'
import { notify } from '#web/ui/notice/notify.ts'
import type { CellValue } from './columns.ts'
import { type GridLine, rowOf, valueOf } from './grid-state.ts'
import type { CellChange, RowQueue } from './row-queue.ts'
import { isSame } from './row-store.ts'

type Step = {
  cells: { id: string; column: string; before: CellValue; after: CellValue }[]
  /** The rows that it made. */
  made: string[]
}

type Undo = {
  queue: RowQueue
  lines: () => readonly GridLine[]
  /** Deletes stored rows that are still of these versions; answers how many stay. */
  removeRows: (rows: readonly { id: string; version: number }[]) => Promise<number>
}

const MOST = 100

/** Remembers what was typed, pasted and cleared in a grid, to take it back step by step. */
export function useCellUndo({ queue, lines, removeRows }: Undo) {
  const steps = useRef<Step[]>([])

  const remember = (changes: readonly CellChange[]) => {
    const known = new Map(lines().map(line => [line.id, line]))
    const isMade = (id: string) => {
      const line = known.get(id)
      return !line?.stored && !line?.pending
    }
    const made = new Set(changes.map(({ row }) => row.id).filter(isMade))
    const cells = changes.flatMap(({ row, column, value }) => {
      const line = known.get(row.id)
      return line && !made.has(row.id)
        ? [{ id: row.id, column, before: valueOf(line, column), after: value }]
        : []
    })
    steps.current = [...steps.current, { cells, made: [...made] }].slice(-MOST)
  }

  const undo = async () => {
    const step = steps.current.pop()
    if (!step) return
    const known = new Map(lines().map(line => [line.id, line]))
    const back = step.cells.flatMap(({ id, column, before, after }) => {
      const line = known.get(id)
      // Somebody has changed it since: theirs stays.
      if (!line || !isSame(valueOf(line, column), after)) return []
      return [{ row: rowOf(line, {}), column, value: before }]
    })
    queue.set(back)
    queue.leave()
    let stay = 0
    if (step.made.length > 0) {
      await queue.idle()
      queue.drop(step.made)
      const { pending, saved } = queue.snapshot()
      stay += step.made.filter(id => pending.has(id)).length
      const stored = step.made.flatMap(id => {
        const version = saved.get(id)
        return version === undefined || pending.has(id) ? [] : [{ id, version }]
      })
      try {
        if (stored.length > 0) stay += await removeRows(stored)
      } catch (error) {
        steps.current.push(step)
        notify.failedBecause('The new rows were not taken back.', error)
        return
      }
    }
    const cellsLeft = step.cells.length - back.length
    if (cellsLeft + stay === 0) return
    const kept = [
      stay > 0 ? countText(stay, 'row') : '',
      cellsLeft > 0 ? countText(cellsLeft, 'cell') : '',
    ].filter(Boolean)
    notify.done(`Taken back, but for ${kept.join(' and ')} that changed since.`)
  }
  return { remember, undo }
}
