import { Button } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { useJobFormContext } from './job-form.ts'
import type { JobValues } from './job-values.ts'
import { organisationIn } from '#contract/job-parties.ts'
import { proposedName } from './rail-words.ts'

/** The job's name; as long as it is empty, one is proposed from what is known of the job, and taken with one key. */
export function NameField({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const { control } = form
  const { name, quote } = useWatch({ control }) as JobValues
  const consignee = organisationIn(job, 'consignee')?.name ?? null
  const proposed = disabled || name ? null : proposedName({ ...quote, consignee })
  return (
    <div>
      <FormText control={control} name="name" label={jobFieldLabels.name} disabled={disabled} />
      {proposed && (
        <Button
          variant="subtle"
          size="compact-xs"
          className="job-details__proposal"
          onClick={() => {
            form.setValue('name', proposed, { shouldDirty: true })
            form.setFocus('name')
          }}
        >
          Use “{proposed}”
        </Button>
      )}
    </div>
  )
}
