import { compileFormats } from '#server/word/language/formats.ts'
import type { FieldKind, FieldValue } from '#server/word/language/known-fields.ts'

/** A value as a document prints it when the template asks for no format of its own. */
export function fieldText(kind: FieldKind, value: FieldValue): string {
  const write = compileFormats(kind, [])
  return typeof write === 'string' ? '' : write(value)
}

export const isBlank = (value: FieldValue): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
