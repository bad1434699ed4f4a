import { useJob } from '#web/records/queries.ts'
import { RecordHistory } from './RecordHistory.tsx'

/** All that was changed on a job: its fields and parties, items, charges and documents. */
export function JobHistory({ jobId }: { jobId: string }) {
  const { data: job } = useJob(jobId)
  return (
    <RecordHistory
      label="History of the job"
      subject={{ job: jobId }}
      versionOf={({ record }) => (['job', 'party'].includes(record.type) ? job?.version : undefined)}
    />
  )
}
