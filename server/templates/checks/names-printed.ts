import { isBlank } from '#server/templates/fields/field-text.ts'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { type FieldValues, indexFields } from '#server/word/language/known-fields.ts'
import { PlacedConditions } from '#server/word/language/placed-conditions.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'

const index = indexFields(knownFields)

/** A template's conditions as this job decides them. */
export const conditionsOf = (values: FieldValues): PlacedConditions => new PlacedConditions(index, values)

/** Those in the branches that this job takes, or would take if nothing were missing. */
export const fieldsInUse = (
  fields: readonly FoundField[],
  conditions: PlacedConditions,
): readonly FoundField[] => fields.filter(({ when }) => !when || conditions.holdOnceFilled(when))

/** What this job’s document needs: what it prints, or would if it were there, and what its conditions compare. */
export const namesPrinted = (fields: readonly FoundField[], values: FieldValues): Set<string> =>
  namesOf(fieldsInUse(fields, conditionsOf(values)), values)

/** The names of those that are printed or compared, without the units of figures that are not there. */
export function namesOf(fields: readonly FoundField[], values: FieldValues): Set<string> {
  const isUnitOfNothing = ({ unitOf = '' }: FoundField) => {
    const [list = '', name = ''] = unitOf.split('.')
    const figures = values.lists[list]?.map(row => row[name]) ?? [values.fields[unitOf]]
    return unitOf !== '' && figures.every(isBlank)
  }
  return new Set(fields.filter(one => !one.isAsked && !isUnitOfNothing(one)).map(({ name }) => name))
}
