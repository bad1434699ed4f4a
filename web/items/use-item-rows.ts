import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Item } from '#contract/items.ts'
import { jobQuery } from '#web/records/queries.ts'
import { forgetDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { type KeptCalls, useKeptRows } from '#web/ui/grid/kept-rows.ts'
import { refusalOf } from '#web/ui/grid/use-row-queue.ts'
import { allItemColumns, isEmptyItem, isReadable, itemRow } from './item-columns.ts'
import { readTypedItem } from './kept-items.ts'
import { changeItem, storeItems } from './queries.ts'

function callsOf(client: QueryClient, jobId: string): KeptCalls {
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
  return {
    add: async rows => show(await storeItems(jobId, rows)),
    change: async (id, values, version) => {
      const [row] = show([await changeItem(id, values, version)])
      if (!row) throw new Error('The server answered no item.')
      return row
    },
    reload: async () => (await client.fetchQuery({ ...jobQuery(jobId), staleTime: 0 })).items.map(itemRow),
    isReadable,
    isEmpty: isEmptyItem,
    unseen: failure => {
      const number = client.getQueryData(queryKey)?.jobId
      return `Items of job ${number ?? ''} are not saved yet. ${failure} They are kept: open the job’s Items.`
    },
    onEmpty: () => void client.invalidateQueries({ queryKey }),
    refusalOf: error => refusalOf(error, allItemColumns),
  }
}

export const ITEMS_DRAFT = 'items'
/** An item that was being typed into a dialog, before there was a grid. */
export const TYPED_DRAFT = 'new-item'

/** The cells of a job’s items that are not stored yet; wants its draft to be ready. */
export function useItemRows(jobId: string) {
  const rows = useKeptRows(useDraftKey(ITEMS_DRAFT)(jobId), client => callsOf(client, jobId))
  const { queue } = rows
  const typedKey = useDraftKey(TYPED_DRAFT)(jobId)
  useEffect(() => {
    queue.adopt(readTypedItem(typedKey))
    forgetDraft(typedKey)
  }, [queue, typedKey])
  return rows
}
