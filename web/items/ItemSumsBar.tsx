import { labelOf, weightUnits } from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import { useSaveJob } from '#web/jobs/queries.ts'
import { numberText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import { notify } from '#web/ui/notify.ts'
import { type Difference, differences, itemSums, takenOver } from './sums.ts'
import './items.css'

/** What the items come to, and a quiet word where the job's cargo figures say something else. */
export function ItemSumsBar({ job, mayWrite }: { job: Job; mayWrite: boolean }) {
  const save = useSaveJob()
  const sums = itemSums(job.items, job.weightUnit ?? 0)
  const different = differences(sums, job)
  const unit = labelOf(weightUnits, sums.weightUnit)
  const weight = (value: number | null) => (value === null ? '–' : `${numberText(value)} ${unit}`)
  const figure = (value: number | null) => (value === null ? '–' : numberText(value))
  const said = ({ label, ofItems, ofJob, isWeight }: Difference) => {
    const text = isWeight ? weight : figure
    return `${label} ${text(ofItems)} here, ${ofJob === null ? 'none' : text(ofJob)} on the job`
  }
  const takeOver = async () => {
    try {
      await save.mutateAsync({ change: { id: job.id, ...takenOver(sums) }, version: job.version })
      notify.done('The job’s cargo figures are those of its items now.')
    } catch (error) {
      notify.failed(`The cargo figures were not taken over. ${messageOf(error)}`)
    }
  }

  if (job.items.length === 0) return null
  return (
    <div className="item-sums">
      <dl className="item-sums__figures" aria-label="Sums of the items">
        <div>
          <dt>Quantity</dt>
          <dd>{figure(sums.quantity)}</dd>
        </div>
        <div>
          <dt>Gross Weight</dt>
          <dd>{weight(sums.grossWeight)}</dd>
        </div>
        <div>
          <dt>Net Weight</dt>
          <dd>{weight(sums.netWeight)}</dd>
        </div>
        <div>
          <dt>Number of Packs</dt>
          <dd>{figure(sums.numberOfPacks)}</dd>
        </div>
      </dl>
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
              Take over
            </button>
          )}
        </p>
      )}
    </div>
  )
}
