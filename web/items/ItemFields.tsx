import { type Control, useController } from 'react-hook-form'
import { packingModeChoices, weightUnits } from '#contract/choices.ts'
import { itemLabels } from '#contract/items.ts'
import { useLastUsed } from '#web/lib/last-used.ts'
import { countedPackages, weightMeasure } from '#web/records/measures.ts'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { FormSearchable } from '#web/ui/form/FormSearchable.tsx'
import { WideField } from '#web/ui/form/FormSection.tsx'
import type { ItemValues } from './form.ts'

/** Every field of a line of cargo. */
export function ItemFields({ control }: { control: Control<ItemValues> }) {
  const packingModes = useLastUsed('packingModes')
  const { field } = useController({ control, name: 'weightUnit' })
  const measured = { measure: weightMeasure, unit: field.value, onUnit: field.onChange }
  return (
    <div className="form-grid">
      <WideField>
        <FormText control={control} name="name" label={itemLabels.name} autoFocus />
      </WideField>
      <WideField>
        <FormTextArea control={control} name="description" label={itemLabels.description} rows={2} />
      </WideField>
      <FormNumber control={control} name="quantity" label={itemLabels.quantity} decimals={0} />
      <FormSearchable
        control={control}
        name="modeOfPacking"
        label={itemLabels.modeOfPacking}
        options={packingModeChoices}
        {...packingModes}
      />
      <FormNumber control={control} name="grossWeight" label={itemLabels.grossWeight} measured={measured} />
      <FormNumber control={control} name="netWeight" label={itemLabels.netWeight} measured={measured} />
      <FormChoice control={control} name="weightUnit" label={itemLabels.weightUnit} choices={weightUnits} />
      <FormNumber
        control={control}
        name="numberOfPacks"
        label={itemLabels.numberOfPacks}
        decimals={0}
        counted={countedPackages}
      />
    </div>
  )
}
