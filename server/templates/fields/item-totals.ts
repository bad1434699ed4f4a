import { labelOf, packingModeChoices } from '#contract/choices.ts'
import { sum } from '#contract/decimals.ts'
import { volumeOfItem } from '#contract/item-rules.ts'
import type { Item } from '#contract/items.ts'
import { cubicMetres, number, text, unit, type CatalogueField } from './field-group.ts'
import { measureTotal, type MeasureTotal, weights, withoutUnit } from './measures.ts'
import { packaging } from './packaging.ts'

type Items = readonly Item[]

const total = (values: (number | null)[]) => (values.some(value => value !== null) ? sum(values) : null)

type Weight = 'grossWeight' | 'netWeight'

/**
 * Both weights are told in one unit: in kilograms where the units of the items that have any differ. An item without
 * this weight adds nothing to it, not even that it has no unit.
 */
export function weightTotal(items: Items, weight: Weight): MeasureTotal {
  const weighed = items.filter(item => item.grossWeight !== null || item.netWeight !== null)
  const own = weighed.filter(item => item[weight] !== null)
  const units = new Set(weighed.flatMap(item => item.weightUnit ?? []))
  // The unit beside it would be the other weight's.
  if (own.length > 0 && units.size > 0 && own.every(item => item.weightUnit === null)) {
    const figure = sum(own.map(item => item[weight]))
    return { figure: null, unit: null, byUnit: withoutUnit(figure) }
  }
  const told = [own, weighed, items].find(some => some.length > 0) ?? []
  const measures = told.map(item => ({ figure: item[weight], unit: item.weightUnit }))
  return measureTotal(weights, measures, { isInFirstUnit: units.size > 1 })
}

/** How many packages there are of each kind, where there are several kinds: "26 Cartons, 13 Pallets". */
function packagesByKind(items: Items): { word: string; count: number }[] {
  const kinds = new Map<number | null, number>()
  for (const { modeOfPacking, numberOfPacks } of items)
    if (numberOfPacks !== null && (numberOfPacks !== 0 || modeOfPacking !== null))
      kinds.set(modeOfPacking, (kinds.get(modeOfPacking) ?? 0) + numberOfPacks)
  return [...kinds].map(([kind, count]) => ({
    count,
    word: packaging(kind === null ? 'Packages' : labelOf(packingModeChoices, kind), count),
  }))
}

/** Sums over a job's items. */
export function itemTotals(items: Items) {
  const gross = weightTotal(items, 'grossWeight')
  const net = weightTotal(items, 'netWeight')
  const kinds = packagesByKind(items)
  const numberOfPacks = total(items.map(item => item.numberOfPacks))
  return {
    quantity: total(items.map(item => item.quantity)),
    numberOfPacks,
    packaging: kinds.length > 1 ? packaging('Packages', numberOfPacks) : (kinds[0]?.word ?? null),
    packagesByKind:
      kinds.length > 1
        ? kinds.map(({ count, word }) => `${count.toLocaleString('en')} ${word}`).join(', ')
        : null,
    grossWeight: gross.figure,
    netWeight: net.figure,
    weightUnit: gross.figure === null ? (net.unit ?? gross.unit) : gross.unit,
    grossWeightByUnit: gross.byUnit,
    netWeightByUnit: net.byUnit,
    volume: total(items.map(item => volumeOfItem(item).volume)),
  }
}

type Totals = ReturnType<typeof itemTotals>

export const itemTotalFields: readonly CatalogueField<Totals>[] = [
  number('Quantity', 'Quantity of all items', totals => totals.quantity),
  number('NumberOfPacks', 'Packs of all items', totals => totals.numberOfPacks),
  text('Packaging', 'Packing word of all items', totals => totals.packaging),
  text('PackagesByKind', 'Packs of each kind, where there are several', totals => totals.packagesByKind),
  number('GrossWeight', 'Gross weight of all items', totals => totals.grossWeight),
  number('NetWeight', 'Net weight of all items', totals => totals.netWeight),
  unit('WeightUnit', 'Weight unit of all items', totals => totals.weightUnit),
  text('GrossWeightByUnit', 'Gross weight where some items have no unit', totals => totals.grossWeightByUnit),
  text('NetWeightByUnit', 'Net weight where some items have no unit', totals => totals.netWeightByUnit),
  cubicMetres('Volume', 'Volume of all items', totals => totals.volume),
  unit('VolumeUnit', 'Volume unit of all items', totals => (totals.volume === null ? '' : 'Cubic Meter')),
]
