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

export const itemFields = [
  'name',
  'description',
  'quantity',
  'modeOfPacking',
  'grossWeight',
  'netWeight',
  'weightUnit',
  'numberOfPacks',
] as const satisfies readonly (keyof ItemValues)[]

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

export function itemFieldOf(path: string): keyof ItemValues | null {
  return itemFields.find(field => field === path) ?? null
}
