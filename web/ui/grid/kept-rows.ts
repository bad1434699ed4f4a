import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepDraft, readDraft } from '#web/lib/drafts.ts'
import { whenHidden } from '#web/lib/page-hidden.ts'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { notifyWhileKept } from '#web/ui/notice/kept-notice.ts'
import { createRowQueue, type RowQueue } from './row-queue.ts'
import type { PendingRow, Refusal, RowCalls } from './row-store.ts'
import { keptRow, useRowsState } from './use-row-queue.ts'

/** The rows of a grid that are not stored yet, as this browser keeps them. */
export function readKeptRows(key: string): PendingRow[] {
  const fields = readDraft(key)?.fields ?? {}
  const kept = fields['rows'] ?? fields['items']
  if (!Array.isArray(kept)) return []
  return (kept as unknown[]).flatMap(one => keptRow(one) ?? [])
}

export const keepRows = (key: string, rows: readonly PendingRow[]): void =>
  keepDraft(key, 0, rows.length > 0 ? { rows } : {})

type KeptRows = {
  queue: RowQueue
  typing: (row: PendingRow | undefined) => void
  /** Enters what is typed and not entered yet, and leaves the row. */
  leave: () => void
}

/** How the rows of one grid are saved, and what is said where nobody sees that they are not. */
export type KeptCalls = Omit<RowCalls, 'keep' | 'onUnseenFailure'> & {
  refusalOf: (error: unknown) => Refusal
  unseen: (failure: string) => string
}

const PAUSE_MS = 300

function openRows(key: string, { refusalOf, unseen, ...calls }: KeptCalls): KeptRows {
  let kept: readonly PendingRow[] = []
  let typed: PendingRow | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepAll = () => {
    clearTimeout(timer)
    const others = typed ? kept.filter(row => row.id !== typed?.id) : kept
    keepRows(key, typed ? [...others, typed] : others)
  }
  const queue = createRowQueue(
    {
      ...calls,
      keep: rows => {
        kept = rows
        keepAll()
      },
      onUnseenFailure: failure => notifyWhileKept(key, unseen(failure)),
    },
    refusalOf,
  )
  window.addEventListener('online', () => queue.retry())
  window.addEventListener('beforeunload', event => {
    const isUnsaved = typed !== undefined || queue.snapshot().pending.size > 0
    if (isUnsaved && !isLeavingToSignIn()) event.preventDefault()
  })
  whenHidden(keepAll)
  return {
    queue,
    typing: row => {
      typed = row
      clearTimeout(timer)
      timer = setTimeout(keepAll, PAUSE_MS)
    },
    leave: () => {
      if (typed) {
        const { id, version, base, cells } = typed
        typed = undefined
        const row = { id, version, values: base }
        queue.set(Object.entries(cells).map(([column, value]) => ({ row, column, value })))
      }
      queue.leave()
    },
  }
}

// They outlive the tab and the job card: what was entered is saved wherever the person goes.
const opened = new WeakMap<QueryClient, Map<string, KeptRows>>()

function rowsOf(client: QueryClient, key: string, calls: () => KeptCalls): KeptRows {
  const known = opened.get(client) ?? new Map<string, KeptRows>()
  opened.set(client, known)
  const rows = known.get(key) ?? openRows(key, calls())
  known.set(key, rows)
  return rows
}

/** The cells of a grid that are not stored yet, by the key of their draft, which has to be ready. */
export function useKeptRows(key: string, calls: (client: QueryClient) => KeptCalls) {
  const client = useQueryClient()
  const rows = rowsOf(client, key, () => calls(client))
  useEffect(() => {
    rows.queue.adopt(readKeptRows(key))
    // Whoever leaves the tab has left the row.
    return () => rows.leave()
  }, [rows, key])
  return { ...rows, state: useRowsState(rows.queue) }
}
