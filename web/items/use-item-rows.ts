import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Item } from '#contract/items.ts'
import { jobQuery } from '#web/records/queries.ts'
import { forgetDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { whenHidden } from '#web/lib/page-hidden.ts'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { notifyWhileKept } from '#web/ui/notice/kept-notice.ts'
import { createRowQueue, type RowQueue } from '#web/ui/grid/row-queue.ts'
import type { PendingRow } from '#web/ui/grid/row-store.ts'
import { refusalOf, useRowsState } from '#web/ui/grid/use-row-queue.ts'
import { isEmptyItem, isReadable, itemColumns, itemRow } from './item-columns.ts'
import { keepItems, readKeptItems, readTypedItem } from './kept-items.ts'
import { changeItem, storeItems } from './queries.ts'

type Rows = {
  queue: RowQueue
  typing: (row: PendingRow | undefined) => void
  /** Enters what is typed and not entered yet, and leaves the row. */
  leave: () => void
}

const PAUSE_MS = 300

function openRows(client: QueryClient, jobId: string, key: string): Rows {
  const { queryKey } = jobQuery(jobId)
  const show = (items: readonly Item[]) => {
    const changed = new Map(items.map(item => [item.id, item]))
    client.setQueryData(queryKey, job => {
      if (!job) return job
      const known = new Set(job.items.map(item => item.id))
      return {
        ...job,
        items: [
          ...job.items.map(item => changed.get(item.id) ?? item),
          ...items.filter(item => !known.has(item.id)),
        ],
      }
    })
    return items.map(itemRow)
  }
  let kept: readonly PendingRow[] = []
  let typed: PendingRow | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepAll = () => {
    clearTimeout(timer)
    const others = typed ? kept.filter(row => row.id !== typed?.id) : kept
    keepItems(key, typed ? [...others, typed] : others)
  }
  const queue = createRowQueue(
    {
      keep: rows => {
        kept = rows
        keepAll()
      },
      add: async rows => show(await storeItems(jobId, rows)),
      change: async (id, values, version) => {
        const [row] = show([await changeItem(id, values, version)])
        if (!row) throw new Error('The server answered no item.')
        return row
      },
      reload: async () => (await client.fetchQuery({ ...jobQuery(jobId), staleTime: 0 })).items.map(itemRow),
      isReadable,
      isEmpty: isEmptyItem,
      onUnseenFailure: failure => {
        const number = client.getQueryData(queryKey)?.jobId
        notifyWhileKept(
          key,
          `Items of job ${number ?? ''} are not saved yet. ${failure} They are kept: open the job’s Items.`,
        )
      },
      onEmpty: () => void client.invalidateQueries({ queryKey }),
    },
    error => refusalOf(error, itemColumns),
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
const opened = new WeakMap<QueryClient, Map<string, Rows>>()

function rowsOf(client: QueryClient, jobId: string, key: string): Rows {
  const known = opened.get(client) ?? new Map<string, Rows>()
  opened.set(client, known)
  const rows = known.get(key) ?? openRows(client, jobId, key)
  known.set(key, rows)
  return rows
}

export const ITEMS_DRAFT = 'items'
/** An item that was being typed into a dialog, before there was a grid. */
export const TYPED_DRAFT = 'new-item'

/** The cells of a job’s items that are not stored yet; wants its draft to be ready. */
export function useItemRows(jobId: string) {
  const client = useQueryClient()
  const key = useDraftKey(ITEMS_DRAFT)(jobId)
  const typedKey = useDraftKey(TYPED_DRAFT)(jobId)
  const rows = rowsOf(client, jobId, key)
  useEffect(() => {
    rows.queue.adopt([...readKeptItems(key), ...readTypedItem(typedKey)])
    forgetDraft(typedKey)
    // Whoever leaves the tab has left the row.
    return () => rows.leave()
  }, [rows, key, typedKey])
  return { ...rows, state: useRowsState(rows.queue) }
}
