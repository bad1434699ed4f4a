import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/jobs.ts'
import { partyLinks, partyWire, type PartyRole } from '#contract/parties.ts'
import { call } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import type { ChosenParty } from '#web/organisations/queries.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'

/** The link that holds a role on the job, if any: the first entry of the role's list. */
export function partyLink(job: Job, role: PartyRole) {
  const link: Pick<Job['shipmentConsignees'][number], 'id' | 'party'> | undefined =
    job[partyWire[role].list][0]
  return link
}

type Placed = { role: PartyRole; party: ChosenParty | null }

/** Puts a company into a role, or nobody; it acts at once and answers the job's version afterwards. */
export function useAssignParty(jobId: string) {
  const client = useQueryClient()
  const key = jobQuery(jobId).queryKey
  return useMutation({
    mutationFn: async ({ role, party }: Placed) => {
      if (party) {
        const body = { id: newId(), shipmentId: jobId, [partyWire[role].field]: party.partyId }
        const stored = await call(partyLinks[role].create, { body })
        return { version: stored.shipmentVersion, link: stored }
      }
      const job = client.getQueryData(key)
      const existing = job && partyLink(job, role)
      if (!existing) return { version: job?.version ?? null, link: null }
      const removed = await call(partyLinks[role].remove, { params: { id: existing.id } })
      return { version: removed.shipmentVersion, link: null }
    },
    onSuccess: ({ version, link }, { role }) => {
      const known = client.getQueryData(key)
      const isNext = known !== undefined && (version === null || version === known.version + 1)
      client.setQueryData(key, job => {
        if (!job) return job
        const list = link ? [link] : []
        return {
          ...job,
          [partyWire[role].list]: list,
          version: isNext && version !== null ? version : job.version,
        }
      })
      // Somebody else saved the job too: what they changed is not known here yet.
      if (!isNext) void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}
