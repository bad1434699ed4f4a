import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { JobTableRow } from '#contract/job-table.ts'
import { createJob } from '#contract/jobs.ts'
import { call, type ListPage } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { jobQuery, jobsKey } from './queries.ts'

const KG = 0
const CUBIC_METER = 0

/** The units of a new job: those of the newest job that the lists know, kilograms and cubic metres before there is one. */
export function unitsOfNewJob(known: readonly Pick<JobTableRow, 'jobId' | 'weightUnit' | 'volumeUnit'>[]) {
  const [newest] = known
    .filter(({ weightUnit, volumeUnit }) => weightUnit !== null && volumeUnit !== null)
    .toSorted((one, other) => other.jobId - one.jobId)
  return { weightUnit: newest?.weightUnit ?? KG, volumeUnit: newest?.volumeUnit ?? CUBIC_METER }
}

function useCreateJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const pages = client.getQueriesData<ListPage<JobTableRow[]>>({ queryKey: [...jobsKey, 'page'] })
      const known = pages.flatMap(([, page]) => page?.rows ?? [])
      return call(createJob, { body: { id: newId(), ...unitsOfNewJob(known) } })
    },
    onSuccess: job => {
      client.setQueryData(jobQuery(job.id).queryKey, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}

/** Makes a job and opens its card, with the cursor in its name. */
export function useOpenNewJob() {
  const navigate = useNavigate()
  const { mutateAsync: create, isPending } = useCreateJob()
  const openNewJob = async () => {
    if (isPending) return
    try {
      const job = await create()
      await navigate({ to: '/webapp/shipment', search: { id: job.id }, state: { field: 'name' } })
    } catch (error) {
      notify.failedBecause('The job could not be created.', error)
    }
  }
  return { openNewJob, isPending }
}
