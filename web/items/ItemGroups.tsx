import type { ReactNode } from 'react'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import { dimensionUnits, hazardClasses, packingGroups, yesOrNo } from '#contract/choices.ts'
import { hsCodeWarning } from '#contract/item-rules.ts'
import { HIGHEST_FLASHPOINT, type ItemField, itemLabels, LONGEST } from '#contract/items.ts'
import { dimensionMeasure, flashpointMeasure } from '#web/records/measures.ts'
import { FoldedGroup } from '#web/ui/form/FoldedGroup.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { WideField } from '#web/ui/form/FormSection.tsx'
import type { ItemValues } from './form.ts'
import { ItemVolume } from './ItemVolume.tsx'

type Props = { control: Control<ItemValues> }

function Group({ control, title, fields, children }: Props & GroupProps) {
  const values = useWatch({ control }) as ItemValues
  const errors: Partial<Record<ItemField, unknown>> = useFormState({ control }).errors
  return (
    <FoldedGroup
      title={title}
      isFilled={fields.some(field => values[field] !== null)}
      isRefused={fields.some(field => errors[field])}
    >
      {children}
    </FoldedGroup>
  )
}
type GroupProps = { title: string; fields: readonly ItemField[]; children: ReactNode }

function HsCode({ control }: Props) {
  const warning = hsCodeWarning(useWatch({ control, name: 'hsCode' }))
  return (
    <div>
      <FormText control={control} name="hsCode" label={itemLabels.hsCode} maxLength={50} />
      {warning !== null && (
        <p className="field-warning" role="status">
          {warning}
        </p>
      )}
    </div>
  )
}

/** What papers ask for beside the first fields of an item, each group open where it is filled in. */
export function ItemGroups({ control }: Props) {
  const { field } = useController({ control, name: 'dimensionUnit' })
  // Without a unit dimensions are in centimetres.
  const measured = { measure: dimensionMeasure, unit: field.value ?? 0 }
  const dimension = (name: 'length' | 'width' | 'height') => (
    <FormNumber
      control={control}
      name={name}
      label={itemLabels[name]}
      decimals={3}
      limit={LONGEST}
      measured={measured}
    />
  )
  return (
    <>
      <Group control={control} title="Marks and HS code" fields={['marksAndNumbers', 'hsCode']}>
        <WideField>
          <FormTextArea
            control={control}
            name="marksAndNumbers"
            label={itemLabels.marksAndNumbers}
            rows={3}
          />
        </WideField>
        <HsCode control={control} />
      </Group>
      <Group
        control={control}
        title="Dimensions"
        fields={['length', 'width', 'height', 'dimensionUnit', 'volume']}
      >
        {dimension('length')}
        {dimension('width')}
        {dimension('height')}
        <FormChoice
          control={control}
          name="dimensionUnit"
          label={itemLabels.dimensionUnit}
          description="Of one package; cm unless you choose another."
          choices={dimensionUnits}
        />
        <ItemVolume control={control} />
      </Group>
      <Group
        control={control}
        title="Dangerous goods"
        fields={[
          ...(['unNumber', 'hazardClass', 'packingGroup', 'properShippingName'] as const),
          ...(['flashpoint', 'marinePollutant', 'limitedQuantity'] as const),
        ]}
      >
        <FormText control={control} name="unNumber" label={itemLabels.unNumber} maxLength={10} />
        <FormChoice
          control={control}
          name="hazardClass"
          label={itemLabels.hazardClass}
          choices={hazardClasses}
        />
        <FormChoice
          control={control}
          name="packingGroup"
          label={itemLabels.packingGroup}
          choices={packingGroups}
        />
        <WideField>
          <FormText control={control} name="properShippingName" label={itemLabels.properShippingName} />
        </WideField>
        <FormNumber
          control={control}
          name="flashpoint"
          label={`${itemLabels.flashpoint} (°C)`}
          description="Closed cup. Papers state it up to 60 °C."
          decimals={1}
          negative
          limit={HIGHEST_FLASHPOINT}
          measured={{ measure: flashpointMeasure, unit: 0 }}
        />
        <FormChoice
          control={control}
          name="marinePollutant"
          label={itemLabels.marinePollutant}
          choices={yesOrNo}
        />
        <FormChoice
          control={control}
          name="limitedQuantity"
          label={itemLabels.limitedQuantity}
          choices={yesOrNo}
        />
      </Group>
    </>
  )
}
