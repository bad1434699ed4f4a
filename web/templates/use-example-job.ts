import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobPageQuery, jobQuery } from '#web/jobs/queries.ts'
import { readCurrent } from '#web/lib/current.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMembership } from '#web/lib/membership.ts'

const latestJob = jobPageQuery({ page: 1, size: 1, sort: '-jobId', filters: {} })

/** The job whose values are shown: at first the one that was opened last, or else the company's latest. */
export function useExampleJob() {
  const { account } = useMembership()
  const [chosen, setId] = useState(() => readCurrent('currentShipment', account.id)?.id)
  const { data: latest } = useQuery({ ...latestJob, enabled: chosen === undefined })
  const id = chosen ?? latest?.rows[0]?.id
  const { data, error } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined })
  return {
    // A job that is there no more is no example.
    id: error ? undefined : id,
    name: data ? `Job ${data.jobId}, ${nameOr(data.name)}` : '',
    choose: setId,
  }
}
