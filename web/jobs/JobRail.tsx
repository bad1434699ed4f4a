import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { JobStatus, jobStatuses } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { cargoDifferences } from '#web/items/queries.ts'
import { useCompanyDay } from '#web/lib/company-day.ts'
import { FormChoice } from '#web/ui/form/form-fields.tsx'
import { HousesWithoutBl } from './HousesWithoutBl.tsx'
import { useJobFormContext } from './job-form.ts'
import type { JobValues } from './job-values.ts'
import { OwnerField } from './OwnerField.tsx'
import { cargoLines, daysInWords, nextDate } from './rail-words.ts'
import { NothingYet, RailFact } from './RailFact.tsx'
import { RailGlance } from './RailGlance.tsx'
import './job-rail.css'

const isClosed = (status: number | null) => status === JobStatus.completed || status === JobStatus.closed

/** What one wants to know of a job at a glance, beside its fields; first of all on a phone. */
export function JobRail({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const { control } = form
  const values = useWatch({ control }) as JobValues
  const { today } = useCompanyDay()
  const next = nextDate(values, today())
  const cargo = cargoLines(values)
  const different = cargoDifferences(job)
  return (
    <aside className="job-rail" aria-label="At a glance">
      <FormChoice
        control={control}
        name="statusId"
        label={jobFieldLabels.statusId}
        choices={jobStatuses}
        disabled={disabled}
      />
      {job.houses.length > 0 && isClosed(values.statusId) && <HousesWithoutBl masterId={job.id} />}
      <OwnerField disabled={disabled} />
      <RailFact label="Next date">
        {next ? (
          <>
            {next.label} {next.date}, <strong>{daysInWords(next.days)}</strong>
          </>
        ) : (
          <NothingYet />
        )}
      </RailFact>
      <RailFact label="Cargo">
        {cargo.length > 0 ? cargo.map(line => <span key={line}>{line}</span>) : <NothingYet />}
        {different.length > 0 && (
          <Link className="job-rail__warning" to="/webapp/shipment/items" search={{ id: job.id }}>
            The items come to other figures
          </Link>
        )}
      </RailFact>
      <RailGlance job={job} />
      <div className="job-rail__pair">
        <RailFact label="Job Id">{job.jobId}</RailFact>
        <RailFact label="Shipment Date">{job.shipmentDate}</RailFact>
      </div>
    </aside>
  )
}
