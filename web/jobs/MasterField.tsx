import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import { jobLookup } from '#web/records/queries.ts'
import { LookupField, type LookupHandle, LookupText } from '#web/ui/form/LookupField.tsx'
import { IconExternalLink, IconListSearch, IconX } from '#web/ui/icons.ts'
import { jobName } from './conflict-words.ts'
import { useJobFormContext } from './job-form.ts'

const JobPicker = lazy(async () => ({ default: (await import('#web/records/JobPicker.tsx')).JobPicker }))

/** The consolidation that this job is a house of; saved with the other fields. */
export function MasterField({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const navigate = useNavigate()
  const handle = useRef<LookupHandle>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const master = useWatch({ control: form.control, name: 'master' })
  const error = form.formState.errors.masterShipmentId?.message
  const label = jobFieldLabels.masterShipmentId
  const set = (chosen: typeof master) => {
    form.clearErrors('masterShipmentId')
    form.setValue('master', chosen, { shouldDirty: true })
    form.setValue('masterShipmentId', chosen?.id ?? null, { shouldDirty: true })
  }
  if (disabled) {
    return (
      <LookupText label={label} field="masterShipmentId">
        {master && (
          <Link to="/webapp/shipment" search={{ id: master.id }}>
            {jobName(master)}
          </Link>
        )}
      </LookupText>
    )
  }
  const icon = { size: 16, 'aria-hidden': true }
  return (
    <LookupField
      ref={handle}
      label={label}
      field="masterShipmentId"
      noun="jobs"
      value={master && { name: jobName(master) }}
      find={jobLookup(job.id)}
      isSearchable={isSearchable}
      onTake={line => set(line.job)}
      onRemove={() => set(null)}
      error={error}
      actions={[
        ...(master
          ? [
              {
                name: `Open ${label}`,
                text: `Open ${jobName(master)}`,
                icon: <IconExternalLink {...icon} />,
                run: () => void navigate({ to: '/webapp/shipment', search: { id: master.id } }),
              },
            ]
          : []),
        {
          name: `Add ${label}`,
          text: 'Search in a table …',
          icon: <IconListSearch {...icon} />,
          run: () => setIsChoosing(true),
        },
        ...(master
          ? [
              {
                name: `Remove ${label}`,
                text: `Remove ${jobName(master)}`,
                icon: <IconX {...icon} />,
                run: () => set(null),
              },
            ]
          : []),
      ]}
    >
      {isChoosing && (
        <Suspense>
          <JobPicker
            title="Add Master Job"
            without={job.id}
            onClose={() => setIsChoosing(false)}
            onChosen={({ id, jobId, name }) => {
              setIsChoosing(false)
              handle.current?.focus()
              set({ id, jobId, name })
            }}
          />
        </Suspense>
      )}
    </LookupField>
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
