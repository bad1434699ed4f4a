import { Button } from '@mantine/core'
import { type CargoDifference, containerDifferences, containerSums } from '#contract/container-sums.ts'
import type { Container } from '#contract/containers.ts'
import type { Job } from '#contract/jobs.ts'
import { numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { useTakeOverCargo } from '#web/records/take-over-cargo.ts'
import { takenFromContainers } from './taken-over.ts'

type Props = { job: Job; containers: readonly Container[] }

/** What the containers say otherwise than the items and the job, in amber; nothing where all agree. */
export function CargoDifferences({ job, containers }: Props) {
  const mayWrite = useMay('jobs:write')
  const { takeOver, isPending } = useTakeOverCargo(job, 'containers')
  const differences = containerDifferences(containerSums(containers), job)
  if (differences.length === 0) return null
  const said = ({ label, unit, ofContainers, ofItems, ofJob }: CargoDifference) => {
    const figure = (value: number) => [numberText(value), unit].filter(Boolean).join(' ')
    const others = [
      ofItems === null ? '' : `${figure(ofItems)} in the items`,
      ofJob === null ? '' : `${figure(ofJob)} on the job`,
    ].filter(Boolean)
    return `${label} ${figure(ofContainers)} here, ${others.join(', ')}`
  }
  const taken = takenFromContainers(differences, job)
  return (
    <p className="container-warning" role="status">
      The containers differ: {differences.map(said).join('; ')}.{' '}
      {mayWrite && Object.keys(taken).length > 0 && (
        <Button variant="subtle" size="compact-xs" loading={isPending} onClick={() => void takeOver(taken)}>
          Use the containers’ totals
        </Button>
      )}
    </p>
  )
}
