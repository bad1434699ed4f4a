import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  beginJobChange,
  type AskedJobs,
  exportJobs,
  type JobsExport,
  getJobChange,
  type JobChange,
  previewJobChange,
  undoJobChange,
} from '#contract/job-changes.ts'
import { call, callFile } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'

const ALL = ['job changes'] as const
const PREVIEWS = [...ALL, 'preview'] as const

const isPreview = (key: QueryKey) => PREVIEWS.every((part, index) => key[index] === part)

/** What the change would do to each job; each look is kept by the server under an id of its own. */
export const previewQuery = (chosen: AskedJobs, change: JobChange | null) =>
  queryOptions({
    queryKey: [...PREVIEWS, chosen, change],
    queryFn: ({ signal }) =>
      call(previewJobChange, { body: { id: newId(), ...chosen, change: change ?? {} }, signal }),
    enabled: change !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const LOOK_AGAIN_MS = 1000

/** One action, looked at again until it has ended. */
export const jobChangeQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(getJobChange, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'underWay' ? LOOK_AGAIN_MS : false),
  })

/**
 * Begins what was previewed: the same call again does nothing twice. The preview stays, so that who tries again after a lost
 * reply names the same action.
 */
export function useBeginJobChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(beginJobChange, { body: { id } }),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => !isPreview(queryKey) }),
  })
}

/** Undoes a change and says what came of it; where something stays, on the page of the undo. */
export function useUndoJobChange() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation({
    mutationFn: ({ of, id }: { of: string; id: string }) =>
      call(undoJobChange, { params: { id: of }, body: { id } }),
    onSettled: () => client.invalidateQueries(),
  })
  return async (of: string, id = newId()) => {
    try {
      const report = await mutateAsync({ of, id })
      if (report.state === 'ended' && report.jobs.every(({ reason }) => reason === null))
        notify.done(`The change was undone on ${countText(report.changed, 'job')}.`)
      else await navigate({ to: '/webapp/jobchange', search: { id } })
    } catch (error) {
      // The same id: an undo whose reply was lost is not made twice.
      notify.failedBecause('The change could not be undone.', error, {
        label: 'Try again',
        run: () =>
          void call(undoJobChange, { params: { id: of }, body: { id } }).then(
            () => navigate({ to: '/webapp/jobchange', search: { id } }),
            again => notify.failedBecause('The change could not be undone.', again),
          ),
      })
    }
  }
}

/**
 * Changes jobs without a look at them first, and says so with Undo; where one of them stays as it is, its page says why.
 * `said`: the notice of what was done, or what finds it out once it was.
 */
export function useChangeJobs() {
  const begin = useBeginJobChange()
  const undo = useUndoJobChange()
  const navigate = useNavigate()
  return async (shipmentIds: string[], change: JobChange, said: string | (() => Promise<string>)) => {
    const seen = await call(previewJobChange, { body: { id: newId(), shipmentIds, change } })
    const done = await begin.mutateAsync(seen.id)
    if (done.state === 'ended' && done.refused === 0)
      notify.done(typeof said === 'string' ? said : await said(), {
        label: 'Undo',
        run: () => void undo(done.id),
      })
    else await navigate({ to: '/webapp/jobchange', search: { id: done.id } })
  }
}

export const jobsFile = (asked: JobsExport) => callFile(exportJobs, { body: asked })
