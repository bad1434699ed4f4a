import { type Condition, elementsBelow, nearestAncestor, type XmlElement } from '#server/word/file/tree.ts'
import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import type { OpenDocument, TextParagraph } from './open-document.ts'

interface Spot {
  paragraph: number
  offset: number
}
interface Stretch {
  from: Spot
  to: Spot
}

/** What two placeholders of a template enclose: a part that stands on a condition, or that a list repeats. */
export interface ShownEnclosure {
  opening: Stretch
  closing: Stretch
  /** Both are lines of their own in one text, or begin and end rows of one table; or they stand within text. */
  shape: 'lines' | 'rows' | 'text'
  /** Of a list, its name as the template has it. */
  list: string | null
  condition: Condition | null
  /** It says too what stands where the condition fails. */
  hasElse: boolean
}

interface Mark extends Stretch {
  paragraph: TextParagraph
  isLine: boolean
  /** Nothing of the paragraph stands before it, or behind it. */
  isFirst: boolean
  isLast: boolean
}

interface Open extends Pick<ShownEnclosure, 'list' | 'condition' | 'hasElse'> {
  mark: Mark
}

/** The conditions and lists of a template, outer ones first; what is not closed is none. */
export function shownEnclosures({ paragraphs, copies }: OpenDocument): ShownEnclosure[] {
  const copied = new Set(copies.values())
  const found: ShownEnclosure[] = []
  const stacks = new Map<XmlElement | undefined, Open[]>()
  for (const paragraph of paragraphs) {
    if (copied.has(paragraph.index) || !paragraph.text.includes('{{')) continue
    const story = nearestAncestor(paragraph.element, ({ name }) => STORIES.has(name))
    const stack = stacks.get(story) ?? []
    stacks.set(story, stack)
    for (const { start, end, inner, isFinished } of findPlaceholders(paragraph.text)) {
      const read = isFinished ? parseExpression(inner) : ''
      if (typeof read === 'string') continue
      const mark = (): Mark => markAt(paragraph, start, end)
      if (read.type === 'if')
        stack.push({ mark: mark(), condition: read.condition, list: null, hasElse: false })
      else if (read.type === 'open')
        stack.push({ mark: mark(), condition: null, list: read.list, hasElse: false })
      else if (read.type === 'else') {
        const around = stack.findLast(({ condition }) => condition !== null)
        if (around) around.hasElse = true
      } else if (read.type === 'close') {
        const at = stack.findLastIndex(one => closes(read.name, one))
        const [open] = at < 0 ? [] : stack.splice(at)
        if (open) found.push(enclosed(open, mark()))
      }
    }
  }
  return found.toSorted(
    (one, other) =>
      one.opening.from.paragraph - other.opening.from.paragraph ||
      one.opening.from.offset - other.opening.from.offset,
  )
}

const STORIES = new Set(['w:body', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent'])

/** The field or list that a condition asks to be filled in and nothing else; null for any other condition. */
export const fieldAsked = (condition: Condition | null): string | null =>
  condition?.type === 'filled' && condition.value.aggregate === undefined ? condition.value.name : null

const closes = (name: string, { list }: Open) =>
  name === '' || (/^(?:if|unless)$/i.test(name) ? list === null : list?.toLowerCase() === name.toLowerCase())

function markAt(paragraph: TextParagraph, start: number, end: number): Mark {
  const { index, text } = paragraph
  const [isFirst, isLast] = [text.slice(0, start).trim() === '', text.slice(end).trim() === '']
  return {
    ...{ paragraph, isFirst, isLast, isLine: isFirst && isLast },
    from: { paragraph: index, offset: start },
    to: { paragraph: index, offset: end },
  }
}

function enclosed({ mark: opening, ...open }: Open, closing: Mark): ShownEnclosure {
  return {
    opening: { from: opening.from, to: opening.to },
    closing: { from: closing.from, to: closing.to },
    shape: shapeOf(opening, closing),
    ...open,
  }
}

function shapeOf(opening: Mark, closing: Mark): ShownEnclosure['shape'] {
  const [from, to] = [opening.paragraph.element, closing.paragraph.element]
  if (opening.isLine && closing.isLine && from !== to && from.parent === to.parent) return 'lines'
  const [first, last] = [from, to].map(element => nearestAncestor(element, ({ name }) => name === 'w:tr'))
  const beginsRow = opening.isFirst && first && paragraphsIn(first)[0] === from
  const endsRow = closing.isLast && last && paragraphsIn(last).at(-1) === to
  return beginsRow && endsRow && first.parent === last.parent ? 'rows' : 'text'
}

/** Of a row, those of its text boxes left out. */
export const paragraphsIn = (row: XmlElement): XmlElement[] =>
  elementsBelow(row, ({ name }) => name !== 'w:p').filter(({ name }) => name === 'w:p')
