import { labelOf } from '#contract/choices.ts'
import { keptContainerNumber } from '#contract/container-number.ts'
import { sizeTypeLabel } from '#contract/container-types.ts'
import { type Container, type ContainerField, containerFields, vgmMethods } from '#contract/containers.ts'
import { fieldNames } from '#contract/field.ts'
import { type Figure, parsedFigure } from '#web/ui/entry/use-number-entry.ts'
import { sealsOf, sealsText } from './container-columns.ts'

const figures = ['packages', 'cargoWeight', 'tareWeight', 'volume', 'vgm', 'temperature'] as const
type FigureField = (typeof figures)[number]
/** A container as its dialog holds it: the seals are one text. */
export type ContainerValues = Pick<Container, Exclude<ContainerField, FigureField | 'seals'>> &
  Record<FigureField, Figure> & { seals: string | null }

export function containerValues({
  id: _id,
  shipmentId: _job,
  version: _version,
  seals,
  ...values
}: Container): ContainerValues {
  return { ...values, seals: sealsText(seals) }
}

export type ContainerInput = Partial<Omit<Container, 'id' | 'shipmentId' | 'version'>>

const fields = fieldNames(containerFields)
const orNull = (text: string | null) => text?.trim() || null

/**
 * What a save sends; `mentioned` narrows it to the fields that a person changed. Throws where a figure is not
 * understood.
 */
export function containerInput(
  values: ContainerValues,
  mentioned: readonly ContainerField[] = fields,
): ContainerInput {
  const tidy = {
    ...values,
    number: orNull(values.number && keptContainerNumber(values.number)),
    sizeType: orNull(values.sizeType),
    vgmSignatory: orNull(values.vgmSignatory),
    seals: sealsOf(values.seals),
    ...Object.fromEntries(figures.map(field => [field, parsedFigure(values[field])])),
  }
  return Object.fromEntries(mentioned.map(field => [field, tidy[field]]))
}

/** A field's value as the dialog shows it. */
export function containerText(field: keyof ContainerValues, value: string | number): string {
  if (field === 'sizeType') return sizeTypeLabel(String(value))
  if (field === 'vgmMethod' && typeof value === 'number') return labelOf(vgmMethods, value)
  return String(value)
}
