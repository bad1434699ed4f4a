import {
  append,
  type Conditional,
  elementsBelow,
  isBlockMark,
  isElement,
  isEnclosure,
  Marker,
  type TreeNode,
  type TreeParent,
  XmlElement,
} from '#server/word/file/tree.ts'
import { copy } from '#server/word/file/runs.ts'

/** What stands beside the marks of a repeat or a condition in the same paragraph or row: it belongs to neither. */

const PROPERTIES = /^w:(\w+Pr|tblPrEx|tblGrid)$/
const PRINTS_NOTHING =
  /^w:(\w+Pr|tblPrEx|tblGrid|tab|cr|proofErr|(bookmark|perm|commentRange)(Start|End)|commentReference)$/
const PRINTS_BY_CONTENT = /^w:(p|r|t|tbl|tr|tc|hyperlink|smartTag|ins|del|moveFrom|moveTo|bdo|dir|customXml)$/

/** Whether something of a node is seen on paper; spaces and line ends alone are not. */
function prints(node: TreeNode): boolean {
  if (typeof node === 'string') return node.trim() !== ''
  if (node instanceof Marker) return !isBlockMark(node)
  if (isEnclosure(node)) return true
  if (node.name === 'w:br') return /^(page|column)$/.test(node.attributes.get('w:type') ?? '')
  if (PRINTS_NOTHING.test(node.name)) return false
  return PRINTS_BY_CONTENT.test(node.name) ? node.children.some(prints) : true
}

type Inner = Exclude<TreeNode, string>

export function printsBefore(marker: Marker, holder: Inner): boolean {
  return pathUp(marker, holder).some(([parent, at]) => parent.children.slice(0, at).some(prints))
}

export function printsAfter(marker: Marker, holder: Inner): boolean {
  return pathUp(marker, holder).some(([parent, at]) => parent.children.slice(at + 1).some(prints))
}

/** The parents of a marker up to `holder`, each with the place of the step below it. */
function pathUp(marker: Marker, holder: Inner): [TreeParent, number][] {
  const path: [TreeParent, number][] = []
  let node: Inner = marker
  while (node !== holder && node.parent !== null) {
    path.push([node.parent, node.parent.children.indexOf(node)])
    node = node.parent
  }
  return path
}

/** Some neighbours that a condition is put around. */
export interface NodeRange {
  container: TreeParent
  nodes: readonly Inner[]
}

/**
 * What stands between two marks, in the largest pieces that can be enclosed without what stands beside the marks:
 * whole paragraphs and rows where nothing else is in them, the content of cells and parts of paragraphs else.
 */
export function rangesBetween(from: Marker, to: Marker, container: TreeParent): NodeRange[] {
  return between({ container, from, to })
}

interface Between {
  container: TreeParent
  /** Left out where everything from the beginning, or to the end, lies between. */
  from?: Marker
  to?: Marker
}

function between({ container, from, to }: Between): NodeRange[] {
  const { children } = container
  const first = from && stepTo(from, container)
  const last = to && stepTo(to, container)
  const start = first === undefined ? 0 : children.indexOf(first)
  const end = last === undefined ? children.length - 1 : children.indexOf(last)
  const found: NodeRange[] = []
  const whole: Inner[] = []
  for (const [index, child] of children.slice(start, end + 1).entries()) {
    if (typeof child === 'string' || (isElement(child) && PROPERTIES.test(child.name))) continue
    const begins = index === 0 && from !== undefined && first === child ? from : undefined
    const ends = index === end - start && to !== undefined && last === child ? to : undefined
    const isCutBefore = begins !== undefined && printsBefore(begins, child)
    const isCutAfter = ends !== undefined && (printsAfter(ends, child) || isOnlyMark(ends, child))
    if (!isCutBefore && !isCutAfter) whole.push(child)
    else if (!(child instanceof Marker) && printsWithin(child, begins, ends)) {
      found.push(...between({ container: child, ...(begins && { from: begins }), ...(ends && { to: ends }) }))
    }
  }
  // A row has room for nothing but cells, so the cells stay and what they hold goes.
  if (isElement(container, 'w:tr')) {
    for (const cell of whole) if (!(cell instanceof Marker)) found.push(...between({ container: cell }))
  } else if (whole.length > 0) found.push({ container, nodes: whole })
  return found
}

/** An “else” that has its place to itself is left to the branch that it begins. */
function isOnlyMark(marker: Marker, holder: Inner): boolean {
  return marker.instruction.type === 'else' && !printsBefore(marker, holder)
}

function printsWithin(holder: Inner, from: Marker | undefined, to: Marker | undefined): boolean {
  return (from === undefined || printsAfter(from, holder)) && (to === undefined || printsBefore(to, holder))
}

