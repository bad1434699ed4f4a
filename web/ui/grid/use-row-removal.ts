import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import type { RowQueue } from './row-queue.ts'

type Named = { id: string; name: string }

type RowRemoval = {
  /** What deleting a row means, asked first. */
  question: string
  queue: RowQueue
  /** The rows that the server had when the grid was drawn. */
  stored: readonly { id: string }[]
  remove: (id: string) => Promise<unknown>
  restore: (row: Named) => Promise<Named>
  /** The id of the record that the rows belong to. */
  of: string
}

/** Deletes a row of a grid after asking; one that was never stored is only dropped. */
export const useRowRemoval = ({ question, queue, stored, remove, restore, of }: RowRemoval) =>
  useRemoval<Named>({
    name: row => row.name,
    question,
    remove: async ({ id }) => {
      await queue.idle()
      queue.drop([id])
      if (!queue.snapshot().saved.has(id) && !stored.some(one => one.id === id)) return
      await remove(id)
    },
    restore,
    of,
  })
