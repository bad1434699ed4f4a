import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Item } from '#contract/items.ts'
import { jobQuery } from '#web/records/queries.ts'
import { nameOr } from '#web/lib/format.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { isTemporary, messageOf } from '#web/lib/problem.ts'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { notifyWhileKept } from '#web/ui/notice/kept-notice.ts'
import { createItemQueue, type ItemQueue } from './item-queue.ts'
import { changeKeptItems, readKeptItems } from './kept-items.ts'
import { storeNewItem } from './queries.ts'

function openQueue(client: QueryClient, jobId: string, key: string): ItemQueue {
  const { queryKey } = jobQuery(jobId)
  const show = (item: Item) =>
    client.setQueryData(queryKey, job =>
      job ? { ...job, items: [...job.items.filter(one => one.id !== item.id), item] } : job,
    )
  const queue = createItemQueue({
    keep: change => changeKeptItems(key, change),
    send: async item => void show(await storeNewItem(jobId, item)),
    explain: messageOf,
    isPassing: isTemporary,
    onUnseenFailure: ({ values }, failure) => {
      const number = client.getQueryData(queryKey)?.jobId
      notifyWhileKept(
        key,
        `The item “${nameOr(values.name)}” of job ${number ?? ''} is not saved yet. ${failure} It is kept: open the job’s Items.`,
      )
    },
    onEmpty: () => void client.invalidateQueries({ queryKey }),
  })
  window.addEventListener('online', queue.retry)
  window.addEventListener('beforeunload', event => {
    if (queue.snapshot().items.length > 0 && !isLeavingToSignIn()) event.preventDefault()
  })
  return queue
}

// They outlive the tab and the job card: what was entered is saved wherever the person goes.
const queues = new WeakMap<QueryClient, Map<string, ItemQueue>>()

function queueOf(client: QueryClient, jobId: string, key: string): ItemQueue {
  const opened = queues.get(client) ?? new Map<string, ItemQueue>()
  queues.set(client, opened)
  const queue = opened.get(key) ?? openQueue(client, jobId, key)
  opened.set(key, queue)
  return queue
}

export const ITEMS_DRAFT = 'items'

/** The items of a job that were entered and are not stored yet; wants its draft to be ready. */
export function useItemQueue(jobId: string) {
  const client = useQueryClient()
  const key = useDraftKey(ITEMS_DRAFT)(jobId)
  const queue = queueOf(client, jobId, key)
  useEffect(() => queue.adopt(readKeptItems(key)), [queue, key])
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.snapshot) }
}
