import { isBlank } from '#server/templates/fields/field-text.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { Absence, FoundField } from '#server/word/language/placeholder-sink.ts'

/** Without what stands for others that have a value, such as the job's own weight where the items' is printed. */
export function namesPrinted(fields: readonly FoundField[], values: FieldValues): Set<string> {
  const isMissing = (absence: Absence): boolean => {
    switch (absence.type) {
      // Of a list's rows each may have it or not.
      case 'blank':
        return isBlank(values.fields[absence.name])
      case 'notFilled':
        return isBlank(values.fields[absence.name]) || values.fields[absence.name] === 0
      case 'noRows':
        return !values.lists[absence.list]?.length
      case 'all':
        return absence.of.every(isMissing)
      case 'any':
        return absence.of.some(isMissing)
    }
  }
  const isUnitOfNothing = ({ unitOf = '' }: FoundField) => {
    const [list = '', name = ''] = unitOf.split('.')
    const figures = values.lists[list]?.map(row => row[name]) ?? [values.fields[unitOf]]
    return unitOf !== '' && figures.every(isBlank)
  }
  const isPrinted = (found: FoundField) =>
    !found.isAsked && !isUnitOfNothing(found) && (found.unless ?? []).every(isMissing)
  return new Set(fields.filter(isPrinted).map(({ name }) => name))
}
