import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { costSplits, labelOf } from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import { moneyText } from '#web/lib/format.ts'
import { housesQuery } from '#web/records/houses.ts'

/** What a house bears of its master's costs; nothing where they are not split. */
export function ShareOfMaster({ job }: { job: Job }) {
  const { master } = job
  const { data } = useQuery({ ...housesQuery(master?.id ?? ''), enabled: master !== null })
  const share = data?.houses.find(({ id }) => id === job.id)?.costShare ?? null
  if (!master || !data || share === null) return null
  const { basis, currency } = data.costs
  return (
    <p className="share-of-master">
      Share of{' '}
      <Link to="/webapp/shipment/houses" search={{ id: master.id }}>
        master {master.jobId}
      </Link>
      ’s costs: {moneyText(share, currency)} ({labelOf(costSplits, basis)})
    </p>
  )
}
