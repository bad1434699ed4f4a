import type { QueryClient } from '@tanstack/react-query'
import type { Container } from '#contract/containers.ts'
import { jobQuery } from '#web/records/queries.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { type KeptCalls, useKeptRows } from '#web/ui/grid/kept-rows.ts'
import { refusalOf } from '#web/ui/grid/use-row-queue.ts'
import {
  containerColumns,
  containerRow,
  isEmptyContainer,
  isReadable,
  sealsText,
} from './container-columns.ts'
import { changeContainer, containersQuery, storeContainers } from './queries.ts'

function callsOf(client: QueryClient, jobId: string): KeptCalls {
  const query = containersQuery(jobId)
  const show = (containers: readonly Container[]) => {
    const changed = new Map(containers.map(one => [one.id, one]))
    client.setQueryData(query.queryKey, stored => {
      if (!stored) return stored
      const known = new Set(stored.map(one => one.id))
      return [
        ...stored.map(one => changed.get(one.id) ?? one),
        ...containers.filter(one => !known.has(one.id)),
      ]
    })
    return containers.map(containerRow)
  }
  return {
    add: async rows => show(await storeContainers(jobId, rows)),
    change: async (id, values, version) => {
      const [row] = show([await changeContainer(id, values, version)])
      if (!row) throw new Error('The server answered no container.')
      return row
    },
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).map(containerRow),
    isReadable,
    isEmpty: isEmptyContainer,
    unseen: failure => {
      const number = client.getQueryData(jobQuery(jobId).queryKey)?.jobId
      return `Containers of job ${number ?? ''} are not saved yet. ${failure} They are kept: open the job’s Items.`
    },
    onEmpty: () => void client.invalidateQueries({ queryKey: query.queryKey }),
    refusalOf: error =>
      refusalOf(error, containerColumns, answer => ({
        ...answer,
        seals: Array.isArray(answer['seals']) ? sealsText(answer['seals'] as string[]) : null,
      })),
  }
}

export const CONTAINERS_DRAFT = 'containers'

/** The cells of a job’s containers that are not stored yet; wants its draft to be ready. */
export const useContainerRows = (jobId: string) =>
  useKeptRows(useDraftKey(CONTAINERS_DRAFT)(jobId), client => callsOf(client, jobId))
