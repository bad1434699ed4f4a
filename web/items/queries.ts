import { createItem, deleteItem, type Item, updateItem } from '#contract/items.ts'
import { jobQuery } from '#web/records/queries.ts'
import type { Job } from '#contract/jobs.ts'
import { call } from '#web/lib/call.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useChange } from '#web/lib/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'
import { itemInput } from './form.ts'
import type { QueuedItem } from './item-queue.ts'
import { differences, itemSums } from './sums.ts'

type Input = ReturnType<typeof itemInput>

/**
 * Stores an item that was entered. One that was stored before, though its answer never came, and was edited
 * since is brought up to date, unless somebody else has changed it.
 */
export async function storeNewItem(jobId: string, { id, values }: QueuedItem): Promise<Item> {
  const input = itemInput(values)
  try {
    return await call(createItem, { body: { id, shipmentId: jobId, ...input } })
  } catch (error) {
    if (!isProblem(error, 'already_exists')) throw error
    return bringUpToDate(id, input)
  }
}

async function bringUpToDate(id: string, input: Input): Promise<Item> {
  try {
    return await call(updateItem, { body: { id, ...input }, ifMatch: 1 })
  } catch (error) {
    if (!isProblem(error, 'changed_meanwhile')) throw error
    throw new Error(
      'It was already saved, and somebody has changed it since. Change it in the table, and discard it here (under Edit).',
      { cause: error },
    )
  }
}

type ItemChange = { id: string; input: Input; version: number }

/** The items stand in their job, which is asked for anew after each change. */
export const useAddItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, (item: QueuedItem) => storeNewItem(jobId, item))

export const useUpdateItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, ({ id, input, version }: ItemChange) =>
    saveOver(input, version, over => call(updateItem, { body: { id, ...input }, ifMatch: over })),
  )

export const useDeleteItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, (id: string) => call(deleteItem, { params: { id } }))

/** Where the items of a job say something else than its cargo figures. */
export const cargoDifferences = (job: Job) => differences(itemSums(job.items), job)
