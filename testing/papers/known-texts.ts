/** Every text and figure of a case, for what may stand on its papers. */
export function textsOf(value: unknown): string[] {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (typeof value === 'object') return Object.values(value).flatMap(textsOf)
  // Bare numbers are printed in some format, which the case gives as a text.
  return typeof value === 'string' ? [value] : []
}

/** Of the cases' countries. */
export const knownWords = ['Pakistan', 'United', 'Kingdom', 'China', 'Arab', 'Emirates']
