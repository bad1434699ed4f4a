import { labelOf, weightUnits } from '#contract/choices.ts'
import { sum } from '#contract/decimals.ts'
import type { Item } from '#contract/items.ts'

/** Sums over a job's items. Weights are null where the items' units differ: kilograms and tons do not add up. */
export function itemTotals(items: readonly Item[]) {
  const [first] = items
  const sameUnit = first !== undefined && items.every(item => item.weightUnit === first.weightUnit)
  const total = (values: (number | null)[]) => (values.some(value => value !== null) ? sum(values) : null)
  return {
    quantity: total(items.map(item => item.quantity)),
    numberOfPacks: total(items.map(item => item.numberOfPacks)),
    grossWeight: sameUnit ? total(items.map(item => item.grossWeight)) : null,
    netWeight: sameUnit ? total(items.map(item => item.netWeight)) : null,
    weightUnit: sameUnit ? labelOf(weightUnits, first.weightUnit) : null,
  }
}