export function encloseRange({ container, nodes }: NodeRange, conditional: Conditional): void {
  const [first] = nodes
  if (first === undefined) return
  const from = container.children.indexOf(first)
  const content = container.children.splice(from, nodes.length, conditional)
  conditional.parent = container
  for (const node of content) append(conditional, node)
}

function stepTo(marker: Marker, container: TreeParent): Inner {
  let node: Inner = marker
  while (node.parent !== null && node.parent !== container) node = node.parent
  return node
}

/** Whether as many fields end between two marks as begin there, so that a cut at the marks splits none. */
export function holdsWholeFields(from: Marker, to: Marker, container: TreeParent): boolean {
  let depth = 0
  let lowest = 0
  let isInside = false
  const visit = (node: TreeNode): void => {
    if (node === from) isInside = true
    if (node === to) isInside = false
    if (typeof node === 'string' || node instanceof Marker) return
    if (isInside && isElement(node, 'w:fldChar')) {
      const type = node.attributes.get('w:fldCharType')
      depth += type === 'begin' ? 1 : type === 'end' ? -1 : 0
      lowest = Math.min(lowest, depth)
    }
    for (const child of node.children) visit(child)
  }
  const [first, last] = [stepTo(from, container), stepTo(to, container)]
  const { children } = container
  for (const child of children.slice(children.indexOf(first), children.indexOf(last) + 1)) visit(child)
  return depth === 0 && lowest === 0
}

const MAY_BE_CUT = /^w:(p|r|hyperlink|ins|moveTo|smartTag|bdo|dir|customXml)$/

/**
 * Cuts a paragraph in two at a marker, so that what stands beside a repeat stands outside of it. Answers the part
 * with the marker, or undefined where the holder cannot be cut: a row, a table.
 */
export function cutAt(marker: Marker, holder: Inner, side: 'before' | 'after'): XmlElement | undefined {
  const path: XmlElement[] = []
  for (let node: TreeParent | null = marker.parent; node !== null; node = node.parent) {
    if (!(node instanceof XmlElement) || !MAY_BE_CUT.test(node.name)) return undefined
    path.push(node)
    if (node === holder) break
  }
  const [run] = path
  const outermost = path.at(-1)
  if (
    run === undefined ||
    outermost === undefined ||
    outermost !== holder ||
    !splitsNoField(marker, outermost)
  )
    return undefined
  let right: TreeNode[] = []
  let at: Inner = marker
  for (const [depth, element] of path.entries()) {
    const index = element.children.indexOf(at) + (side === 'after' || depth > 0 ? 1 : 0)
    const twin = twinOf(element)
    const moved = element.children.splice(index)
    for (const child of [...right, ...moved]) append(twin, child)
    right = [twin]
    at = element
  }
  const [twin] = right
  const { parent } = outermost
  if (!(twin instanceof XmlElement) || parent === null) return undefined
  parent.children.splice(parent.children.indexOf(outermost) + 1, 0, twin)
  twin.parent = parent
  keepOnce(outermost, twin)
  const kept = side === 'before' ? twin : outermost
  if (!printsBefore(marker, kept) && !printsAfter(marker, kept)) dropSpaces(kept, marker)
  return kept
}

/** Of the same kind and format, and empty. */
function twinOf(element: XmlElement): XmlElement {
  const twin = new XmlElement(element.name, new Map(element.attributes))
  for (const child of element.children) {
    if (child instanceof XmlElement && PROPERTIES.test(child.name)) append(twin, copy(child))
  }
  return twin
}

/** A new page is begun before the first part, and a section ends with the second. */
function keepOnce(first: XmlElement, second: XmlElement): void {
  const without = (paragraph: XmlElement, name: string) => {
    const properties = paragraph.children.find(child => isElement(child, 'w:pPr'))
    if (isElement(properties))
      properties.children = properties.children.filter(child => !isElement(child, name))
  }
  without(first, 'w:sectPr')
  without(second, 'w:pageBreakBefore')
}

function splitsNoField(marker: Marker, holder: XmlElement): boolean {
  const end = new Marker({ type: 'close', name: '' }, marker.origin)
  append(holder, end)
  const isWhole = holdsWholeFields(marker, end, holder)
  holder.children.pop()
  return isWhole
}

const ANCHORS = /^w:(bookmark|perm|commentRange)(Start|End)$/

/** Leaves the marker's run alone, so that the paragraph goes with it. */
function dropSpaces(kept: XmlElement, marker: Marker): void {
  const anchors = elementsBelow(kept).filter(element => ANCHORS.test(element.name))
  const stays = kept.children.filter(child => isElement(child) && PROPERTIES.test(child.name))
  kept.children = []
  for (const child of [...stays, ...anchors]) append(kept, child)
  if (marker.parent instanceof XmlElement) append(kept, marker.parent)
}
