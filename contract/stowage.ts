import type { Container } from './containers.ts'
import { sum } from './decimals.ts'
import type { ItemContainer } from './item-containers.ts'
import { volumeOfItem } from './item-rules.ts'
import type { Item } from './items.ts'
import { inFirstUnit, kilogramsIn } from './units.ts'

/** Packs, kilograms and cubic metres; null where nobody said it. */
export type Amounts = { packs: number | null; grossWeight: number | null; volume: number | null }
export const amountFields = ['packs', 'grossWeight', 'volume'] as const
export type AmountField = (typeof amountFields)[number]

type Weighed = Pick<
  Item,
  | 'id'
  | 'numberOfPacks'
  | 'grossWeight'
  | 'weightUnit'
  | 'length'
  | 'width'
  | 'height'
  | 'dimensionUnit'
  | 'volume'
>
type Stowed = Pick<ItemContainer, 'containerId'> & Amounts

/** The whole item; a weight without a unit is in no sum. */
export const amountsOfItem = (item: Weighed): Amounts => ({
  packs: item.numberOfPacks,
  grossWeight:
    item.grossWeight === null || item.weightUnit === null
      ? null
      : inFirstUnit(kilogramsIn, item.grossWeight, item.weightUnit),
  volume: volumeOfItem(item).volume,
})

const saysNothing = (amounts: Amounts) => amountFields.every(field => amounts[field] === null)

/** What of an item is in each of its containers: all of it in the only one of which nothing is said. */
export function stowedOf<Link extends Stowed>(item: Weighed, links: readonly Link[]): Link[] {
  const [only] = links
  return only && links.length === 1 && saysNothing(only) ? [{ ...only, ...amountsOfItem(item) }] : [...links]
}

const sumOf = (values: readonly (number | null)[]) =>
  values.some(value => value !== null) ? sum(values) : null

/** What is said of an item's containers together; null where none says it. */
export const sumsOfSplit = (links: readonly Amounts[]): Amounts => ({
  packs: sumOf(links.map(link => link.packs)),
  grossWeight: sumOf(links.map(link => link.grossWeight)),
  volume: sumOf(links.map(link => link.volume)),
})

/** What of an item is in no container yet; below nought where more is stowed than there is, null where it has none. */
export function leftOf(item: Weighed, links: readonly Amounts[]): Amounts {
  const [whole, split] = [amountsOfItem(item), sumsOfSplit(links)]
  const left = (field: AmountField) =>
    whole[field] === null ? null : sum([whole[field], -(split[field] ?? 0)])
  return { packs: left('packs'), grossWeight: left('grossWeight'), volume: left('volume') }
}

/** Which figure of a container tells what in it. */
export const figureOfAmount = {
  packs: 'packages',
  grossWeight: 'cargoWeight',
  volume: 'volume',
} as const satisfies Record<AmountField, keyof Container>

/**
 * What the items put into each container, by its id. A figure that one of the items in it lacks is null: the others do
 * not say how much is in it.
 */
export function stowedByContainer(
  items: readonly Weighed[],
  links: readonly ItemContainer[],
): Map<string, Amounts> {
  const byItem = Map.groupBy(links, link => link.itemId)
  const stowed = items.flatMap(item => stowedOf(item, byItem.get(item.id) ?? []))
  return new Map(
    [...Map.groupBy(stowed, link => link.containerId)].map(([id, inIt]) => {
      const whole = (field: AmountField) =>
        inIt.every(link => link[field] !== null) ? sumOf(inIt.map(link => link[field])) : null
      return [id, { packs: whole('packs'), grossWeight: whole('grossWeight'), volume: whole('volume') }]
    }),
  )
}

/** Where a container's own figures are others than those of the items in it. */
export function stowageDifferences(
  figures: { packages: number | null; cargoWeight: number | null; volume: number | null },
  stowed: Amounts | undefined,
): { field: AmountField; ofItems: number }[] {
  return amountFields.flatMap(field => {
    const ofItems = stowed?.[field] ?? null
    return ofItems === null || ofItems === figures[figureOfAmount[field]] ? [] : [{ field, ofItems }]
  })
}
