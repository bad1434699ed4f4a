import { type BuiltInKind, builtInKindCodes, type ReferenceKind } from './reference-kinds.ts'
import { recordOf } from './typed-objects.ts'

/** What the trade writes for each built-in kind, in small letters; “No.” and the like may follow each. */
const words: Readonly<Record<BuiltInKind, readonly string[]>> = {
  booking: ['booking', 'carrier booking', 'bkg', 'bkng'],
  purchaseOrder: ['purchase order', 'po', 'p/o', 'p.o.', 'order no', 'order number'],
  commercialInvoice: ['commercial invoice', 'comm invoice', 'invoice', 'inv', 'ci', 'c/i', 'c.i.'],
  letterOfCredit: ['letter of credit', 'documentary credit', 'lc', 'l/c', 'l.c.'],
  customsDeclaration: [
    ...['customs declaration', 'declaration', 'customs entry', 'entry no', 'entry number'],
    ...['bill of entry', 'mrn', 'gd no', 'gd number'],
  ],
  customerReference: [
    ...["customer's ref", "customer's reference", 'customer ref', 'customer reference', 'customers ref'],
    ...['customers reference', 'cust ref', 'client ref', 'client reference', 'your ref', 'your reference'],
  ],
  agentReference: [
    ...["agent's ref", "agent's reference", 'agent ref', 'agent reference', 'agents ref', 'agents reference'],
    ...['agent file', 'agent file no'],
  ],
}
const NUMBER = ['no', 'nr', 'number', 'ref', 'reference']

/** What stands over a column of numbers of each kind. */
export const kindHeadings = recordOf(builtInKindCodes, kind =>
  words[kind].flatMap(word => [word, ...NUMBER.map(number => `${word} ${number}`)]),
)

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** A word as people write it: a point or an apostrophe may be left out, and blanks may be many. */
const asWritten = (word: string) =>
  escaped(word.replace(/\.$/, ''))
    .replaceAll(String.raw`\.`, String.raw`(?:\.\s*)?`)
    .replaceAll("'", "['’]?")
    .replaceAll('/', String.raw`\s*/\s*`)
    .replaceAll(' ', String.raw`[\s.]+`)

/** “No.” and the like are tried before a point alone: “P.O.No.4711” is 4711. */
const BEHIND = String.raw`(?:[\s.-]+(?:${NUMBER.join('|')})\b)?\.?\s*(?:[#:]\s*)?`

const anyOf = (written: readonly string[]) => `^(?:${written.join('|')})${BEHIND}`
const patterns = builtInKindCodes.map(kind => ({
  kind,
  written: anyOf(words[kind].toSorted((one, other) => other.length - one.length).map(asWritten)),
}))
const whole = patterns.map(({ kind, written }) => ({ kind, pattern: new RegExp(`${written}$`, 'iu') }))

/** The built-in kind that a text such as “P.O. No.” means; null for none. */
export const builtInKindMeant = (text: string): BuiltInKind | null =>
  whole.find(({ pattern }) => pattern.test(text.trim()))?.kind ?? null

/**
 * The kind that a text begins with, by its code or id, and the number that follows; null where it names none. Of two
 * that it begins with it is of the longer one, and of the company’s own where a built-in one is as long.
 */
export function kindBefore(
  text: string,
  own: readonly Pick<ReferenceKind, 'id' | 'name'>[],
): { kind: string; number: string } | null {
  const named = [...own.map(({ id, name }) => ({ kind: id, written: anyOf([escaped(name)]) })), ...patterns]
  const found = named.flatMap(({ kind, written }) => {
    const number = new RegExp(`${written}(?=\\S)(?<=[\\s#:.])(.+)$`, 'iu').exec(text)?.[1]
    return number === undefined ? [] : { kind, number: number.trim() }
  })
  return found.toSorted((one, other) => one.number.length - other.number.length)[0] ?? null
}
