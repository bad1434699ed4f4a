import { labelOf, weightUnits } from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import { useTakeOverCargo } from '#web/records/take-over-cargo.ts'
import { numberText } from '#web/lib/format.ts'
import { ChargeableWeightOfItems } from './ChargeableWeight.tsx'
import { type Difference, differences, itemSums, lacksUnit, summedItem, takenOver } from './sums.ts'
import './items.css'

/** What the items come to, and a quiet word where the job's cargo figures say something else. */
export function ItemSumsBar({ job, mayWrite }: { job: Job; mayWrite: boolean }) {
  const { takeOver, isPending } = useTakeOverCargo(job, 'items')
  const sums = itemSums(job.items.map(summedItem))
  const different = differences(sums, job)
  const unit = labelOf(weightUnits, sums.weightUnit)
  const weight = (value: number | null) => (value === null ? '–' : `${numberText(value)} ${unit}`)
  const weightOfJob = (value: number) => `${numberText(value)} ${labelOf(weightUnits, job.weightUnit)}`.trim()
  const figure = (value: number) => numberText(value)
  const volume = (value: number) => `${numberText(value)} m³`
  const volumeOfJob = (value: number) => `${numberText(value)} ${job.volumeUnit === 1 ? 'ft³' : 'm³'}`
  const texts = {
    weight: [weight, weightOfJob],
    count: [figure, figure],
    volume: [volume, volumeOfJob],
  } as const
  const said = ({ label, ofItems, ofJob, kind }: Difference) => {
    const [here, there] = texts[kind]
    return `${label} ${here(ofItems)} here, ${ofJob === null ? 'none' : there(ofJob)} on the job`
  }
  return (
    <div className="item-sums">
      <ChargeableWeightOfItems job={job} />
      {lacksUnit(sums) && (
        <p className="item-sums__notice" role="status">
          Some items have a weight without a unit. Choose their Weight Unit to compare the weights with the
          job’s and to use them.
        </p>
      )}
      {different.length > 0 && (
        <p className="item-sums__notice" role="status">
          The job’s cargo figures differ: {different.map(said).join('; ')}.{' '}
          {mayWrite && (
            <button
              type="button"
              className="item-sums__take-over"
              disabled={isPending}
              onClick={() => void takeOver(takenOver(sums, job))}
            >
              Use these totals
            </button>
          )}
        </p>
      )}
    </div>
  )
}
