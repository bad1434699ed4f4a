import { useWatch } from 'react-hook-form'
import { labelOf, volumeUnits, weightUnits } from '#contract/choices.ts'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import { HouseCargo } from '#web/records/HouseCargo.tsx'
import { countedPackages, volumeMeasure, weightMeasure } from '#web/records/measures.ts'
import type { Measure } from '#web/ui/entry/units-behind.ts'
import { FormDate } from '#web/ui/form/DateField.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { CardSection, FigureWithUnit, Place } from './CardSection.tsx'
import { useJobFormContext } from './job-form.ts'
import { OtherCargoFigures } from './OtherCargoFigures.tsx'

/** What the job weighs and measures, beside what its items, containers and houses come to. */
export function CargoSection({ disabled }: { disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const { control } = form
  const [weightUnit, volumeUnit] = useWatch({ control, name: ['weightUnit', 'volumeUnit'] })
  const measured = (measure: Measure, name: 'weightUnit' | 'volumeUnit', unit: number | null) => ({
    measured: { measure, unit, onUnit: (typed: number) => form.setValue(name, typed, { shouldDirty: true }) },
  })
  const weight = measured(weightMeasure, 'weightUnit', weightUnit)
  const field = <Name extends JobField>(name: Name) => ({
    control,
    name,
    label: jobFieldLabels[name],
    disabled,
  })
  return (
    <CardSection
      title="Cargo Details"
      offers={[
        'netWeight',
        'receivedAtCfs',
        'emptyDepot',
        'containerTerminal',
        'handlingInformation',
        'insuranceAmount',
      ]}
    >
      <Place span={3}>
        <FigureWithUnit
          figure={<FormNumber {...field('grossWeight')} {...weight} />}
          unit={<FormChoice {...field('weightUnit')} choices={weightUnits} />}
        />
        <OtherCargoFigures field="grossWeight" disabled={disabled} />
      </Place>
      <Place span={3} of="netWeight">
        <FigureWithUnit
          figure={<FormNumber {...field('netWeight')} {...weight} />}
          unit={<span className="figure-with-unit__same">{labelOf(weightUnits, weightUnit)}</span>}
        />
        <OtherCargoFigures field="netWeight" disabled={disabled} />
      </Place>
      <Place span={3}>
        <FigureWithUnit
          figure={<FormNumber {...field('volume')} {...measured(volumeMeasure, 'volumeUnit', volumeUnit)} />}
          unit={<FormChoice {...field('volumeUnit')} choices={volumeUnits} />}
        />
        <OtherCargoFigures field="volume" disabled={disabled} />
      </Place>
      <Place span={3}>
        <FormNumber {...field('numberOfPackages')} decimals={0} counted={countedPackages} />
        <OtherCargoFigures field="numberOfPackages" disabled={disabled} />
      </Place>
      <Place span={3} of="receivedAtCfs">
        <FormDate {...field('receivedAtCfs')} />
      </Place>
      <Place span={4} of="emptyDepot">
        <FormText {...field('emptyDepot')} />
      </Place>
      <Place span={4} of="containerTerminal">
        <FormText {...field('containerTerminal')} />
      </Place>
      <Place span={3} of="insuranceAmount">
        <FormNumber {...field('insuranceAmount')} />
      </Place>
      <Place span={6} of="handlingInformation">
        <FormTextArea {...field('handlingInformation')} rows={2} />
      </Place>
      {job.houses.length > 0 && (
        <Place span={12}>
          <HouseCargo master={job} />
        </Place>
      )}
    </CardSection>
  )
}
