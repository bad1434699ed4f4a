import { containerTypeOf } from './container-types.ts'
import type { Container } from './containers.ts'
import { sum } from './decimals.ts'

/** What the containers of a job can take together. */
export type Capacity = {
  /** The payload of those of a known type, in kilograms. */
  kilograms: number
  /** What those of a known volume hold, in cubic metres. */
  cubicMetres: number
  /** How many containers the payload leaves out, and how many the volume. */
  withoutPayload: number
  withoutVolume: number
}

type Measured = Pick<Container, 'sizeType' | 'tareWeight'>

/** By the container's own tare where it is known: the plate gives the gross weight. */
export function capacityOf(containers: readonly Measured[]): Capacity {
  const known = containers.flatMap(({ sizeType, tareWeight }) => {
    const type = containerTypeOf(sizeType)
    return type ? [{ payload: sum([type.maximumGross, -(tareWeight ?? type.tare)]), type }] : []
  })
  const volumes = known.flatMap(({ type }) => type.cubicMetres ?? [])
  return {
    kilograms: sum(known.map(({ payload }) => payload)),
    cubicMetres: sum(volumes),
    withoutPayload: containers.length - known.length,
    withoutVolume: containers.length - volumes.length,
  }
}
