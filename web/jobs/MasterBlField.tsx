import { useController, useWatch } from 'react-hook-form'
import { airlinePrefixFault, airWaybillFault } from '#contract/air-waybill-number.ts'
import { TransportMode } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { organisationIn } from '#contract/job-parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'
import { OfMaster } from './OfMaster.tsx'

/** The carrier's number; by air its check digit is looked at, and its prefix where the carrier's is known. */
export function MasterBlField({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const { control } = form
  const mode = useWatch({ control, name: 'quote.transportMode' })
  const { field } = useController({ control, name: 'mbl' })
  const number = mode === TransportMode.air ? (field.value ?? '') : ''
  const fault = airWaybillFault(number)
  const carrier = organisationIn(job, 'carrier')
  const ofAirline = carrier?.iataPrefix ? airlinePrefixFault(number, carrier.iataPrefix) : null
  const cureTo = (corrected: string | null | undefined) =>
    corrected && !disabled ? { cure: `Use ${corrected}`, onCure: () => field.onChange(corrected) } : {}
  return (
    <div>
      <FormText control={control} name="mbl" label={jobFieldLabels.mbl} disabled={disabled} />
      {fault && <FieldWarning message={fault.message} {...cureTo(fault.corrected)} />}
      {carrier && ofAirline && (
        <FieldWarning
          message={
            ofAirline.prefix
              ? `${ofAirline.prefix} is not the prefix of ${nameOr(carrier.name)}, which is ${carrier.iataPrefix}. Check the number and the carrier.`
              : `The number lacks the prefix of ${nameOr(carrier.name)}.`
          }
          {...cureTo(ofAirline.corrected)}
        />
      )}
      <OfMaster field="mbl" />
    </div>
  )
}
