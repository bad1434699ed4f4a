import type { Container } from './containers.ts'
import { sum } from './decimals.ts'
import type { Item } from './items.ts'
import type { Job } from './jobs.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn } from './units.ts'

/** Null where no container says anything. */
export type ContainerSums = {
  packages: number | null
  cargoWeight: number | null
  tareWeight: number | null
  volume: number | null
  vgm: number | null
}

const sumOf = (values: readonly (number | null)[]) =>
  values.some(value => value !== null) ? sum(values) : null

type Summed = Pick<Container, keyof ContainerSums>

export const containerSums = (containers: readonly Summed[]): ContainerSums => ({
  packages: sumOf(containers.map(one => one.packages)),
  cargoWeight: sumOf(containers.map(one => one.cargoWeight)),
  tareWeight: sumOf(containers.map(one => one.tareWeight)),
  volume: sumOf(containers.map(one => one.volume)),
  vgm: sumOf(containers.map(one => one.vgm)),
})

/** What the items come to, in kilograms; null where none says it, or a weight has no unit. */
function itemFigures(items: readonly Pick<Item, 'numberOfPacks' | 'grossWeight' | 'weightUnit'>[]) {
  const lacksUnit = items.some(item => item.grossWeight !== null && item.weightUnit === null)
  const inKilograms = items.map(({ grossWeight, weightUnit }) =>
    grossWeight === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit),
  )
  return {
    packages: sumOf(items.map(item => item.numberOfPacks)),
    cargoWeight: lacksUnit ? null : sumOf(inKilograms),
  }
}

type CargoOfJob = Pick<Job, 'numberOfPackages' | 'grossWeight' | 'weightUnit' | 'volume' | 'volumeUnit'> & {
  items: readonly Pick<Item, 'numberOfPacks' | 'grossWeight' | 'weightUnit'>[]
}

/** In kilograms and cubic metres; null where the job does not say it, or not in which unit. */
const jobFigures = ({ numberOfPackages, grossWeight, weightUnit, volume, volumeUnit }: CargoOfJob) => ({
  packages: numberOfPackages,
  cargoWeight:
    grossWeight === null || weightUnit === null ? null : inFirstUnit(kilogramsIn, grossWeight, weightUnit),
  volume: volume === null || volumeUnit === null ? null : inFirstUnit(cubicMetersIn, volume, volumeUnit),
})

export type CargoDifference = {
  field: 'packages' | 'cargoWeight' | 'volume'
  label: string
  unit: string
  ofContainers: number
  /** Null where they say nothing, or the same. */
  ofItems: number | null
  ofJob: number | null
}

/** Where the containers together say something else than the items, or than the job. */
export function containerDifferences(sums: ContainerSums, job: CargoOfJob): CargoDifference[] {
  const items = itemFigures(job.items)
  const ofJob = jobFigures(job)
  const rows = [
    { field: 'packages', label: 'packages', unit: '', items: items.packages },
    { field: 'cargoWeight', label: 'weight', unit: 'kg', items: items.cargoWeight },
    { field: 'volume', label: 'volume', unit: 'm³', items: null },
  ] as const
  return rows.flatMap(({ field, items: figure, ...row }) => {
    const ofContainers = sums[field]
    if (ofContainers === null) return []
    const unlike = (other: number | null) => (other === ofContainers ? null : other)
    const difference = { ...row, field, ofContainers, ofItems: unlike(figure), ofJob: unlike(ofJob[field]) }
    return difference.ofItems === null && difference.ofJob === null ? [] : [difference]
  })
}
