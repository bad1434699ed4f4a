import { multiply, round, sum } from '#contract/decimals.ts'
import { cubicMetersIn, inFirstUnit, kilogramsIn } from '#contract/units.ts'
import { volumeOfItem } from '#contract/item-rules.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'

const CUBIC_METER = 0
const KG = 0
const TON = 1
const KILOGRAMS_IN_A_TON = 1000

/**
 * What the items come to; null where no item says anything. Weights are in `weightUnit`; those that nobody gave a unit
 * are summed apart, as papers do.
 */
export type ItemSums = {
  quantity: number | null
  grossWeight: number | null
  netWeight: number | null
  grossWithoutUnit: number | null
  netWithoutUnit: number | null
  numberOfPacks: number | null
  /** In cubic metres. */
  volume: number | null
  /** Some items have a volume and some none. */
  lacksVolume: boolean
  weightUnit: number
}

/** What counts of an item. */
export type SummedItem = Pick<
  Item,
  'quantity' | 'grossWeight' | 'netWeight' | 'weightUnit' | 'numberOfPacks'
> & {
  /** In cubic metres, as `volumeOfItem` says it. */
  volume: number | null
}

/** What counts of a stored item. */
export const summedItem = (item: Item): SummedItem => ({ ...item, volume: volumeOfItem(item).volume })

const sumOf = (values: readonly (number | null)[]) =>
  values.some(value => value !== null) ? sum(values) : null

function converted(weight: number | null, from: number, to: number): number | null {
  if (weight === null || from === to) return weight
  return multiply(weight, to === TON ? 1 / KILOGRAMS_IN_A_TON : KILOGRAMS_IN_A_TON)
}

/** The unit of all items that have a weight, as on papers; kilograms where their units differ. */
function unitOfWeights(items: readonly SummedItem[]): number {
  const units = new Set(
    items.flatMap(({ grossWeight, netWeight, weightUnit }) =>
      weightUnit === null || (grossWeight === null && netWeight === null) ? [] : [weightUnit],
    ),
  )
  const [only = KG] = units
  return units.size === 1 ? only : KG
}

export function itemSums(items: readonly SummedItem[]): ItemSums {
  const weightUnit = unitOfWeights(items)
  const weights = (field: 'grossWeight' | 'netWeight') =>
    sumOf(
      items.map(item =>
        item.weightUnit === null ? null : converted(item[field], item.weightUnit, weightUnit),
      ),
    )
  const withoutUnit = (field: 'grossWeight' | 'netWeight') =>
    sumOf(items.map(item => (item.weightUnit === null ? item[field] : null)))
  return {
    quantity: sumOf(items.map(item => item.quantity)),
    grossWeight: weights('grossWeight'),
    netWeight: weights('netWeight'),
    grossWithoutUnit: withoutUnit('grossWeight'),
    netWithoutUnit: withoutUnit('netWeight'),
    numberOfPacks: sumOf(items.map(item => item.numberOfPacks)),
    volume: sumOf(items.map(item => item.volume)),
    lacksVolume: items.some(item => item.volume === null),
    weightUnit,
  }
}

export type Difference = {
  label: string
  ofItems: number
  ofJob: number | null
  kind: 'weight' | 'volume' | 'count'
}

/** Whether a weight has no unit: then the weights are neither compared with the job's nor taken over. */
export const lacksUnit = ({ grossWithoutUnit, netWithoutUnit }: ItemSums): boolean =>
  grossWithoutUnit !== null || netWithoutUnit !== null

type JobFigures = Pick<
  Job,
  'grossWeight' | 'netWeight' | 'weightUnit' | 'numberOfPackages' | 'volume' | 'volumeUnit'
>

/**
 * Where the items say something else than the job's cargo figures. Weights and volumes are compared in kilograms and
 * cubic metres: nothing is rounded away. A volume that some items lack is compared with nothing.
 */
export function differences(sums: ItemSums, job: JobFigures): Difference[] {
  const weightOfJob = (weight: number | null) =>
    weight === null ? null : inFirstUnit(kilogramsIn, weight, job.weightUnit ?? sums.weightUnit)
  const weights = (['grossWeight', 'netWeight'] as const).flatMap(field => {
    const ofItems = sums[field]
    if (ofItems === null || lacksUnit(sums)) return []
    const same = inFirstUnit(kilogramsIn, ofItems, sums.weightUnit) === weightOfJob(job[field])
    const label = field === 'grossWeight' ? 'gross weight' : 'net weight'
    return same ? [] : [{ label, ofItems, ofJob: job[field], kind: 'weight' as const }]
  })
  const packs = sums.numberOfPacks
  const count = { label: 'number of packages', ofJob: job.numberOfPackages, kind: 'count' as const }
  const volumeOfJob = job.volume === null ? null : inFirstUnit(cubicMetersIn, job.volume, job.volumeUnit)
  const volume = { label: 'volume', ofJob: job.volume, kind: 'volume' as const }
  return [
    ...weights,
    ...(packs === null || packs === job.numberOfPackages ? [] : [{ ...count, ofItems: packs }]),
    ...(sums.volume === null || sums.lacksVolume || isSameVolume(sums.volume, volumeOfJob)
      ? []
      : [{ ...volume, ofItems: sums.volume }]),
  ]
}

/** Items have three decimals, and cubic feet come to more. */
const isSameVolume = (ofItems: number, ofJob: number | null) => ofJob !== null && round(ofJob, 3) === ofItems

/**
 * The job's cargo figures as the items have them; what no item says is left as it stands, and then keeps its unit:
 * the items' weight is converted to it.
 */
export function takenOver(sums: ItemSums, job: Pick<Job, 'grossWeight' | 'netWeight' | 'weightUnit'>) {
  const { numberOfPacks } = sums
  const weights = lacksUnit(sums) ? { grossWeight: null, netWeight: null } : sums
  const isKept = (field: 'grossWeight' | 'netWeight') => weights[field] === null && job[field] !== null
  const keepsUnit = job.weightUnit !== null && (isKept('grossWeight') || isKept('netWeight'))
  const weightUnit = keepsUnit ? (job.weightUnit ?? KG) : sums.weightUnit
  const grossWeight = converted(weights.grossWeight, sums.weightUnit, weightUnit)
  const netWeight = converted(weights.netWeight, sums.weightUnit, weightUnit)
  return {
    ...(grossWeight !== null && { grossWeight }),
    ...(netWeight !== null && { netWeight }),
    ...((grossWeight !== null || netWeight !== null) && { weightUnit }),
    ...(numberOfPacks !== null && { numberOfPackages: numberOfPacks }),
    ...(sums.volume !== null && !sums.lacksVolume && { volume: sums.volume, volumeUnit: CUBIC_METER }),
  }
}
