import { jobFieldLabels } from '#contract/job-fields.ts'
import { useHouses } from '#web/records/houses.ts'

const MOST_NAMED = 5

/** Which houses of a consolidation that is being closed have no house bill yet; it keeps nobody from closing it. */
export function HousesWithoutBl({ masterId }: { masterId: string }) {
  const { data } = useHouses(masterId)
  const lacking = (data?.houses ?? []).filter(({ hbl }) => !hbl?.trim())
  if (lacking.length === 0) return null
  const named = lacking.slice(0, MOST_NAMED).map(({ jobId }) => String(jobId))
  if (lacking.length > MOST_NAMED) named.push(`${lacking.length - MOST_NAMED} more`)
  return (
    <p className="job-details__warning" role="status">
      {lacking.length === 1 ? 'House' : 'Houses'} without {jobFieldLabels.hbl}: {named.join(', ')}.
    </p>
  )
}
