import { labelOf, weightUnits } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { useJob, useSaveJob, useTypedDetails } from '#web/records/queries.ts'
import { numberText } from '#web/lib/format.ts'
import { isProblem } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { ChargeableWeightOfItems } from './ChargeableWeight.tsx'
import { type Difference, differences, itemSums, lacksUnit, summedItem, takenOver } from './sums.ts'
import './items.css'

/** What the items come to, and a quiet word where the job's cargo figures say something else. */
export function ItemSumsBar({ job, mayWrite }: { job: Job; mayWrite: boolean }) {
  const save = useSaveJob()
  const typed = useTypedDetails()
  const { refetch } = useJob(job.id)
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
  const takeOver = async () => {
    const figures = takenOver(sums, job)
    const unsaved = typed?.besides(figures) ?? []
    if (unsaved.length > 0) {
      const labels = unsaved.map(field => jobFieldLabels[field]).join(', ')
      const isMeant = await askMessage({
        title: 'Replace what you typed under Details?',
        description: `Not saved there yet: ${labels}. The items’ figures will replace them.`,
        ok: 'Use these totals',
        destructive: true,
        isCancelFirst: true,
      })
      if (!isMeant) return
    }
    try {
      await save.mutateAsync({ change: { id: job.id, ...figures }, version: job.version })
      typed?.replace(figures)
      notify.done('The job’s cargo figures are now those of its items.')
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) void refetch()
      notify.failedBecause('The job’s cargo figures were not changed.', error)
    }
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
              disabled={save.isPending}
              onClick={() => void takeOver()}
            >
              Use these totals
            </button>
          )}
        </p>
      )}
    </div>
  )
}
