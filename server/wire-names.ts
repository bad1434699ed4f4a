import { AppError } from './errors.ts'

const MAXIMUM_DEPTH = 32

/**
 * Requests may use the specification's PascalCase names ("JobId") as well as camelCase ("jobId"): every
 * key's first letter is made small, at every depth.
 */
export function withSmallInitials(value: unknown, depth = 0): unknown {
  if (depth > MAXIMUM_DEPTH)
    throw new AppError('bad_request', `The body is nested more than ${MAXIMUM_DEPTH} levels deep.`)
  if (Array.isArray(value)) return value.map(element => withSmallInitials(element, depth + 1))
  if (value === null || typeof value !== 'object') return value
  const renamed: Record<string, unknown> = {}
  for (const [key, content] of Object.entries(value)) {
    const name = key.charAt(0).toLowerCase() + key.slice(1)
    if (Object.hasOwn(renamed, name))
      throw new AppError('bad_request', `The body gives “${name}” twice; give each field once.`)
    renamed[name] = withSmallInitials(content, depth + 1)
  }
  return renamed
}
