import { useMutation, useQueryClient } from '@tanstack/react-query'
import { linkIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import {
  addFurtherParty,
  type FurtherLink,
  furtherRoles,
  isListedRole,
  partyLinks,
  type PartyRole,
  partyWire,
  removeFurtherParty,
  type StoredFurtherLink,
  type StoredLink,
} from '#contract/parties.ts'
import { call } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import type { ChosenParty } from '#web/organisations/queries.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'

type Placed = { role: PartyRole; party: ChosenParty | null }

const addTo = (jobId: string, role: PartyRole, { partyId }: ChosenParty) => {
  const link = { id: newId(), shipmentId: jobId }
  return isListedRole(role)
    ? call(partyLinks[role].create, { body: { ...link, [partyWire[role].field]: partyId } })
    : call(addFurtherParty, { body: { ...link, role, partyId } })
}

const removeBy = (id: string, role: PartyRole) =>
  call(isListedRole(role) ? partyLinks[role].remove : removeFurtherParty, { params: { id } })

/** The lists of the job in which this role stands, with this link or none. */
function listsWith(job: Job, role: PartyRole, link: StoredLink | StoredFurtherLink | null): Partial<Job> {
  if (isListedRole(role)) return { [partyWire[role].list]: link ? [link] : [] }
  const others = job.shipmentParties.filter(one => one.role !== role)
  const own = link && 'role' in link ? [link] : []
  const place = (one: FurtherLink) => furtherRoles.indexOf(one.role)
  return { shipmentParties: [...others, ...own].sort((one, other) => place(one) - place(other)) }
}

/** Puts a company into a role, or nobody; it acts at once and answers the job's version afterwards. */
export function useAssignParty(jobId: string) {
  const client = useQueryClient()
  const key = jobQuery(jobId).queryKey
  return useMutation({
    mutationFn: async ({ role, party }: Placed) => {
      if (party) {
        const stored = await addTo(jobId, role, party)
        return { version: stored.shipmentVersion, link: stored }
      }
      const job = client.getQueryData(key)
      const existing = job && linkIn(job, role)
      if (!existing) return { version: job?.version ?? null, link: null }
      const removed = await removeBy(existing.id, role)
      return { version: removed.shipmentVersion, link: null }
    },
    onSuccess: ({ version, link }, { role }) => {
      const known = client.getQueryData(key)
      const isNext = known !== undefined && (version === null || version === known.version + 1)
      client.setQueryData(key, job => {
        if (!job) return job
        return {
          ...job,
          ...listsWith(job, role, link),
          version: isNext && version !== null ? version : job.version,
        }
      })
      // Somebody else saved the job too: what they changed is not known here yet.
      if (!isNext) void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}
