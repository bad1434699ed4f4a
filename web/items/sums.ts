import { multiply, sum } from '#contract/decimals.ts'
import { inFirstUnit, kilogramsIn } from '#contract/units.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'

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
  weightUnit: number
}

/** What counts of an item. */
export type SummedItem = Pick<Item, 'quantity' | 'grossWeight' | 'netWeight' | 'weightUnit' | 'numberOfPacks'>

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
    weightUnit,
  }
}

export type Difference = { label: string; ofItems: number; ofJob: number | null; isWeight: boolean }

/** Whether a weight has no unit: then the weights are neither compared with the job's nor taken over. */
export const lacksUnit = ({ grossWithoutUnit, netWithoutUnit }: ItemSums): boolean =>
  grossWithoutUnit !== null || netWithoutUnit !== null

/** Where the items say something else than the job's cargo figures. */
export function differences(sums: ItemSums, job: Job): Difference[] {
  const pairs = [
    { label: 'gross weight', ofItems: sums.grossWeight, ofJob: job.grossWeight, isWeight: true },
    { label: 'net weight', ofItems: sums.netWeight, ofJob: job.netWeight, isWeight: true },
    {
      label: 'number of packages',
      ofItems: sums.numberOfPacks,
      ofJob: job.numberOfPackages,
      isWeight: false,
    },
  ]
  const isSame = ({ ofItems, ofJob, isWeight }: { ofItems: number; ofJob: number; isWeight: boolean }) => {
    if (!isWeight || job.weightUnit === null || job.weightUnit === sums.weightUnit) return ofItems === ofJob
    // Compared in kilograms: nothing is rounded away.
    const inKilograms = (weight: number, unit: number) => inFirstUnit(kilogramsIn, weight, unit)
    return inKilograms(ofItems, sums.weightUnit) === inKilograms(ofJob, job.weightUnit)
  }
  return pairs.flatMap(({ ofItems, ofJob, ...pair }) => {
    if (ofItems === null || (pair.isWeight && lacksUnit(sums))) return []
    return ofJob !== null && isSame({ ...pair, ofItems, ofJob }) ? [] : [{ ...pair, ofItems, ofJob }]
  })
}

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
  }
}
