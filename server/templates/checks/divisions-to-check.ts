import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { labelOfField } from '#server/templates/fields/field-labels.ts'
import { placeToFill } from '#server/templates/fields/field-places.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'
import type { Missing } from './missing.ts'

/** Formulas that print nothing since they divide by 0; one that divides by an empty value is reported as empty. */
export function divisionsToCheck(
  fields: readonly FoundField[],
  source: TemplateSource,
  values: FieldValues,
): Missing[] {
  const divisors = new Set(fields.flatMap(({ name, isDivisor }) => (isDivisor ? name : [])))
  return [...divisors].flatMap(name => {
    const [list = '', field = ''] = name.split('.')
    const figures = values.lists[list]?.map(row => row[field]) ?? [values.fields[name]]
    if (!figures.some(figure => figure === 0)) return []
    const label = labelOfField(name)
    return [
      {
        label,
        message: `A formula divides by ${label}, which is 0, and prints nothing`,
        place: placeToFill(name, source).place,
        check: true,
      },
    ]
  })
}
