import { useWatch } from 'react-hook-form'
import { type CarriageKind, placesOfCarriage } from '#contract/port-rules.ts'
import type { PortType } from '#contract/ports.ts'
import { nameOr } from '#web/lib/format.ts'
import { useUnsuitedPorts } from '#web/ports/queries.ts'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'
import { type ChosenPort, portPairs } from './port-queries.ts'

type Props = {
  portType: PortType
  id: string | null
  onTake?: (port: ChosenPort) => void
  /** Lets the person search for a port of the mode where its place has none. */
  onSearch?: () => void
}

const articleOf = (kind: CarriageKind) => (kind === 'airport' ? 'an airport' : 'a seaport')

const fields = placesOfCarriage.map(place => `quote.${portPairs[place].id}` as const)

/** Says where the mode of the job cannot load or discharge at the port, with the port of the same place that it can. */
export function UnsuitedPort({ portType, id, onTake, onSearch }: Props) {
  const { control } = useJobFormContext().form
  const mode = useWatch({ control, name: 'quote.transportMode' })
  // All places together, so that they share one call.
  const ports = useWatch({ control, name: fields })
  const { data } = useUnsuitedPorts([...new Set(ports.filter(port => port !== null))].sort(), mode)
  const found = placesOfCarriage.some(place => place === portType) && data?.find(port => port.id === id)
  if (!found) return null
  const { name, lacks, instead } = found
  return (
    <FieldWarning
      message={`${nameOr(name)} is no ${lacks}.`}
      {...(instead && onTake && { cure: `Use ${instead.name}`, onCure: () => onTake(instead) })}
      {...(!instead && onSearch && { cure: `Search for ${articleOf(lacks)} …`, onCure: onSearch })}
    />
  )
}
