import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createJob, type Job, listJobsOfHouseBl } from '#contract/jobs.ts'
import { type CopiedPart, copyJob } from '#contract/job-copies.ts'
import { call } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'

/** The other jobs that bear this one's House BL. */
export const sameHouseBlQuery = ({ id, hbl, version }: Pick<Job, 'id' | 'hbl' | 'version'>) =>
  queryOptions({
    queryKey: [...jobsKey, 'same house bl', id, hbl, version],
    queryFn: ({ signal }) => call(listJobsOfHouseBl, { params: { id }, signal }),
  })

export function useCreateJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(createJob, { body: { id: newId() } }),
    onSuccess: job => {
      client.setQueryData(jobQuery(job.id).queryKey, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}

export type CopyAsked = { id: string; ids: readonly string[]; take: Record<CopiedPart, boolean> }

export function useCopyJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ids, take }: CopyAsked) =>
      call(copyJob, { params: { id }, body: { ids: [...ids], take } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] }),
  })
}
