import { cargoOfHouses, houseSums } from '#contract/house-sums.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job, JobInput } from '#contract/jobs.ts'
import { countText, numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useHouses } from './houses.ts'
import { useJob, useSaveJob, useTypedDetails } from './queries.ts'
import './house-cargo.css'

/** What the houses of a master carry together, in amber where its own figures differ; one click takes them over. */
export function HouseCargo({ master }: { master: Job }) {
  const mayWrite = useMay('jobs:write')
  const { data } = useHouses(master.id)
  const { refetch } = useJob(master.id)
  const save = useSaveJob()
  const typed = useTypedDetails()
  // The sums of some of the houses would be too small.
  if (!data || data.total > data.houses.length) return null
  const sums = houseSums(data.houses, master.quote.transportMode)
  const figures = cargoOfHouses(master, sums)
  if (!figures) return null
  const { packages, kilograms, cubicMetres } = sums
  const said = [
    kilograms !== null && `${numberText(kilograms)} kg`,
    cubicMetres !== null && `${numberText(cubicMetres)} m³`,
    packages !== null && countText(packages, 'package'),
  ]
  const store = async (change: Omit<JobInput, 'id'>, version: number) => {
    const saved = await save.mutateAsync({ change: { id: master.id, ...change }, version })
    typed?.replace(change)
    return saved.version
  }
  const failed = (error: unknown) => {
    if (isProblem(error, 'changed_meanwhile')) void refetch()
    notify.failedBecause('The master’s cargo was not changed.', error)
  }
  const take = async () => {
    const unsaved = typed?.besides(figures) ?? []
    if (unsaved.length > 0) {
      const labels = unsaved.map(field => jobFieldLabels[field]).join(', ')
      const isMeant = await askMessage({
        title: 'Replace what you typed under Details?',
        description: `Not saved there yet: ${labels}. The houses’ figures will replace them.`,
        ok: 'Use these',
        destructive: true,
        isCancelFirst: true,
      })
      if (!isMeant) return
    }
    const before = Object.fromEntries(
      Object.keys(figures).map(field => [field, master[field as keyof typeof figures]]),
    )
    try {
      const version = await store(figures, master.version)
      notify.done('The master’s cargo is now that of its houses.', {
        label: 'Undo',
        of: master.id,
        run: () => void store(before, version).catch(failed),
      })
    } catch (error) {
      failed(error)
    }
  }
  return (
    <p className="house-cargo" role="status">
      Houses: {said.filter(Boolean).join(', ')}.{' '}
      {mayWrite && (
        <button
          type="button"
          className="house-cargo__take"
          disabled={save.isPending}
          onClick={() => void take()}
        >
          Use these
        </button>
      )}
    </p>
  )
}
