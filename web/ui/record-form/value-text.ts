/** Whether a field holds nothing: no text, no figure, no row of a list. */
export const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value for a person to compare with another. */
export function valueText(value: unknown): string {
  if (isBlank(value)) return '(empty)'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
