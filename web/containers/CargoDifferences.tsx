import type { CargoDifference } from '#contract/container-sums.ts'
import { numberText } from '#web/lib/format.ts'

/** What the containers say otherwise than the items and the job, in amber; nothing where all agree. */
export function CargoDifferences({ differences }: { differences: readonly CargoDifference[] }) {
  if (differences.length === 0) return null
  const said = ({ label, unit, ofContainers, ofItems, ofJob }: CargoDifference) => {
    const figure = (value: number) => [numberText(value), unit].filter(Boolean).join(' ')
    const others = [
      ofItems === null ? '' : `${figure(ofItems)} in the items`,
      ofJob === null ? '' : `${figure(ofJob)} on the job`,
    ].filter(Boolean)
    return `${label} ${figure(ofContainers)} here, ${others.join(', ')}`
  }
  return (
    <p className="container-warning" role="status">
      The containers differ: {differences.map(said).join('; ')}.
    </p>
  )
}
