import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobQuery } from '#web/jobs/queries.ts'
import { readCurrent } from '#web/lib/current.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMembership } from '#web/lib/membership.ts'

/** The job whose values are shown: at first the one that was opened last. */
export function useExampleJob() {
  const { account } = useMembership()
  const [id, setId] = useState(() => readCurrent('currentShipment', account.id)?.id)
  const { data, error } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined })
  return {
    // A job that is there no more is no example.
    id: error ? undefined : id,
    name: data ? `Job ${data.jobId}, ${nameOr(data.name)}` : '',
    choose: setId,
  }
}
