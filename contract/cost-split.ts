import { chargeableWeight, weightOrMeasure } from './chargeable-weight.ts'
import { CostSplit } from './choices.ts'
import { fromUnits, round, toUnits } from './decimals.ts'
import type { House } from './houses.ts'

/**
 * Shares an amount by weights, in whole minor units of a currency of so many decimals (at most four). The shares sum to the
 * rounded amount exactly: each is cut to minor units, and what is left goes to the largest weight, of equal ones to the
 * first. A weight that is null or not above 0 has no part in it. Null where no weight says anything.
 */
export function splitCost(
  amount: number,
  weights: readonly (number | null)[],
  decimals: number,
): number[] | null {
  const parts = weights.map(weight => (weight !== null && weight > 0 ? toUnits(weight) : 0n))
  const whole = parts.reduce((total, part) => total + part, 0n)
  if (whole === 0n) return null
  const minorUnit = toUnits(1) / 10n ** BigInt(decimals)
  const shared = toUnits(round(amount, decimals)) / minorUnit
  // BigInt division cuts towards zero, for credits too.
  const shares = parts.map(part => (shared * part) / whole)
  const left = shared - shares.reduce((total, share) => total + share, 0n)
  const largest = parts.reduce((best, part, index) => (part > (parts[best] ?? 0n) ? index : best), 0)
  return shares.map((share, index) => fromUnits((share + (index === largest ? left : 0n)) * minorUnit))
}

type Weighed = Pick<House, 'grossWeight' | 'weightUnit' | 'volume' | 'volumeUnit' | 'numberOfPackages'>

/** What a house's share is measured by; null where it says nothing of it. */
export function splitWeight(basis: number, house: Weighed): number | null {
  if (basis === CostSplit.packages) return house.numberOfPackages
  if (basis === CostSplit.chargeableWeight) return chargeableWeight(house)?.kilograms ?? null
  return weightOrMeasure(house)
}
