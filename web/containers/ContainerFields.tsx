import { Button } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'
import { containerWarnings } from '#contract/container-rules.ts'
import { sizeTypeLabel } from '#contract/container-types.ts'
import { tidyContainerNumber } from '#contract/container-number.ts'
import { type Container, type ContainerField, containerLabels, vgmMethods } from '#contract/containers.ts'
import { countedPackages } from '#web/records/measures.ts'
import { FormDate } from '#web/ui/form/DateField.tsx'
import { FormChoice, FormNumber, FormText } from '#web/ui/form/form-fields.tsx'
import { FormSearchable } from '#web/ui/form/FormSearchable.tsx'
import { FormSection } from '#web/ui/form/FormSection.tsx'
import { sizeTypeChoices } from './container-columns.ts'
import type { ContainerValues } from './form.ts'
import './containers.css'

type Props = { control: Control<ContainerValues>; others: readonly Pick<Container, 'number'>[] }

const figure = (value: ContainerValues['vgm']) => (typeof value === 'number' ? value : null)

/** What is odd about a field, below it, with the click that puts it right. */
function Warnings({ control, others, of }: Props & { of: ContainerField }) {
  const values = useWatch({ control }) as ContainerValues
  const { field } = useController({ control, name: of })
  const { number, sizeType, cargoWeight, tareWeight, vgm, vgmMethod } = values
  const warnings = containerWarnings(
    {
      ...{ number, sizeType, vgmMethod },
      ...{ cargoWeight: figure(cargoWeight), tareWeight: figure(tareWeight), vgm: figure(vgm) },
    },
    new Set(others.map(other => tidyContainerNumber(other.number ?? '')).filter(Boolean)),
  )
  return warnings
    .filter(warning => warning.field === of)
    .map(({ text, cure }) => (
      <p key={text} className="container-warning" role="status">
        {text}
        {cure && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => field.onChange(Object.values(cure.values)[0])}
          >
            {cure.label}
          </Button>
        )}
      </p>
    ))
}

/** Every field of a container. Weights are in kilograms, volumes in cubic metres. */
export function ContainerFields({ control, others }: Props) {
  const sizeType = useWatch({ control, name: 'sizeType' })
  const isKnown = sizeType === null || sizeTypeChoices.some(one => one.value === sizeType)
  // A code that is not in the list stays what it is.
  const options = isKnown
    ? sizeTypeChoices
    : [{ value: sizeType, label: sizeTypeLabel(sizeType) }, ...sizeTypeChoices]
  const date = (name: DateField) => <FormDate control={control} name={name} label={containerLabels[name]} />
  return (
    <>
      <div className="form-grid">
        <div>
          <FormText control={control} name="number" label={containerLabels.number} autoFocus />
          <Warnings control={control} others={others} of="number" />
        </div>
        <div>
          <FormSearchable
            control={control}
            name="sizeType"
            label={containerLabels.sizeType}
            options={options}
          />
          <Warnings control={control} others={others} of="sizeType" />
        </div>
        <FormText control={control} name="seals" label={`${containerLabels.seals}, separated by commas`} />
        <FormNumber
          control={control}
          name="packages"
          label={containerLabels.packages}
          decimals={0}
          counted={countedPackages}
        />
        <div>
          <FormNumber control={control} name="cargoWeight" label={`${containerLabels.cargoWeight} (kg)`} />
          <Warnings control={control} others={others} of="cargoWeight" />
        </div>
        <FormNumber control={control} name="tareWeight" label={`${containerLabels.tareWeight} (kg)`} />
        <FormNumber control={control} name="volume" label={`${containerLabels.volume} (m³)`} />
        <FormNumber
          control={control}
          name="temperature"
          label={`${containerLabels.temperature} (°C)`}
          decimals={2}
          negative
        />
      </div>
      <FormSection title="Verified gross mass">
        <div>
          <FormNumber control={control} name="vgm" label={`${containerLabels.vgm} (kg)`} />
          <Warnings control={control} others={others} of="vgm" />
        </div>
        <FormChoice
          control={control}
          name="vgmMethod"
          label={containerLabels.vgmMethod}
          choices={vgmMethods}
        />
        {date('vgmDate')}
        <FormText control={control} name="vgmSignatory" label={containerLabels.vgmSignatory} />
      </FormSection>
      <FormSection title="Dates">
        {date('emptyPickedUp')}
        {date('gatedIn')}
        {date('loaded')}
        {date('discharged')}
        {date('gatedOut')}
        {date('emptyReturned')}
      </FormSection>
    </>
  )
}

type DateField =
  | 'vgmDate'
  | 'emptyPickedUp'
  | 'gatedIn'
  | 'loaded'
  | 'discharged'
  | 'gatedOut'
  | 'emptyReturned'
