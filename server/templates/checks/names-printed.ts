import { isBlank } from '#server/templates/fields/field-text.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'

/** Without what stands for others that have a value, such as the job's own weight where the items' is printed. */
export function namesPrinted(fields: readonly FoundField[], values: FieldValues): Set<string> {
  const isEmpty = (name: string) => isBlank(values.fields[name]) || values.fields[name] === 0
  const isUnitOfNothing = ({ unitOf = '' }: FoundField) => {
    const [list = '', name = ''] = unitOf.split('.')
    const figures = values.lists[list]?.map(row => row[name]) ?? [values.fields[unitOf]]
    return unitOf !== '' && figures.every(isBlank)
  }
  const isPrinted = (found: FoundField) =>
    !found.isAsked && !isUnitOfNothing(found) && standsForNothing(found)
  const standsForNothing = ({ unless = [] }: FoundField) =>
    unless.every(name => !(name in values.fields) || isEmpty(name))
  return new Set(fields.filter(isPrinted).map(({ name }) => name))
}
