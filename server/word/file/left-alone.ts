import { isXmlPart, type Part } from './package.ts'
import { Marker, nearestAncestor, type TreeNode, XmlElement } from './tree.ts'
import type { Origin } from './tree.ts'
import type { TemplateProblem } from './word-error.ts'

const PLACEHOLDER = /\{\{\s{0,9}[#/]?\s{0,9}[\p{L}_][^{}<>]{0,200}\}\}/u

/** A placeholder that nothing will fill, and what a person calls the place. */
export interface LeftPlaceholder {
  source: string
  where: string
  /** Whether a reader of the document meets it; else it matters to who opens the file alone. */
  isPrinted: boolean
}

/** The first one of a part. */
export function leftInTree(node: TreeNode): LeftPlaceholder | undefined {
  if (typeof node === 'string' || node instanceof Marker) return undefined
  if (node instanceof XmlElement) {
    for (const [name, value] of node.attributes) {
      if (node.filled?.has(name) === true || !value.includes('{{')) continue
      const source = PLACEHOLDER.exec(value)?.[0]
      if (source !== undefined) return { source, where: whereOf(node), isPrinted: false }
    }
    if (node.filled?.has('') === true) return undefined
    for (const child of node.children) {
      if (typeof child !== 'string' || !child.includes('{{')) continue
      const source = PLACEHOLDER.exec(child)?.[0]
      if (source !== undefined) return { source, where: whereOf(node), isPrinted: false }
    }
  }
  for (const child of node.children) {
    const found = leftInTree(child)
    if (found !== undefined) return found
  }
  return undefined
}

function whereOf(element: XmlElement): string {
  const { name } = element
  if (nearestAncestor(element, ({ name: outer }) => outer === 'w:moveFrom') !== undefined)
    return 'a text moved while changes were tracked'
  if (/^w:(delText|delInstrText)$/.test(name)) return 'a text deleted while changes were tracked'
  return name.startsWith('w:bookmark') ? 'the name of a bookmark' : 'a place that is not printed'
}

/** The same of a part that is passed on as it is. */
export function leftInBytes(part: Part, content: Buffer): LeftPlaceholder | undefined {
  if (!isXmlPart(part) || !mayHoldPlaceholders(content)) return undefined
  const isWide = content[0] === 0xff || content[0] === 0xfe || content.includes('{\0{')
  const text = isWide ? content.toString('latin1').replaceAll('\0', '') : content.toString('utf8')
  const source = PLACEHOLDER.exec(text)?.[0]
  if (source === undefined) return undefined
  return { source, where: whereOfPart(part), isPrinted: /numbering/i.test(part.name) }
}

function whereOfPart({ name }: Part): string {
  if (/comments/i.test(name)) return 'a comment'
  if (/numbering/i.test(name)) return 'the numbering of a list'
  if (/styles/i.test(name)) return 'a style'
  if (/settings/i.test(name)) return 'a setting of the file'
  return 'a part of the file that is not printed'
}

export function mayHoldPlaceholders(content: Buffer): boolean {
  return content.includes('{{') || content.includes('{\0{')
}

export function leftAlone(
  { source, where }: LeftPlaceholder,
  place: string,
  order: number,
): { origin: Origin; problem: Omit<TemplateProblem, 'place'> } {
  const message = `“${source}” stands in ${where}, where nothing is filled; it is left as it stands. Take it out in Word.`
  const name = source.replace(/^\{\{\s*|\s*\}\}$/g, '')
  return { origin: { source, place, order }, problem: { kind: 'broken', name, message } }
}
