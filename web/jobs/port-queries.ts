import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Job, updateJob } from '#contract/jobs.ts'
import type { Port, PortType } from '#contract/ports.ts'
import { call } from '#web/lib/call.ts'
import { isProblem } from '#web/lib/problem.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'

/** Each place that a port can have decides which pair of the quote's fields is set: its id and its name. */
export const portPairs = {
  Loading: { id: 'loadingPortId', name: 'loadingPort' },
  Via: { id: 'viaPortId', name: 'viaPort' },
  Discharge: { id: 'dischargePortId', name: 'dischargePort' },
  Destination: { id: 'destinationPortId', name: 'destinationPort' },
} as const satisfies Record<PortType, { id: string; name: string }>

export type ChosenPort = Pick<Port, 'id' | 'name'>

type Placed = { type: PortType; port: ChosenPort | null; before: ChosenPort | null }

/**
 * Sets a port at once and answers the job. What others saved meanwhile in other fields stays; where they set the same
 * port, it is refused with 412.
 */
export function usePlacePort(jobId: string) {
  const client = useQueryClient()
  const key = jobQuery(jobId).queryKey
  return useMutation({
    mutationFn: async ({ type, port, before }: Placed): Promise<Job> => {
      const pair = portPairs[type]
      const quote = { [pair.id]: port?.id ?? null, [pair.name]: port?.name ?? null }
      const save = (version: number | undefined) =>
        call(updateJob, { body: { id: jobId, quote }, ifMatch: version })
      try {
        return await save(client.getQueryData(key)?.version)
      } catch (error) {
        if (!isProblem(error, 'changed_meanwhile')) throw error
        const theirs = error.problem.current as Job
        client.setQueryData(key, theirs)
        const now = theirs.quote[pair.id]
        // Stored before, and only the reply was lost.
        if (now === (port?.id ?? null)) return theirs
        if (now !== (before?.id ?? null)) throw error
        return save(theirs.version)
      }
    },
    onSuccess: job => {
      client.setQueryData(key, job)
      void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    },
  })
}
