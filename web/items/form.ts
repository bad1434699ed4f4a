import {
  dimensionUnits,
  hazardClasses,
  labelOf,
  packingGroups,
  packingModeChoices,
  weightUnits,
  yesOrNo,
} from '#contract/choices.ts'
import { fieldNames } from '#contract/field.ts'
import { type Item, type ItemField, itemFields } from '#contract/items.ts'
import { valueText } from '#web/ui/record-form/value-text.ts'
import { type Figure, parsedFigure } from '#web/ui/entry/use-number-entry.ts'

const figures = [
  ...(['quantity', 'grossWeight', 'netWeight', 'numberOfPacks'] as const),
  ...(['length', 'width', 'height', 'volume', 'flashpoint'] as const),
] as const
const texts = [
  ...(['name', 'description', 'marksAndNumbers', 'hsCode', 'unNumber', 'properShippingName'] as const),
] as const
type FigureField = (typeof figures)[number]
export type ItemValues = Pick<Item, Exclude<ItemField, FigureField>> & Record<FigureField, Figure>

const fields = fieldNames(itemFields)

export const itemValues = (item: Item | null): ItemValues =>
  Object.fromEntries(fields.map(field => [field, item?.[field] ?? null])) as ItemValues

/** What is typed as a chargeable weight counts it: a figure that is not understood counts nothing. */
export const chargedItem = (
  values: ItemValues,
): Pick<Item, FigureField | 'weightUnit' | 'dimensionUnit'> => ({
  ...values,
  ...(Object.fromEntries(
    figures.map(field => [field, typeof values[field] === 'number' ? values[field] : null]),
  ) as Pick<Item, FigureField>),
})

const orNull = (text: string | null) => text?.trim() || null

/**
 * What a save sends; `mentioned` narrows it to the fields that a person changed. Throws where a figure is not
 * understood.
 */
export function itemInput(
  values: ItemValues,
  mentioned: readonly ItemField[] = fields,
): Partial<Omit<Item, 'id' | 'shipmentId' | 'version'>> {
  const tidy = {
    ...values,
    ...Object.fromEntries(texts.map(field => [field, orNull(values[field])])),
    ...Object.fromEntries(figures.map(field => [field, parsedFigure(values[field])])),
  }
  return Object.fromEntries(mentioned.map(field => [field, tidy[field]]))
}

const choicesOf = {
  modeOfPacking: packingModeChoices,
  weightUnit: weightUnits,
  dimensionUnit: dimensionUnits,
  hazardClass: hazardClasses,
  packingGroup: packingGroups,
  marinePollutant: yesOrNo,
  limitedQuantity: yesOrNo,
}

/** A field's value as the editor shows it. */
export function itemText(field: keyof ItemValues, value: string | number): string {
  if (field in choicesOf && typeof value === 'number')
    return labelOf(choicesOf[field as keyof typeof choicesOf], value)
  return valueText(value)
}
