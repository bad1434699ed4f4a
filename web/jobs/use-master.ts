import { useQuery } from '@tanstack/react-query'
import { jobQuery } from '#web/records/queries.ts'
import { useJobFormContext } from './job-form.ts'

/** The master of the job on the card as it is stored: undefined until it is known, and for a job that is no house. */
export function useMaster() {
  const { job } = useJobFormContext()
  return useQuery({ ...jobQuery(job.masterShipmentId ?? ''), enabled: job.masterShipmentId !== null }).data
}
