import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ItemContainer,
  listItemContainers,
  listStowedByHouses,
  setItemContainers,
} from '#contract/item-containers.ts'
import type { Job } from '#contract/jobs.ts'
import { call } from '#web/lib/call.ts'
import { useChange } from '#web/lib/queries.ts'
import { jobQuery } from './queries.ts'

/** In which containers the items of a job travel; asked for anew whenever the job’s containers are. */
export const itemContainersQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['containers', jobId, 'items'],
    queryFn: ({ signal }) => call(listItemContainers, { query: { shipmentId: jobId }, signal }),
  })

export const useItemContainers = (jobId: string) => useQuery(itemContainersQuery(jobId))

/** What the items of a master's houses come to in each of its containers. */
export const useStowedByHouses = ({ id, houses }: Pick<Job, 'id' | 'houses'>) =>
  useQuery({
    queryKey: ['containers', id, 'houses'],
    queryFn: ({ signal }) => call(listStowedByHouses, { query: { shipmentId: id }, signal }),
    enabled: houses.length > 0,
  })

type Wanted = { id: string; version: number; containers: Omit<ItemContainer, 'itemId'>[] }

/** Says in which containers an item travels; the item’s version counts, so the job is asked for anew too. */
export function useSetItemContainers(jobId: string) {
  const client = useQueryClient()
  return useChange(jobQuery(jobId).queryKey, async ({ id, version, containers }: Wanted) => {
    const reply = await call(setItemContainers, { body: { id, containers }, ifMatch: version })
    await client.invalidateQueries({ queryKey: itemContainersQuery(jobId).queryKey })
    return reply
  })
}
