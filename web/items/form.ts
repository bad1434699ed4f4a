import { labelOf, packingModeChoices, weightUnits } from '#contract/choices.ts'
import { fieldNames } from '#contract/field.ts'
import { type Item, type ItemField, itemFields } from '#contract/items.ts'
import { valueText } from '#web/ui/record-form/value-text.ts'
import { type Figure, parsedFigure } from '#web/ui/entry/use-number-entry.ts'

type FigureField = 'quantity' | 'grossWeight' | 'netWeight' | 'numberOfPacks'
export type ItemValues = Pick<Item, Exclude<ItemField, FigureField>> & Record<FigureField, Figure>

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

const fields = fieldNames(itemFields)

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
    name: orNull(values.name),
    description: orNull(values.description),
    quantity: parsedFigure(values.quantity),
    grossWeight: parsedFigure(values.grossWeight),
    netWeight: parsedFigure(values.netWeight),
    numberOfPacks: parsedFigure(values.numberOfPacks),
  }
  return Object.fromEntries(mentioned.map(field => [field, tidy[field]]))
}

/** A field's value as the editor shows it. */
export function itemText(field: keyof ItemValues, value: string | number): string {
  if (field === 'modeOfPacking' && typeof value === 'number') return labelOf(packingModeChoices, value)
  if (field === 'weightUnit' && typeof value === 'number') return labelOf(weightUnits, value)
  return valueText(value)
}
