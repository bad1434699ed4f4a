import { multiply, sum } from '#contract/decimals.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'

const TON = 1
const KILOGRAMS_IN_A_TON = 1000

/** What the items come to; null where no item says anything. Weights are in `weightUnit`. */
export type ItemSums = {
  quantity: number | null
  grossWeight: number | null
  netWeight: number | null
  numberOfPacks: number | null
  weightUnit: number
}

const sumOf = (values: readonly (number | null)[]) =>
  values.some(value => value !== null) ? sum(values) : null

/** A weight without a unit counts as kilograms, as everywhere in the product. */
function converted(weight: number | null, from: number | null, to: number): number | null {
  if (weight === null || (from ?? 0) === to) return weight
  return multiply(weight, to === TON ? 1 / KILOGRAMS_IN_A_TON : KILOGRAMS_IN_A_TON)
}

export function itemSums(items: readonly Item[], weightUnit: number): ItemSums {
  const weights = (field: 'grossWeight' | 'netWeight') =>
    sumOf(items.map(item => converted(item[field], item.weightUnit, weightUnit)))
  return {
    quantity: sumOf(items.map(item => item.quantity)),
    grossWeight: weights('grossWeight'),
    netWeight: weights('netWeight'),
    numberOfPacks: sumOf(items.map(item => item.numberOfPacks)),
    weightUnit,
  }
}

export type Difference = { label: string; ofItems: number; ofJob: number | null; isWeight: boolean }

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
  return pairs.filter((pair): pair is Difference => pair.ofItems !== null && pair.ofItems !== pair.ofJob)
}

/** The job's cargo figures as the items have them; what no item says is left as it stands. */
export const takenOver = ({ grossWeight, netWeight, numberOfPacks, weightUnit }: ItemSums) => ({
  ...(grossWeight !== null && { grossWeight }),
  ...(netWeight !== null && { netWeight }),
  ...((grossWeight !== null || netWeight !== null) && { weightUnit }),
  ...(numberOfPacks !== null && { numberOfPackages: numberOfPacks }),
})
