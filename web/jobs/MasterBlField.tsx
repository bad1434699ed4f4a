import { useController, useWatch } from 'react-hook-form'
import { airWaybillFault } from '#contract/air-waybill-number.ts'
import { TransportMode } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'
import { OfMaster } from './OfMaster.tsx'

/** The carrier's number; by air its check digit is looked at. */
export function MasterBlField({ disabled }: { disabled: boolean }) {
  const { control } = useJobFormContext().form
  const mode = useWatch({ control, name: 'quote.transportMode' })
  const { field } = useController({ control, name: 'mbl' })
  const fault = mode === TransportMode.air && field.value ? airWaybillFault(field.value) : null
  return (
    <div>
      <FormText control={control} name="mbl" label={jobFieldLabels.mbl} disabled={disabled} />
      {fault && (
        <FieldWarning
          message={`The check digit should be ${fault.digit}.`}
          {...(!disabled && {
            cure: `Use ${fault.corrected}`,
            onCure: () => field.onChange(fault.corrected),
          })}
        />
      )}
      <OfMaster field="mbl" />
    </div>
  )
}
