import { numberText } from '#web/lib/format.ts'

/** Whether a field holds nothing: no text, no figure, no row of a list. */
export const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value for a person to compare with another. */
export function valueText(value: unknown): string {
  if (isBlank(value)) return '(empty)'
  if (typeof value === 'number') return numberText(value, { most: 8 })
  return typeof value === 'string' ? value : JSON.stringify(value)
}
