import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  addContainers,
  type Container,
  createContainer,
  deleteContainer,
  listContainers,
  removeContainers,
  updateContainer,
} from '#contract/containers.ts'
import { containerSums } from '#contract/container-sums.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { call } from '#web/lib/call.ts'
import { useChange } from '#web/lib/queries.ts'
import { useJob } from '#web/records/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { sealsOf } from './container-columns.ts'
import { type ContainerInput, containerInput, type ContainerValues } from './form.ts'

const KEY = 'containers'
// The same each time, so that what is made of it is not made anew.
const none: Container[] = []

/** A job's containers, in their order. */
export const containersQuery = (jobId: string) =>
  queryOptions({
    queryKey: [KEY, jobId],
    queryFn: ({ signal }) => call(listContainers, { query: { shipmentId: jobId }, signal }),
  })

export const useContainers = (jobId: string) => useQuery(containersQuery(jobId))

/** What containers come to, by the names of the job's cargo figures; null where none says it. */
export function containerTotals(containers: readonly Container[]) {
  const { packages, cargoWeight, volume } = containerSums(containers)
  return { numberOfPackages: packages, grossWeight: cargoWeight, netWeight: null, volume }
}

/** Those of another job; none while they are not known, and where there is no such job. */
export const useContainersOf = (job: OtherJob | null | undefined): Container[] =>
  useQuery({ ...containersQuery(job?.id ?? ''), enabled: Boolean(job) }).data ?? none

/** In which containers a job's items travel, and the master whose they are, where they are not the job's own. */
export type ContainersOfItems = { containers: readonly Container[]; master: OtherJob | null }

/** Those of the job, or of its master where it has none; undefined while nobody knows whether it has any. */
export function useContainersOfItems(jobId: string): ContainersOfItems | undefined {
  const { data: job } = useJob(jobId)
  const { data: own } = useContainers(jobId)
  const master = own?.length === 0 && job?.master ? job.master : null
  const ofMaster = useContainersOf(master)
  return useMemo(() => own && { containers: master ? ofMaster : own, master }, [own, master, ofMaster])
}

/** A text of blanks alone is none; the seals are a list. */
const tidy = (values: RowValues): ContainerInput =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (field === 'seals') return [field, sealsOf(typeof value === 'string' ? value : null)]
      return [field, typeof value === 'string' ? value.trim() || null : value]
    }),
  )

/** Stores the rows that were typed or pasted; the same call again stores nothing twice. */
export const storeContainers = (
  shipmentId: string,
  rows: readonly { id: string; values: RowValues }[],
): Promise<Container[]> =>
  call(addContainers, {
    body: { shipmentId, containers: rows.map(({ id, values }) => ({ id, ...tidy(values) })) },
  })

export const changeContainer = (id: string, values: RowValues, version: number): Promise<Container> =>
  call(updateContainer, { body: { id, ...tidy(values) }, ifMatch: version })

type Change = { id: string; input: ContainerInput; version: number }

export const useAddContainer = (jobId: string) =>
  useChange([KEY, jobId], ({ id, values }: { id: string; values: ContainerValues }) =>
    call(createContainer, { body: { id, shipmentId: jobId, ...containerInput(values) } }),
  )

export const useUpdateContainer = (jobId: string) =>
  useChange([KEY, jobId], ({ id, input, version }: Change) =>
    saveOver(input, version, over => call(updateContainer, { body: { id, ...input }, ifMatch: over })),
  )

export const useDeleteContainer = (jobId: string) =>
  useChange([KEY, jobId], (id: string) => call(deleteContainer, { params: { id } }))

/** Takes back containers that were pasted, unless somebody has changed them since: those are answered. */
export const useTakeBack = (jobId: string) =>
  useChange([KEY, jobId], async (containers: readonly { id: string; version: number }[]) => {
    const { changed } = await call(removeContainers, {
      body: { shipmentId: jobId, containers: [...containers] },
    })
    return changed
  })
