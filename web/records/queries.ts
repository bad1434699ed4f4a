import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { jobStatuses, labelOf } from '#contract/choices.ts'
import { listJobTable } from '#contract/job-table.ts'
import { countJobs, getJob, type JobInput, type JobListQuery, listJobs, updateJob } from '#contract/jobs.ts'
import { getLastUsed } from '#contract/lookups.ts'
import { call, callList, type ListPage } from '#web/lib/call.ts'
import { NO_FURTHER_PARTS } from '#web/lib/further-parts.ts'
import { readCurrent } from '#web/lib/current.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMembership } from '#web/lib/membership.ts'
import { saveOver } from '#web/ui/form/save-over.ts'
import { TypedDetailsContext } from './typed-details.ts'

/** Every query about jobs begins with this. */
export const jobsKey = ['jobs'] as const

/** A page of the job list, its filters as the address of the call has them: “0,2” for either of two values. */
export type JobPage = {
  page: number
  size: number
  sort: NonNullable<JobListQuery['sort']>
  filters: { [Name in Exclude<keyof JobListQuery, 'sort' | 'limit' | 'offset' | FlagFilter>]?: string } & {
    [Name in FlagFilter]?: 'true'
  }
}

type FlagFilter = 'open' | 'overdue' | 'noHouseBl' | 'noDocument' | 'noArrivalNotice'

/** `further`: what its rows have beside the usual columns, as the address of the call has it. */
export const jobPageQuery = ({ page, size, sort, filters }: JobPage, further = NO_FURTHER_PARTS) =>
  queryOptions({
    queryKey: [...jobsKey, 'page', page, size, sort, filters, further],
    queryFn: ({ signal, client, queryKey }) =>
      callList(listJobTable, {
        query: { ...filters, sort, limit: size, offset: (page - 1) * size, further },
        known: client.getQueryData<ListPage>(queryKey),
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** How many jobs there are under each tab of the dashboard; read anew with its pages. */
export const jobCountsQuery = queryOptions({
  queryKey: [...jobsKey, 'page', 'counts'],
  queryFn: ({ signal }) => call(countJobs, { signal }),
})

/** A job, whole, that has the party, the port and the master that a list is filtered by: it tells their names. */
export const jobNamingQuery = ({ party, port, master, owner }: JobPage['filters']) =>
  queryOptions({
    queryKey: [...jobsKey, 'naming', party, port, master, owner],
    queryFn: ({ signal }) => call(listJobs, { query: { party, port, master, owner, limit: 1 }, signal }),
    enabled: Boolean(party || port || master || (owner && owner !== 'me' && owner !== 'none')),
  })

/** One job with its stakeholders, items and documents. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: ({ signal }) => call(getJob, { params: { id }, query: { stakeholder: 'true' }, signal }),
  })

export const useJob = (id: string) => useQuery(jobQuery(id))

/** What is typed on the job card’s Details; undefined beside no job card. */
export const useTypedDetails = () => useContext(TypedDetailsContext)

const LOOKED_UP = 10
const LATEST = 5

/** Other jobs by their number, name or bill of lading; '' for the masters used last, filled up with the latest jobs. */
export const jobLookup = (without: string) => (search: string) => ({
  queryKey: [...jobsKey, 'lookup', without, search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const asked = search ? { search, limit: LOOKED_UP } : { sort: '-jobId' as const, limit: LATEST + 1 }
    const query = { ...asked, further: NO_FURTHER_PARTS }
    const [found, masters] = await Promise.all([
      call(listJobTable, { query, signal }),
      search ? [] : call(getLastUsed, { signal }).then(used => used.masters),
    ])
    const told = new Map(found.map(job => [job.id, job]))
    const jobs = [...new Map([...masters, ...found].map(job => [job.id, job])).values()]
    return jobs
      .filter(({ id }) => id !== without)
      .slice(0, search ? LOOKED_UP : LATEST)
      .map(({ id, jobId, name }) => {
        const { statusId = null, mbl = null, hbl = null } = told.get(id) ?? {}
        return {
          id,
          name: `${jobId} ${nameOr(name)}`,
          detail: [labelOf(jobStatuses, statusId), mbl].filter(Boolean).join(', '),
          aliases: [String(jobId), mbl ?? '', hbl ?? ''],
          job: { id, jobId, name },
        }
      })
  },
})

/** Refused with 412 when somebody saved the job since `version`. */
export function useSaveJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ change, version }: { change: JobInput; version: number }) =>
      saveOver(change, version, over => call(updateJob, { body: change, ifMatch: over })),
    onSuccess: job => {
      client.setQueryData(jobQuery(job.id).queryKey, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
      void client.invalidateQueries({ queryKey: [...jobsKey, 'houses'] })
      // The quote type and the mode of transport decide which charges there are.
      void client.invalidateQueries({ queryKey: ['finance'] })
    },
  })
}

/** The latest job but that one; undefined until it is known, without an id where the company has no other. */
export function useOtherJob(without: string | undefined): { id: string | undefined } | undefined {
  const { data, isError } = useQuery({
    ...jobPageQuery({ page: 1, size: 2, sort: '-jobId', filters: {} }),
    // Without a connection the other one is not waited for.
    networkMode: 'always',
    retry: false,
  })
  if (!data && !isError) return undefined
  return { id: data?.rows.find(({ id }) => id !== without)?.id }
}

const latestJob = jobPageQuery({ page: 1, size: 1, sort: '-jobId', filters: {} })

/** The job whose values are shown: at first `first`, or the one that was opened last, or else the company's latest. */
export function useExampleJob(first?: string) {
  const { account } = useMembership()
  const [chosen, setId] = useState(() => first ?? readCurrent('currentShipment', account.id)?.id)
  const { data: latest } = useQuery({ ...latestJob, enabled: chosen === undefined })
  return useChosenJob(chosen ?? latest?.rows[0]?.id, setId)
}

/** The same where something else keeps the choice, such as the address. */
export function useChosenJob(id: string | undefined, choose: (id: string) => void) {
  const { data, error } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined })
  return {
    // A job that is there no more is no example.
    id: error ? undefined : id,
    name: data ? `Job ${data.jobId}, ${nameOr(data.name)}` : '',
    choose,
  }
}
