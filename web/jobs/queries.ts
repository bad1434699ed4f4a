import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listJobsOfOrganisation } from '#contract/contact-list.ts'
import { getJobGlance, type JobGlance } from '#contract/job-glance.ts'
import { listJobTemplates } from '#contract/job-templates.ts'
import { type Job, listJobsOfHouseBl, updateJob } from '#contract/jobs.ts'
import { type CopiedPart, copyJob } from '#contract/job-copies.ts'
import { call, callList } from '#web/lib/call.ts'
import { isProblem } from '#web/lib/problem.ts'
import { afterRefusal } from '#web/lib/queries.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'

/** The other jobs that bear this one's House BL. */
export const sameHouseBlQuery = ({ id, hbl, version }: Pick<Job, 'id' | 'hbl' | 'version'>) =>
  queryOptions({
    queryKey: [...jobsKey, 'same house bl', id, hbl, version],
    queryFn: ({ signal }) => call(listJobsOfHouseBl, { params: { id }, signal }),
  })

const SECOND = 1000
/** What has not left by then waits for a mail server, maybe for days. */
const SOON = 120 * SECOND

const isLeaving = (mail: JobGlance['lastMail']) =>
  mail !== null &&
  (mail.state === 'waiting' || mail.state === 'sending') &&
  Date.now() - Date.parse(mail.madeAt) < SOON

/** What is told of a job beside its fields; asked for anew when the job was saved, and wherever it is shown again. */
export const jobGlanceQuery = ({ id, version }: Pick<Job, 'id' | 'version'>) =>
  queryOptions({
    queryKey: [...jobsKey, 'glance', id, version],
    queryFn: ({ signal }) => call(getJobGlance, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      afterRefusal(state.error) || (isLeaving(state.data?.lastMail ?? null) && 3 * SECOND),
  })

export type CopyAsked = { id: string; ids: readonly string[]; take: Record<CopiedPart, boolean> }

export function useCopyJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ids, take }: CopyAsked) =>
      call(copyJob, { params: { id }, body: { ids: [...ids], take } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
      // The one that was used last comes first.
      void client.invalidateQueries({ queryKey: templatesKey })
    },
  })
}

const templatesKey = [...jobsKey, 'templates']

/** The jobs that are offered as templates; those of an earlier search stand while the next are on their way. */
export const jobTemplatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...templatesKey, search],
    queryFn: ({ signal }) => call(listJobTemplates, { query: search ? { search } : {}, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * Marks a job as a template under a name, or no more, at once. What others saved meanwhile in other fields stays; where
 * they named the template otherwise, it is refused with 412.
 */
export function useNameTemplate({ id, templateName: before, version }: Job) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (templateName: string | null): Promise<Job> => {
      const save = (over: number) => call(updateJob, { body: { id, templateName }, ifMatch: over })
      try {
        return await save(version)
      } catch (error) {
        if (!isProblem(error, 'changed_meanwhile')) throw error
        const theirs = error.problem.current as Job
        client.setQueryData(jobQuery(id).queryKey, theirs)
        if (theirs.templateName === templateName) return theirs
        if (theirs.templateName !== before) throw error
        return save(theirs.version)
      }
    },
    onSuccess: job => {
      client.setQueryData(jobQuery(id).queryKey, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
      void client.invalidateQueries({ queryKey: templatesKey })
    },
  })
}

/** A page of the jobs on which a contact has a role. */
export const jobsOfContactQuery = (contactId: string, page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: [...jobsKey, 'page', 'of contact', contactId, page.offset, page.limit],
    queryFn: ({ signal }) =>
      callList(listJobsOfOrganisation, { params: { id: contactId }, query: page, signal }),
    placeholderData: keepPreviousData,
  })
