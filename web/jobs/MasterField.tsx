import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { jobName } from './conflict-words.ts'
import { useJobFormContext } from './job-form.ts'
import { jobFieldLabels } from '#contract/jobs.ts'
import { LinkField } from './LinkField.tsx'

const JobPicker = lazy(async () => ({ default: (await import('#web/records/JobPicker.tsx')).JobPicker }))

/** The consolidation that this job is a house of; saved with the other fields. */
export function MasterField({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const [isChoosing, setIsChoosing] = useState(false)
  const master = useWatch({ control: form.control, name: 'master' })
  const error = form.formState.errors.masterShipmentId?.message
  const set = (chosen: typeof master) => {
    form.clearErrors('masterShipmentId')
    form.setValue('master', chosen, { shouldDirty: true })
    form.setValue('masterShipmentId', chosen?.id ?? null, { shouldDirty: true })
  }
  const shown = master && (
    <Link
      to="/webapp/shipment"
      search={{ id: master.id }}
      className="link-field__value"
      title={jobName(master)}
    >
      {jobName(master)}
    </Link>
  )
  return (
    <LinkField
      label={jobFieldLabels.masterShipmentId}
      field="masterShipmentId"
      value={shown}
      disabled={disabled}
      error={error}
      onAdd={() => setIsChoosing(true)}
      onRemove={() => set(null)}
    >
      {isChoosing && (
        <Suspense>
          <JobPicker
            title="Add Master Job"
            without={job.id}
            onClose={() => setIsChoosing(false)}
            onChosen={({ id, jobId, name }) => {
              setIsChoosing(false)
              set({ id, jobId, name })
            }}
          />
        </Suspense>
      )}
    </LinkField>
  )
}

/** The houses of a master job, each a way to its own card. */
export function Houses() {
  const { houses } = useJobFormContext().job
  return (
    <div>
      <h3 className="houses__title">Houses ({houses.length})</h3>
      <ul className="houses__list">
        {houses.map(house => (
          <li key={house.id}>
            <Link to="/webapp/shipment" search={{ id: house.id }}>
              {jobName(house)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
