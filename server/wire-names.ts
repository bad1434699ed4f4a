import { AppError, invalid } from './errors.ts'

const MAXIMUM_DEPTH = 32

/** Throws `invalid_input` for a text that no record could keep as it was sent. */
export function requireStorable(path: string, text: string): void {
  // UTF-8 has no half of a pair: it would be stored as another character without a word.
  if (!text.isWellFormed()) throw invalid(path, 'The text holds half of a character (a lone surrogate).')
  // PostgreSQL stores none, in no text and in no JSON.
  if (text.includes('\u0000')) throw invalid(path, 'The NUL character is not allowed.')
}

/**
 * Requests may use the specification's PascalCase names ("JobId") as well as camelCase ("jobId"): every
 * key's first letter is made small, at every depth. Refuses what no record could keep as it was sent.
 */
export function withSmallInitials(value: unknown, path: readonly (string | number)[] = []): unknown {
  if (path.length > MAXIMUM_DEPTH)
    throw new AppError('bad_request', `The body is nested more than ${MAXIMUM_DEPTH} levels deep.`)
  if (typeof value === 'string') {
    requireStorable(path.join('.'), value)
    return value
  }
  if (Array.isArray(value)) return value.map((element, index) => withSmallInitials(element, [...path, index]))
  if (value === null || typeof value !== 'object') return value
  const renamed: Record<string, unknown> = {}
  for (const [key, content] of Object.entries(value)) {
    requireStorable(path.join('.'), key)
    const name = key.charAt(0).toLowerCase() + key.slice(1)
    if (Object.hasOwn(renamed, name))
      throw new AppError('bad_request', `The body gives “${name}” twice; give each field once.`)
    renamed[name] = withSmallInitials(content, [...path, name])
  }
  return renamed
}
