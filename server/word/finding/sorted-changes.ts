import { nearestAncestor } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { renamedIn } from './change-native.ts'
import type { NativePlace } from './native-place.ts'
import { nativePlaces } from './native-places.ts'
import type { OpenDocument } from './open-document.ts'
import type { PageText } from './page-text.ts'
import { Stretches } from './stretches.ts'
import type { Replacement } from './write-template.ts'

type Spot = NativePlace['from']

/** What is changed in the text, and which fields and controls of Word are; with the copies of text boxes. */
export function sortedOut(
  document: OpenDocument,
  page: PageText,
  changes: readonly { from: Spot; to: Spot; text: string }[],
  index: FieldIndex,
) {
  const inCopies = changes.flatMap(change => {
    const copy = (spot: Spot) => ({ ...spot, paragraph: document.copies.get(spot.paragraph) ?? -1 })
    const [from, to] = [copy(change.from), copy(change.to)]
    return from.paragraph < 0 || to.paragraph < 0 ? [] : [{ ...change, from, to }]
  })
  const placed = [...changes, ...inCopies].map(({ from, to, text }): Replacement => {
    const [start, end] = [page.offsetOf(from), page.offsetOf(to)]
    if (start === undefined || end === undefined || start > end)
      throw notThere(`paragraph ${from.paragraph + 1}`, 'A place that was to be changed is not on the page.')
    if (!isInOneText(document, from.paragraph, to.paragraph))
      throw notThere(
        `paragraph ${from.paragraph + 1}`,
        'A change reaches from one cell or text into another.',
      )
    return { start, end, text }
  })
  const rising = placed.toSorted((one, other) => one.start - other.start || one.end - other.end)
  for (const [at, { start }] of rising.entries()) {
    const before = rising[at - 1]
    if (before && (before.end > start || (before.start === start && before.end === start)))
      throw notThere(`paragraph ${page.at(start).paragraph + 1}`, 'Two changes were to be made in one place.')
  }
  const known = nativePlaces(document, index)
    .map(native => ({
      ...{ native, start: page.offsetOf(native.from) ?? 0, end: page.offsetOf(native.to) ?? 0 },
    }))
    .filter(({ start, end }) => start < end)
  // A control of an unknown name is changed as a whole, or what stands in it as any text.
  const whole = known.filter(({ native }) => native.isUnknown)
  const fixed = known.filter(({ native }) => !native.isUnknown)
  const replacements: Replacement[] = []
  const natives: { native: NativePlace; text: string }[] = []
  for (const change of rising) {
    const met =
      fixed.find(({ start, end }) => change.start < end && change.end > start) ??
      whole.find(({ start, end }) => change.start === start && change.end === end)
    if (met === undefined) replacements.push(change)
    else if (
      (met.native.holder || renamedIn(met.native, change.text)) &&
      met.start === change.start &&
      met.end === change.end
    )
      natives.push({ native: met.native, text: change.text })
    else
      throw new WordTemplateError(
        met.native.holder
          ? `The field “${met.native.name}” is changed as a whole or not at all. Choose the place again: nothing was changed.`
          : `“${met.native.text}” decides what is printed and stays as it is. Change it in Word: nothing was changed.`,
        `paragraph ${page.at(change.start).paragraph + 1}`,
      )
  }
  const inNatives = new Stretches(known.map(({ native }) => native))
  const held = new Set(
    document.paragraphs.flatMap(({ index: paragraph, pieces }) =>
      pieces.flatMap(({ node, start, text }) => {
        const [from, to] = [start, start + text.length].map(offset => ({ paragraph, offset }))
        return node && from && to && inNatives.cover({ from, to }) ? node : []
      }),
    ),
  )
  return { replacements, natives, held }
}

const HOLDS_TEXT = /^w:(?:tc|txbxContent|body|hdr|ftr|footnote|endnote)$/

/** Whether paragraphs stand in one cell or text: a cell that lost its only paragraph would be refused by Word. */
function isInOneText({ paragraphs }: OpenDocument, first: number, last: number): boolean {
  if (first === last) return true
  const holders = paragraphs
    .slice(first, last + 1)
    .map(({ element }) => nearestAncestor(element, ({ name }) => HOLDS_TEXT.test(name)))
  return new Set(holders).size === 1
}

/** Refuses a change of what the page does not have. */
export const notThere = (place: string, what: string) =>
  new WordTemplateError(`${what} Open the page again: nothing was changed.`, place)
