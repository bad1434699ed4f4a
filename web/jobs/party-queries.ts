import { useMutation, useQueryClient } from '@tanstack/react-query'
import { linkIn, partiesInput } from '#contract/job-parties.ts'
import { type Job, updateJob } from '#contract/jobs.ts'
import {
  addFurtherParty,
  type FilledLink,
  isListedRole,
  partyLinks,
  type PartyRole,
  partyWire,
  removeFurtherParty,
} from '#contract/parties.ts'
import { call } from '#web/lib/call.ts'
import { isProblem } from '#web/lib/problem.ts'
import type { ChosenParty } from '#web/organisations/queries.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'
import { type Choice, listsWith, wayBack } from './filled-parties.ts'

export type Placed = {
  role: PartyRole
  party: ChosenParty | null
  /** The id that the link gets: the same call again, after a lost answer, is answered as the first one. */
  linkId: string
  /** The contact’s default parties fill what is empty. */
  withDefaults: boolean
}

const addTo = (jobId: string, { role, linkId, withDefaults }: Placed, { partyId }: ChosenParty) => {
  const link = { id: linkId, shipmentId: jobId, ...(withDefaults && { withDefaults }) }
  return isListedRole(role)
    ? call(partyLinks[role].create, { body: { ...link, [partyWire[role].field]: partyId } })
    : call(addFurtherParty, { body: { ...link, role, partyId } })
}

const removeBy = (id: string, role: PartyRole) =>
  call(isListedRole(role) ? partyLinks[role].remove : removeFurtherParty, { params: { id } })

const nothing: readonly FilledLink[] = []

/** Puts a company into a role, or nobody; it acts at once and answers the job's version afterwards. */
export function useAssignParty(jobId: string) {
  const client = useQueryClient()
  const key = jobQuery(jobId).queryKey
  return useMutation({
    mutationFn: async (placed: Placed) => {
      const { role, party } = placed
      if (party) {
        const { shipmentVersion: version, filled = nothing, ...link } = await addTo(jobId, placed, party)
        return { version, link, filled }
      }
      const job = client.getQueryData(key)
      const existing = job && linkIn(job, role)
      if (!existing) return { version: job?.version ?? null, link: null, filled: nothing }
      const removed = await removeBy(existing.id, role)
      return { version: removed.shipmentVersion, link: null, filled: nothing }
    },
    onSuccess: ({ version, link, filled }, { role }) => {
      const known = client.getQueryData(key)
      const isNext = known !== undefined && (version === null || version === known.version + 1)
      client.setQueryData(key, job => {
        if (!job) return job
        const own: Job = { ...job, ...listsWith(job, role, link) }
        const all = filled.reduce<Job>(
          (before, one) => ({ ...before, ...listsWith(before, one.role, one) }),
          own,
        )
        return { ...all, version: isNext && version !== null ? version : job.version }
      })
      // Somebody else saved the job too: what they changed is not known here yet.
      if (!isNext) void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}

/** So often others may save the job between a look at it and the call. */
const TRIES = 4

/** Takes a choice back with all that was filled with it, in one save; what others have changed since stays as it is. */
export function useTakeBack(jobId: string) {
  const client = useQueryClient()
  const key = jobQuery(jobId).queryKey
  return useMutation({
    mutationFn: async (choice: Choice) => {
      let job = client.getQueryData(key) ?? (await client.fetchQuery(jobQuery(jobId)))
      for (let left = TRIES; ; left -= 1) {
        const { wanted, ...done } = wayBack(job, choice)
        if (wanted.length === 0) return { job, ...done }
        try {
          const body = { id: jobId, ...partiesInput(wanted) }
          return { job: await call(updateJob, { body, ifMatch: job.version }), ...done }
        } catch (error) {
          if (left === 1 || !isProblem(error, 'changed_meanwhile')) throw error
          job = error.problem.current as Job
        }
      }
    },
    onSuccess: ({ job }) => {
      client.setQueryData(key, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}
