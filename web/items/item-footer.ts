import { labelOf, weightUnits } from '#contract/choices.ts'
import { numberText } from '#web/lib/format.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { packedVolumeOf } from './item-columns.ts'
import { type ItemSums, itemSums, type SummedItem } from './sums.ts'

const figure = (value: RowValues[string]) => (typeof value === 'number' ? value : null)

const summed = (values: RowValues): SummedItem => ({
  quantity: figure(values['quantity'] ?? null),
  grossWeight: figure(values['grossWeight'] ?? null),
  netWeight: figure(values['netWeight'] ?? null),
  weightUnit: figure(values['weightUnit'] ?? null),
  numberOfPacks: figure(values['numberOfPacks'] ?? null),
  volume: figure(values['volume'] ?? null) ?? packedVolumeOf(values),
})

/** What the rows come to, under the columns of the figures; what is not understood is in no sum. */
export function itemFooter(rows: readonly RowValues[]): Record<string, string> {
  const sums = itemSums(rows.map(summed))
  const of = (value: number | null) => (value === null ? '–' : numberText(value))
  return {
    quantity: of(sums.quantity),
    grossWeight: weightText(sums, sums.grossWeight, sums.grossWithoutUnit),
    netWeight: weightText(sums, sums.netWeight, sums.netWithoutUnit),
    numberOfPacks: of(sums.numberOfPacks),
    volume: sums.volume === null ? '–' : `${numberText(sums.volume)} m³`,
  }
}

function weightText({ weightUnit }: ItemSums, inUnit: number | null, withoutUnit: number | null): string {
  const withUnit = inUnit === null ? '' : `${numberText(inUnit)} ${labelOf(weightUnits, weightUnit)}`
  const apart = withoutUnit === null ? '' : `${numberText(withoutUnit)} without a unit`
  return [withUnit, apart].filter(Boolean).join(' + ') || '–'
}
