import { partOf, type Part, type WordPackage } from './package.ts'
import { elementsBelow, nearestAncestor, type TreeParent, XmlElement } from './tree.ts'

/** One run of text that a loop cannot leave: the body, a header, a note, a text box. */
export type Story = XmlElement

const STORY_ROOTS = new Set(['w:body', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent'])
const STORY_KINDS = new Set(['header', 'footer', 'footnotes', 'endnotes'])

export interface StoryPart {
  part: Part
  /** What a person calls it: “body”, “first-page header”. */
  label: string
}

/** The parts that hold text to fill, body first, then headers and footers in the order they are used. */
export function storyParts(packaged: WordPackage, mainTree: XmlElement): StoryPart[] {
  const labels = headerLabels(packaged, mainTree)
  const found: StoryPart[] = [{ part: packaged.main, label: 'body' }]
  for (const relationship of packaged.main.relationships) {
    if (relationship.isExternal || !STORY_KINDS.has(relationship.kind)) continue
    const part = partOf(packaged, relationship, packaged.main)
    if (part === undefined || found.some(known => known.part === part)) continue
    found.push({ part, label: labels.get(relationship.id) ?? relationship.kind })
  }
  return found
}

function headerLabels(packaged: WordPackage, mainTree: XmlElement): Map<string, string> {
  const sections = elementsBelow(mainTree).filter(element => element.name === 'w:sectPr')
  const labels = new Map<string, string>()
  for (const [index, section] of sections.entries()) {
    for (const reference of section.children) {
      if (!(reference instanceof XmlElement)) continue
      const word = { 'w:headerReference': 'header', 'w:footerReference': 'footer' }[reference.name]
      const id = reference.attributes.get('r:id')
      if (word === undefined || id === undefined || labels.has(id)) continue
      const type = reference.attributes.get('w:type')
      const page = type === 'first' ? 'first-page ' : type === 'even' ? 'even-page ' : ''
      labels.set(id, `${page}${word}${sections.length > 1 ? ` of section ${index + 1}` : ''}`)
    }
  }
  return labels
}

/** Every story of a part, outer ones before the text boxes inside them. */
export function storiesOf(partTree: XmlElement): Story[] {
  return elementsBelow(partTree).filter(element => STORY_ROOTS.has(element.name))
}

/** The elements of one story without those of the text boxes anchored in it. */
export function elementsOf(story: Story): XmlElement[] {
  return elementsBelow(story, element => element === story || element.name !== 'w:txbxContent')
}

const numbers = new WeakMap<XmlElement, number>()

/** Numbers the paragraphs of a part in their reading order, from `first`; answers the next number. */
export function numberParagraphs(partTree: XmlElement, first: number): number {
  let next = first
  for (const story of storiesOf(partTree))
    for (const element of elementsOf(story)) if (element.name === 'w:p') numbers.set(element, next++)
  return next
}

/** Undefined where paragraphs have not been numbered, or where this is none. */
export const numberOf = (paragraph: XmlElement): number | undefined => numbers.get(paragraph)

/** The text around a spot of a paragraph, by which a person knows it again. */
export interface Surroundings {
  before: string
  after: string
  /** Of the last paragraph before that has any. */
  paragraphBefore: string
}

/**
 * Where a person finds a spot of a paragraph: “body, table 1, row 2, cell 1, near “Dear …””.
 */
export function placeOf(paragraph: XmlElement, label: string, near: Surroundings): string {
  const steps: string[] = []
  for (let node: TreeParent | null = paragraph; node !== null; node = node.parent) {
    const step = node instanceof XmlElement ? stepName(node) : undefined
    if (step !== undefined) steps.unshift(step)
  }
  const text = nearText(near.before, near.after)
  // In a paragraph of its own, what a person sees next to it stands in the line above.
  const above = text === '' && steps.length === 0 ? nearText(near.paragraphBefore, '') : ''
  const noted = /^(foot|end)notes$/.test(label) ? `${label.slice(0, -1)} ${steps.shift() ?? ''}` : label
  return [
    noted,
    ...steps,
    ...(text === '' ? [] : [`near “${text}”`]),
    ...(above === '' ? [] : [`below “${above}”`]),
  ].join(', ')
}

function stepName(element: XmlElement): string | undefined {
  switch (element.name) {
    case 'w:tbl':
      return `table ${ordinal(element)}`
    case 'w:tr':
      return `row ${ordinal(element)}`
    case 'w:tc':
      return `cell ${ordinal(element)}`
    case 'w:txbxContent':
      return 'text box'
    case 'w:footnote':
    case 'w:endnote':
      return element.attributes.get('w:id')
    default:
      return undefined
  }
}

const ordinals = new WeakMap<XmlElement, Map<XmlElement, number>>()

/** Counts among the elements of the same name in the same table, row, cell or story, through content controls. */
function ordinal(element: XmlElement): number {
  const container = nearestAncestor(element, isBoundary)
  if (container === undefined) return 1
  let counted = ordinals.get(container)
  if (counted === undefined) {
    counted = new Map()
    const counts = new Map<string, number>()
    for (const peer of elementsBelow(
      container,
      candidate => candidate === container || !isBoundary(candidate),
    )) {
      const count = (counts.get(peer.name) ?? 0) + 1
      counts.set(peer.name, count)
      if (isBoundary(peer)) counted.set(peer, count)
    }
    ordinals.set(container, counted)
  }
  return counted.get(element) ?? 1
}

function isBoundary(element: XmlElement): boolean {
  return /^w:(tbl|tr|tc)$/.test(element.name) || STORY_ROOTS.has(element.name)
}

const NEAR_LENGTH = 32

function nearText(before: string, after: string): string {
  // Of a paragraph of a whole book's length only what is near is worth tidying.
  const tidy = (text: string) => text.replaceAll('\uFFFC', ' ').replace(/\s+/g, ' ').trim()
  const start = tidy(before.slice(-8 * NEAR_LENGTH))
  if (start.length > NEAR_LENGTH) return `…${start.slice(-NEAR_LENGTH).replace(/^\S*\s/, '')} …`
  if (start !== '') return `${start} …`
  const end = tidy(after.slice(0, 8 * NEAR_LENGTH))
  if (end === '') return ''
  return end.length > NEAR_LENGTH ? `… ${end.slice(0, NEAR_LENGTH).replace(/\s\S*$/, '')} …` : `… ${end}`
}
