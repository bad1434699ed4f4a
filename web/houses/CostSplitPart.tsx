import { Link } from '@tanstack/react-router'
import { costSplits } from '#contract/choices.ts'
import type { HouseList } from '#contract/houses.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { moneyText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useJob, useSaveJob } from '#web/records/queries.ts'
import { ChoiceField } from '#web/ui/form/fields.tsx'
import { notify } from '#web/ui/notice/notify.ts'

/** The costs of a consolidation, by what they are shared among its houses, and what no house bears yet. */
export function CostSplitPart({ master, costs }: { master: Job; costs: HouseList['costs'] }) {
  const mayWrite = useMay('jobs:write')
  const { refetch } = useJob(master.id)
  const save = useSaveJob()
  const { basis, amount, currency, leftOver } = costs
  const choose = async (costSplit: number | null) => {
    try {
      await save.mutateAsync({ change: { id: master.id, costSplit }, version: master.version })
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) void refetch()
      notify.failedBecause('The costs are not split otherwise.', error)
    }
  }
  return (
    <section className="cost-split" aria-label="Costs">
      <p className="cost-split__amount">
        <Link to="/webapp/shipment/finance" search={{ id: master.id }}>
          Costs
        </Link>{' '}
        of job {master.jobId}: {amount === null ? 'none yet' : moneyText(amount, currency)}
      </p>
      <ChoiceField
        label={jobFieldLabels.costSplit}
        choices={costSplits}
        value={basis}
        disabled={!mayWrite || save.isPending}
        onChange={value => void choose(value)}
      />
      {leftOver !== null && leftOver !== 0 && (
        <p className="cost-split__left" role="status">
          {leftOver > 0
            ? `${moneyText(leftOver, currency)} are left over: no house bears them.`
            : `The houses bear ${moneyText(-leftOver, currency)} too much.`}
        </p>
      )}
    </section>
  )
}
