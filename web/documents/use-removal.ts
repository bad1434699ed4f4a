import { useCallback, useEffect, useRef } from 'react'
import type { Document } from '#contract/documents.ts'
import { notify } from '#web/ui/notify.ts'
import { useDocumentChanges } from './queries.ts'

/** Deletes a document at once and offers the way back. */
export function useRemoval(jobId: string, onRestored: (id: string) => void) {
  const changes = useDocumentChanges(jobId)
  const latest = useRef({ changes, onRestored })
  useEffect(() => {
    latest.current = { changes, onRestored }
  })
  return useCallback(
    async ({ id, name }: Document) => {
      const restore = async () => {
        try {
          const back = await latest.current.changes.restore(id)
          latest.current.onRestored(id)
          notify.done(`${back.name} was restored.`)
        } catch (error) {
          notify.failedBecause(`${name} could not be restored.`, error, tryAgain(jobId, restore))
        }
      }
      const remove = async () => {
        try {
          await latest.current.changes.remove(id)
          notify.done(`${name} was deleted.`, { label: 'Undo', of: jobId, run: () => void restore() })
        } catch (error) {
          notify.failedBecause(`${name} could not be deleted.`, error, tryAgain(jobId, remove))
        }
      }
      await remove()
    },
    [jobId],
  )
}

const tryAgain = (jobId: string, run: () => Promise<void>) => ({
  label: 'Try again',
  of: jobId,
  run: () => void run(),
})
