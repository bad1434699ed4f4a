import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { jobName } from './conflict-words.ts'
import { useJobFormContext } from './job-form.ts'
import { sameHouseBlQuery } from './queries.ts'

/** The house paper's number; once saved, the job that bears it too is named. */
export function HouseBlField({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const { data: others = [] } = useQuery({ ...sameHouseBlQuery(job), enabled: job.hbl !== null })
  const typed = useWatch({ control: form.control, name: 'hbl' })
  const [other] = typed === job.hbl ? others : []
  return (
    <div>
      <FormText control={form.control} name="hbl" label={jobFieldLabels.hbl} disabled={disabled} />
      {other && (
        <p className="job-details__warning" role="status">
          Job {jobName(other)} has this number too. Each job needs its own house number.
        </p>
      )}
    </div>
  )
}
