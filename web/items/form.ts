import type { Item } from '#contract/items.ts'

export type ItemValues = {
  name: string | null
  description: string | null
  quantity: number | null
  modeOfPacking: number | null
  grossWeight: number | null
  netWeight: number | null
  weightUnit: number | null
  numberOfPacks: number | null
}

/** What each field is called wherever a person reads it. */
export const itemLabels: Record<keyof ItemValues, string> = {
  name: 'Name',
  description: 'Description',
  quantity: 'Quantity',
  modeOfPacking: 'Packing Mode',
  grossWeight: 'Gross Weight',
  netWeight: 'Net Weight',
  weightUnit: 'Weight Unit',
  numberOfPacks: 'Number of Packs',
}

export function itemValues(item: Item | null): ItemValues {
  return {
    name: item?.name ?? null,
    description: item?.description ?? null,
    quantity: item?.quantity ?? null,
    modeOfPacking: item?.modeOfPacking ?? null,
    grossWeight: item?.grossWeight ?? null,
    netWeight: item?.netWeight ?? null,
    weightUnit: item?.weightUnit ?? null,
    numberOfPacks: item?.numberOfPacks ?? null,
  }
}

const orNull = (text: string | null) => text?.trim() || null

export const itemInput = (values: ItemValues) => ({
  ...values,
  name: orNull(values.name),
  description: orNull(values.description),
})

/** Whether nothing was entered; a unit alone says nothing. */
export const isEmpty = ({ weightUnit: _unit, ...values }: ItemValues) =>
  Object.values(itemInput({ ...values, weightUnit: null })).every(value => value === null)

export function itemFieldOf(path: string): keyof ItemValues | null {
  return path in itemLabels ? (path as keyof ItemValues) : null
}
