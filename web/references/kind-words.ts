import { kindBefore } from '#contract/reference-kind-words.ts'
import { type BuiltInKind, builtInKinds, type ReferenceKind } from '#contract/reference-kinds.ts'

type Kind = Pick<ReferenceKind, 'id' | 'name'>

/**
 * Lines that each hold a number, with or without its kind before it ("PO 4711"), as cells of kind and number; null for
 * a table, and for a single line without a kind.
 */
export function readReferenceLines(
  pasted: string,
  own: readonly Kind[],
  usual: BuiltInKind,
): string[][] | null {
  if (pasted.includes('\t')) return null
  const lines = pasted.split(/\r\n|\r|\n/).flatMap(line => line.trim() || [])
  const read = lines.map(line => kindBefore(line, own) ?? { kind: null, number: line })
  if (lines.length === 0 || (lines.length === 1 && read[0]?.kind === null)) return null
  // What a list begins with counts for the lines below it.
  let last: string = usual
  return read.map(({ kind, number }) => {
    last = kind ?? last
    return [own.find(one => one.id === last)?.name ?? builtInKinds[last as BuiltInKind], number]
  })
}
