import { textElement } from '#server/word/file/paragraph-pieces.ts'
import {
  append,
  elementsBelow,
  insertBefore,
  isElement,
  nearestAncestor,
  XmlElement,
} from '#server/word/file/tree.ts'
import type { TextParagraph } from './open-document.ts'

/** Paragraphs, counted in the reading order of the file, that stand only where a field or a list is filled in. */
export interface BlockCondition {
  field: string
  first: number
  last: number
}

/**
 * Puts conditions around paragraphs, or around the rows of a table that they are in. Answers those whose ends are not
 * in one text or one table, or are gone: nothing is put around them.
 */
export function writeConditions(
  paragraphs: readonly TextParagraph[],
  conditions: readonly BlockCondition[],
): BlockCondition[] {
  return conditions.filter(({ field, first, last }) => {
    const ends = endsOf(paragraphs, first, last)
    if (!ends) return true
    const [from, to] = ends
    if (isElement(from, 'w:tr') && isElement(to, 'w:tr')) {
      openRow(from, `{{#if ${field}}}`)
      closeRow(to, '{{/if}}')
    } else {
      insertBefore(from, [paragraphOf(`{{#if ${field}}}`)])
      insertAfter(to, paragraphOf('{{/if}}'))
    }
    return false
  })
}

/** Writes before everything that a row shows. */
export function openRow(row: XmlElement, text: string): void {
  const [paragraph] = paragraphsIn(row)
  if (!paragraph) return
  const first = paragraph.children.find(child => isElement(child) && child.name !== 'w:pPr')
  if (isElement(first)) insertBefore(first, [runOf(text)])
  else append(paragraph, runOf(text))
}

/** Writes behind everything that a row shows. */
export function closeRow(row: XmlElement, text: string): void {
  const paragraph = paragraphsIn(row).at(-1)
  if (paragraph) append(paragraph, runOf(text))
}

const paragraphsIn = (row: XmlElement) =>
  elementsBelow(row, ({ name }) => name !== 'w:p').filter(({ name }) => name === 'w:p')

/** The two rows or blocks, in one table or one text, that hold the first and the last of the paragraphs. */
function endsOf(
  paragraphs: readonly TextParagraph[],
  first: number,
  last: number,
): readonly [XmlElement, XmlElement] | undefined {
  const within = paragraphs.slice(first, last + 1).filter(({ element }) => isThere(element))
  const [from, to] = [within[0]?.element, within.at(-1)?.element]
  if (!from || !to) return undefined
  const above = (element: XmlElement) => [element, ...ancestorsOf(element)]
  const [one, other] = [above(from), above(to)]
  for (const [index, container] of one.entries()) {
    const place = other.indexOf(container)
    if (index === 0 || place < 1) continue
    if (container.name === 'w:tr') return [container, container]
    const [start, end] = [one[index - 1], other[place - 1]]
    return start && end && HOLDS_BLOCKS.has(container.name) ? [start, end] : undefined
  }
  return undefined
}

const HOLDS_BLOCKS = new Set(['w:body', 'w:tc', 'w:tbl', 'w:hdr', 'w:ftr', 'w:txbxContent', 'w:sdtContent'])

function ancestorsOf(element: XmlElement): XmlElement[] {
  const above = nearestAncestor(element, () => true)
  return above ? [above, ...ancestorsOf(above)] : []
}

const ROOTS = new Set(['w:document', 'w:hdr', 'w:ftr', 'w:footnotes', 'w:endnotes'])
const isThere = (element: XmlElement) => ancestorsOf(element).some(({ name }) => ROOTS.has(name))

function insertAfter(element: XmlElement, node: XmlElement): void {
  const { parent } = element
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
