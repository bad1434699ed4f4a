import { textElement } from '#server/word/file/paragraph-pieces.ts'
import {
  append,
  insertBefore,
  isElement,
  nearestAncestor,
  type TreeParent,
  XmlElement,
} from '#server/word/file/tree.ts'
import { inside, spanOf, type TextParagraph } from './open-document.ts'
import { paragraphsIn } from './shown-enclosures.ts'

/** Paragraphs, counted in the reading order of the file, that stand only where a field or a list is filled in. */
export interface BlockCondition {
  field: string
  first: number
  last: number
}

type Ends = readonly [XmlElement, XmlElement]
export type PlacedBlock = BlockCondition & { ends: Ends | undefined }

/**
 * The two rows or blocks, in one table or one text, that hold the first and the last of the paragraphs; a whole row
 * where they are all that it has. Undefined where there are none such, or they are gone.
 */
export const placeConditions = (
  paragraphs: readonly TextParagraph[],
  conditions: readonly BlockCondition[],
): PlacedBlock[] => conditions.map(one => ({ ...one, ends: endsOf(paragraphs, one.first, one.last) }))

const isAroundRows = ([from]: Ends) => isElement(from, 'w:tr')
const sizeOf = ({ first, last }: BlockCondition) => last - first

/** Around lines, each condition is two lines more: outer conditions first, for inner ones to stand within them. */
export function writeAroundLines(placed: readonly PlacedBlock[]): void {
  for (const { field, ends } of placed.toSorted((one, other) => sizeOf(other) - sizeOf(one))) {
    if (!ends || isAroundRows(ends)) continue
    insertBefore(ends[0], [paragraphOf(`{{#if ${field}}}`)])
    insertAfter(ends[1], paragraphOf('{{/if}}'))
  }
}

/** Around rows, a condition begins and ends within them: inner ones first, for outer ones to stand around them. */
export function writeAroundRows(placed: readonly PlacedBlock[]): void {
  const edges = new Map<XmlElement, Ends>()
  for (const { field, ends } of placed.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    if (!ends || !isAroundRows(ends)) continue
    const [from, to] = ends
    const inner = [edges.get(from)?.[0] ?? from, edges.get(to)?.[1] ?? to] as const
    const outer = encloseRows(...inner, { before: `{{#if ${field}}}`, after: '{{/if}}' })
    if (from === to) edges.set(from, outer)
  }
}

/** Puts texts around everything that rows show; answers the first and the last row then. */
export function encloseRows(
  from: XmlElement,
  to: XmlElement,
  { before, after }: { before: string; after: string },
): Ends {
  const [first, last] = [paragraphsIn(from)[0], paragraphsIn(to).at(-1)]
  if (!first || !last) return [from, to]
  // Within one paragraph they would enclose its text, and a blank row would remain.
  if (first === last) {
    const [opening, closing] = [rowOf(before, from), rowOf(after, from)]
    insertBefore(from, [opening])
    insertAfter(to, closing)
    return [opening, closing]
  }
  const start = first.children.find(child => isElement(child) && child.name !== 'w:pPr')
  if (isElement(start)) insertBefore(start, [runOf(before)])
  else append(first, runOf(before))
  append(last, runOf(after))
  return [from, to]
}

function endsOf(paragraphs: readonly TextParagraph[], first: number, last: number): Ends | undefined {
  const within = paragraphs.slice(first, last + 1).filter(({ element }) => isThere(element))
  const [from, to] = [within[0]?.element, within.at(-1)?.element]
  if (!from || !to || boxOf(from) !== boxOf(to)) return undefined
  const above = (element: XmlElement) => [element, ...ancestorsOf(element)]
  const [one, other] = [above(from), above(to)]
  for (const [index, container] of one.entries()) {
    const place = other.indexOf(container)
    if (index === 0 || place < 1) continue
    if (container.name === 'w:tr') return [container, container]
    const [start, end] = [one[index - 1], other[place - 1]]
    if (!start || !end || !HOLDS_BLOCKS.has(container.name)) return undefined
    return wholeRow(from, to) ?? [start, end]
  }
  return undefined
}

/** A text box is a text of its own, though it hangs on a line of another. */
const boxOf = (element: XmlElement) => nearestAncestor(element, ({ name }) => name === 'w:txbxContent')

/** A row of which these are the first paragraph and the last: without them a blank row would remain. */
function wholeRow(from: XmlElement, to: XmlElement): Ends | undefined {
  const row = nearestAncestor(from, ({ name }) => name === 'w:tr')
  const shown = row && paragraphsIn(row)
  return row && shown?.[0] === from && shown.at(-1) === to ? [row, row] : undefined
}

const HOLDS_BLOCKS = new Set(['w:body', 'w:tc', 'w:tbl', 'w:hdr', 'w:ftr', 'w:txbxContent', 'w:sdtContent'])

function ancestorsOf(element: XmlElement): XmlElement[] {
  const above = nearestAncestor(element, () => true)
  return above ? [above, ...ancestorsOf(above)] : []
}

const ROOTS = new Set(['w:document', 'w:hdr', 'w:ftr', 'w:footnotes', 'w:endnotes'])
const isThere = (element: XmlElement) => ancestorsOf(element).some(({ name }) => ROOTS.has(name))

function insertAfter(element: XmlElement, node: XmlElement): void {
  const { parent }: { parent: TreeParent | null } = element
  if (!parent) return
  node.parent = parent
  parent.children.splice(parent.children.indexOf(element) + 1, 0, node)
}

function runOf(text: string): XmlElement {
  const run = new XmlElement('w:r')
  append(run, textElement(text))
  return run
}

function paragraphOf(text: string): XmlElement {
  const paragraph = new XmlElement('w:p')
  append(paragraph, runOf(text))
  return paragraph
}

/** A row of one cell, as wide as the cells of another. */
function rowOf(text: string, like: XmlElement): XmlElement {
  const [row, cell, properties] = [new XmlElement('w:tr'), new XmlElement('w:tc'), new XmlElement('w:tcPr')]
  const columns = inside(like, 'w:tc').reduce((sum, one) => sum + spanOf(one), 0)
  if (columns > 1) append(properties, new XmlElement('w:gridSpan', new Map([['w:val', String(columns)]])))
  append(row, cell)
  append(cell, properties)
  append(cell, paragraphOf(text))
  return row
}
