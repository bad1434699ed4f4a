import { nearestAncestor } from '#server/word/file/tree.ts'
import type { Find } from './with-units.ts'
import { labelMatch } from './labels.ts'
import type { OpenDocument } from './open-document.ts'
import type { PageText, Span } from './page-text.ts'
import { NAMED } from './weighed.ts'

const LONGEST_LABEL = 40
/** What may stand behind a value without saying anything. */
const NOTHING = /^[\s.,;:)]*$/

/**
 * Lines that have nothing to say without their only value, such as “Voyage: 512W” in a text, each by the start of the
 * value. In a box of a form the label stays, for the hand to write beside it.
 */
export function linesOfOne(
  finds: readonly Find[],
  { document, page }: { document: OpenDocument; page: PageText },
  namesOf: (field: string) => readonly string[],
): Map<number, Span> {
  const byLine = Map.groupBy(finds, ({ start }) => page.lineAt(start).start)
  return new Map(
    [...byLine].flatMap(([from, inLine]) => {
      const [first, second] = inLine
      if (!first || first.start === from || inLine.length > 2 || page.boxAt(first.start)?.cell) return []
      const isUnit = second?.choices[0]?.field.kind === 'unit'
      if (second && !isUnit) return []
      const label = page.text.slice(from, first.start)
      const whole = page.text.slice(from, page.lineAt(from).end).trimEnd()
      const behind = whole.slice((second ?? first).end - from)
      if (!NOTHING.test(behind) || !isLabel(label, first, namesOf) || isInTextBox(document, page, from))
        return []
      const start = from + (label.length - label.trimStart().length)
      return [[first.start, { start, end: from + whole.length }]]
    }),
  )
}

function isLabel(
  text: string,
  { choices: [first] }: Find,
  namesOf: (field: string) => readonly string[],
): boolean {
  const label = text.trim()
  if (!/\p{L}/u.test(label) || label.length > LONGEST_LABEL) return false
  // What stands for a picture, a field of Word or a note is more than a label.
  if (label.includes('\uFFFC')) return false
  return label.endsWith(':') || (first !== undefined && labelMatch(label, namesOf(first.field.name)) >= NAMED)
}

const isInTextBox = ({ paragraphs }: OpenDocument, page: PageText, offset: number): boolean => {
  const element = paragraphs[page.at(offset).paragraph]?.element
  return (
    element !== undefined && nearestAncestor(element, ({ name }) => name === 'w:txbxContent') !== undefined
  )
}
