import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ItemContainer, setItemContainers } from '#contract/item-containers.ts'
import { getItem, type Item } from '#contract/items.ts'
import { call } from '#web/lib/call.ts'
import { itemContainersQuery } from '#web/records/item-containers.ts'
import { jobQuery } from '#web/records/queries.ts'
import { forgetDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { type KeptCalls, useKeptRows } from '#web/ui/grid/kept-rows.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { isBlank } from '#web/ui/grid/row-store.ts'
import { refusalOf } from '#web/ui/grid/use-row-queue.ts'
import { containerColumn, rowsInContainers } from './container-column.ts'
import { containerValue, isWholeIn, linksOf } from './container-value.ts'
import { allItemColumns, isEmptyItem, isReadable } from './item-columns.ts'
import { readTypedItem } from './kept-items.ts'
import { changeItem, storeItems } from './queries.ts'

function callsOf(client: QueryClient, jobId: string): KeptCalls {
  const { queryKey } = jobQuery(jobId)
  const ofContainers = itemContainersQuery(jobId)
  const linksNow = () => client.getQueryData(ofContainers.queryKey) ?? []
  /** What is said of the containers of these items is known at once, and not asked for anew. */
  const stow = (stowed: readonly { id: string; containers: readonly ItemContainer[] }[]) => {
    const ids = new Set(stowed.map(one => one.id))
    client.setQueryData(ofContainers.queryKey, known =>
      known
        ? [...known.filter(link => !ids.has(link.itemId)), ...stowed.flatMap(one => one.containers)]
        : known,
    )
  }
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
    return rowsInContainers(items, linksNow())
  }
  /** An item's fields and its container are two calls, of which either may be needless. */
  const change = async (id: string, values: RowValues, version: number): Promise<Item> => {
    const { container, ...fields } = values
    if (container === undefined) return changeItem(id, fields, version)
    const changed = isBlank(fields) ? undefined : await changeItem(id, fields, version)
    const containers = linksOf(container) ?? []
    const stowed = await call(setItemContainers, {
      body: { id, containers },
      ifMatch: changed?.version ?? version,
    })
    stow([stowed])
    const item = changed ?? client.getQueryData(queryKey)?.items.find(one => one.id === id)
    return item ? { ...item, version: stowed.version } : call(getItem, { params: { id } })
  }
  return {
    add: async rows => {
      const items = await storeItems(jobId, rows)
      stow(
        rows.map(({ id, values: { container } }) => ({
          id,
          containers: isWholeIn(container)
            ? (linksOf(container) ?? []).map(link => ({ itemId: id, ...link }))
            : [],
        })),
      )
      return show(items)
    },
    change: async (id, values, version) => {
      const [row] = show([await change(id, values, version)])
      if (!row) throw new Error('The server answered no item.')
      return row
    },
    reload: async () => {
      const [job, links] = await Promise.all([
        client.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }),
        client.fetchQuery({ ...ofContainers, staleTime: 0 }),
      ])
      return rowsInContainers(job.items, links)
    },
    isReadable: (column, value) =>
      column === 'container' ? linksOf(value) !== null : isReadable(column, value),
    isEmpty: isEmptyItem,
    unseen: failure => {
      const number = client.getQueryData(queryKey)?.jobId
      return `Items of job ${number ?? ''} are not saved yet. ${failure} They are kept: open the job’s Items.`
    },
    onEmpty: () => {
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ofContainers.queryKey })
    },
    refusalOf: error =>
      refusalOf(error, [...allItemColumns, containerColumn([])], answer => ({
        ...answer,
        container: containerValue(linksNow().filter(link => link.itemId === answer['id'])),
      })),
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
