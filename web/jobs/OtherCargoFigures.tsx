import { useWatch } from 'react-hook-form'
import { keysOf } from '#contract/typed-objects.ts'
import { containerTotals, useContainers } from '#web/containers/queries.ts'
import { itemTotals } from '#web/items/queries.ts'
import { type CargoField, otherFigures } from './cargo-figures.ts'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'

/** Beside a cargo figure of the job: what its items and containers come to where they say another. */
export function OtherCargoFigures({ field, disabled }: { field: CargoField; disabled: boolean }) {
  const { job, form } = useJobFormContext()
  const [grossWeight, netWeight, volume, numberOfPackages, weightUnit, volumeUnit] = useWatch({
    control: form.control,
    name: ['grossWeight', 'netWeight', 'volume', 'numberOfPackages', 'weightUnit', 'volumeUnit'],
  })
  const typed = { grossWeight, netWeight, volume, numberOfPackages, weightUnit, volumeUnit }
  const { data: containers = [] } = useContainers(job.id)
  const totals = { items: itemTotals(job), containers: containerTotals(containers) }
  return otherFigures(field, typed, totals).map(({ of, text, change }) => (
    <FieldWarning
      key={of}
      message={`${of}: ${text}.`}
      {...(!disabled && {
        cure: 'Take it',
        onCure: () => {
          for (const name of keysOf(change)) form.setValue(name, change[name] ?? null, { shouldDirty: true })
        },
      })}
    />
  ))
}
