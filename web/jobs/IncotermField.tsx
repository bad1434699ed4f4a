import { useController, useWatch } from 'react-hook-form'
import { incoterms } from '#contract/choices.ts'
import { incotermForMode } from '#contract/incoterm-rules.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { FormChoice } from '#web/ui/form/form-fields.tsx'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'

/** The Incoterm; one for ships alone is said where the cargo does not go by sea, with the term that fits. */
export function IncotermField({ disabled }: { disabled: boolean }) {
  const { control } = useJobFormContext().form
  const mode = useWatch({ control, name: 'quote.transportMode' })
  const { field } = useController({ control, name: 'incoterm' })
  const fitting = incotermForMode(field.value, mode)
  const code = (value: number | null) => incoterms.find(one => one.value === value)?.label.slice(0, 3) ?? ''
  return (
    <div>
      <FormChoice
        control={control}
        name="incoterm"
        label={jobFieldLabels.incoterm}
        choices={incoterms}
        disabled={disabled}
      />
      {fitting !== null && (
        <FieldWarning
          message={`${code(field.value)} is for sea and inland waterway alone.`}
          {...(!disabled && { cure: `Use ${code(fitting)}`, onCure: () => field.onChange(fitting) })}
        />
      )}
    </div>
  )
}
