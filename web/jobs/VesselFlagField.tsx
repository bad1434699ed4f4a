import { useId } from 'react'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { useCountries } from '#web/organisations/queries.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { useJobFormContext } from './job-form.ts'
import { OfMaster } from './OfMaster.tsx'

/** The vessel's nationality: a country is proposed, and any other register may be typed. */
export function VesselFlagField({ disabled }: { disabled: boolean }) {
  const flags = useId()
  const { form } = useJobFormContext()
  const { data: countries = [] } = useCountries()
  return (
    <>
      <FormText
        control={form.control}
        name="vesselFlag"
        label={jobFieldLabels.vesselFlag}
        disabled={disabled}
        list={flags}
      />
      <datalist id={flags}>
        {countries.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <OfMaster field="vesselFlag" />
    </>
  )
}
