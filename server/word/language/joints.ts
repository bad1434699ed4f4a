import type { ValueInstruction } from '#server/word/file/tree.ts'
import type { Source } from './source.ts'

/**
 * Where texts of their own meet in a printed value: what its formats put before and after it, and the signs and labels
 * that join the parts of a field such as an address in one line. Undefined where it is one text.
 */
export function jointsOf({ formats }: ValueInstruction, { joints = [] }: Source): RegExp | undefined {
  const added = (name: string) =>
    formats.flatMap(format => (format.name === name && format.argument ? [literal(format.argument)] : []))
  const patterns = [
    ...added('before').map(text => `^${text}`),
    ...added('after').map(text => `${text}$`),
    ...joints.map(literal),
  ]
  return patterns.length === 0 ? undefined : new RegExp(`(${patterns.join('|')})`)
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
