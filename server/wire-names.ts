import { AppError, invalid, messageFrom } from './errors.ts'

const MAXIMUM_DEPTH = 32

/** Many times what any call has use for; looking at more would hold the server's thread. */
const MAX_VALUES = 20_000

/** Throws `invalid_input` for a text that no record could keep as it was sent. */
export function requireStorable(path: string, text: string): void {
  // UTF-8 has no half of a pair: it would be stored as another character without a word.
  if (!text.isWellFormed()) throw invalid(path, 'The text contains half of a character (a lone surrogate).')
  // PostgreSQL stores none, in no text and in no JSON.
  if (text.includes('\u0000')) throw invalid(path, 'The NUL character is not allowed.')
}

/**
 * Requests may use the specification's PascalCase names ("JobId") as well as camelCase ("jobId"): every
 * key's first letter is made small, at every depth. Refuses what no record could keep as it was sent.
 */
export function withLowerCaseInitials(value: unknown): unknown {
  return renamed(value, { path: [], seen: 0, keys: 0 })
}

/**
 * A body with its keys as the contract has them. `value` is what the text says as JSON, where the last of two equal keys
 * wins without a word: whoever reads the first one, such as a proxy, sees another call. So that is refused.
 */
export function readBody(text: string, value: unknown): unknown {
  const walk = { path: [], seen: 0, keys: 0 }
  const read = renamed(value, walk)
  if (keysIn(text) !== walk.keys)
    throw new AppError('bad_request', 'The body gives a field twice; give each field once.')
  return read
}

/** How many keys stand in a text that is JSON. */
function keysIn(text: string): number {
  let keys = 0
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    do quote = text.indexOf('"', quote + 1)
    while (isEscaped(text, quote))
    let after = quote + 1
    while (/\s/.test(text.charAt(after))) after += 1
    if (text[after] === ':') keys += 1
  }
  return keys
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text[first - 1] === '\\') first -= 1
  return (quote - first) % 2 === 1
}

/** Why a text was not taken as JSON. */
export function refusalOfBody(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return `The body is not JSON: ${messageFrom(error)}.`
  }
  return 'The body names a field “__proto__” or “constructor”. Leave it out: no call has one.'
}

/** Where a walk through a body stands, and how many values and keys it has met. */
type Walk = { path: (string | number)[]; seen: number; keys: number }

function renamed(value: unknown, walk: Walk): unknown {
  const { path } = walk
  if (path.length > MAXIMUM_DEPTH)
    throw new AppError('bad_request', `The body is nested more than ${MAXIMUM_DEPTH} levels deep.`)
  walk.seen += 1
  if (walk.seen > MAX_VALUES)
    throw new AppError('too_large', `The body contains more than ${MAX_VALUES} values. Send less at a time.`)
  if (typeof value === 'string') {
    if (!isStorable(value)) requireStorable(path.join('.'), value)
    return value
  }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((element, index) => at(index, element, walk))
  const result: Record<string, unknown> = {}
  for (const [key, content] of Object.entries(value)) {
    walk.keys += 1
    if (!isStorable(key)) requireStorable(path.join('.'), key)
    const name = key.charAt(0).toLowerCase() + key.slice(1)
    if (Object.hasOwn(result, name))
      throw new AppError('bad_request', `The body gives “${name}” twice; give each field once.`)
    result[name] = at(name, content, walk)
  }
  return result
}

// One path for the whole walk: of all places in a body at most one is ever named.
function at(step: string | number, value: unknown, walk: Walk): unknown {
  walk.path.push(step)
  const result = renamed(value, walk)
  walk.path.pop()
  return result
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')
