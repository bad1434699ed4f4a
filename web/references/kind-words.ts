import { type BuiltInKind, builtInKinds, type ReferenceKind } from '#contract/reference-kinds.ts'

type Kind = Pick<ReferenceKind, 'id' | 'name'>

/** What people write before the number of each kind. */
const words: Record<BuiltInKind, string> = {
  booking: 'booking|bkg',
  purchaseOrder: 'purchase order|p\\.?\\/?o',
  commercialInvoice: 'commercial invoice|invoice|inv|ci',
  letterOfCredit: 'letter of credit|l\\/?c',
  customsDeclaration: 'customs declaration|declaration|mrn',
  customerReference: "customer(?:['’]?s)? ref(?:erence)?|your ref(?:erence)?",
  agentReference: "agent(?:['’]?s)? ref(?:erence)?",
}
const BETWEEN = String.raw`\.?(?:\s+(?:no|nr|number|ref)\b\.?)?\s*[#:]?\s*`

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** The kind that a text begins with, by its code or id, and what follows; null where it names none. */
function kindBefore(text: string, own: readonly Kind[]): { kind: string; number: string } | null {
  const named = [
    ...own.map(({ id, name }) => [id, escaped(name)] as const),
    ...Object.entries(words),
  ] as const
  for (const [kind, word] of named) {
    const found = new RegExp(`^(?:${word})${BETWEEN}(?=\\S)(?<=[\\s#:.])(.+)$`, 'iu').exec(text)
    if (found?.[1] !== undefined) return { kind, number: found[1].trim() }
  }
  return null
}

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
