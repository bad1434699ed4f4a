import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createItem, deleteItem, updateItem } from '#contract/items.ts'
import { call } from '#web/lib/call.ts'
import { jobQuery } from '#web/jobs/queries.ts'
import type { itemInput } from './form.ts'

type Input = ReturnType<typeof itemInput>

/** The items stand in their job: every change reloads it before it counts as done. */
function useItemChange<Variables>(jobId: string, change: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export const useCreateItem = (jobId: string) =>
  useItemChange(jobId, ({ id, input }: { id: string; input: Input }) =>
    call(createItem, { body: { id, shipmentId: jobId, ...input } }),
  )

export const useUpdateItem = (jobId: string) =>
  useItemChange(jobId, ({ id, input, version }: { id: string; input: Input; version: number }) =>
    call(updateItem, { body: { id, ...input }, ifMatch: version }),
  )

export const useDeleteItem = (jobId: string) =>
  useItemChange(jobId, (id: string) => call(deleteItem, { params: { id } }))
