import { useCallback } from 'react'
import type { ContactMerge } from '#contract/contact-merges.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useUndoMerge } from './merge-queries.ts'

const people = (count: number) => countText(count, 'further contact')

/** What a merge moves, or has moved: “14 jobs and 3 further contacts”; '' for nothing. */
export const movedText = (jobs: number, moved: number) =>
  [jobs > 0 && countText(jobs, 'job'), moved > 0 && people(moved)].filter(Boolean).join(' and ')

type Left = { jobs: number; people: readonly string[]; fields: readonly string[] }

function leftText({ jobs, people: stayed, fields }: Left): string {
  const parts = [
    ...(jobs > 0 ? [countText(jobs, 'job')] : []),
    ...(stayed.length > 0 ? [people(stayed.length)] : []),
    ...fields,
  ]
  return parts.length > 0 ? ` Changed since and left as it is: ${parts.join(', ')}.` : ''
}

/** Takes a merge back, and says what came back and what stays; the answer is whether it did. */
export function useMergeUndo() {
  const { mutateAsync, isPending } = useUndoMerge()
  const undo = useCallback(
    async ({ id, mergedName }: Pick<ContactMerge, 'id' | 'mergedName'>) => {
      try {
        const undone = await mutateAsync(id)
        const back = movedText(undone.jobs, undone.people)
        notify.done(
          `${nameOr(mergedName)} is a contact of its own again${back && `, with ${back}`}.` +
            leftText(undone.left),
        )
        return true
      } catch (error) {
        notify.failedBecause('The merge could not be undone.', error)
        return false
      }
    },
    [mutateAsync],
  )
  return { undo, isPending }
}
