import { anchorKey } from './anchors.ts'
import { isElement, isEnclosure, Marker, type TreeNode, type TreeParent, XmlElement } from './tree.ts'

/** A paragraph's content from one line break to the next. */
export interface Line {
  /** The run with the break before it; undefined for the first line. */
  lineBreak: XmlElement | undefined
  content: TreeNode[]
  /** Whether it goes when its placeholders print nothing. */
  mayGo: boolean
}

// Marks between values, which nobody wants to read without the values.
const NO_WORDS = /^[\s,;/|()·–—-]*$/
const TEXT_ELEMENTS = /^w:(r|t|tab|cr|hyperlink|smartTag|ins|bookmarkStart|bookmarkEnd|proofErr)$/
const PROPERTIES = /^w:[a-zA-Z]+Pr$/

/**
 * Whether a paragraph holds placeholders and no words of its own, so that it goes when they print nothing.
 * The last paragraph of a cell or a header stays, as do those that end a section or part two tables.
 */
export function mayVanish(paragraph: XmlElement): boolean {
  return isOnlyPlaceholders(contentOf(paragraph)) && canBeSpared(paragraph)
}

/** The lines of a paragraph some of which may go; undefined when there is nothing to decide. */
export function linesOf(paragraph: XmlElement): Line[] | undefined {
  const lines: Line[] = [{ lineBreak: undefined, content: [], mayGo: false }]
  for (const child of contentOf(paragraph)) {
    const last = lines.at(-1)
    if (isBreakRun(child)) lines.push({ lineBreak: child, content: [], mayGo: false })
    else last?.content.push(child)
  }
  if (lines.length === 1) return undefined
  for (const line of lines) line.mayGo = isOnlyPlaceholders(line.content)
  return lines.some(line => line.mayGo) ? lines : undefined
}

export function contentOf(paragraph: XmlElement): TreeNode[] {
  return paragraph.children.filter(child => !isElement(child, 'w:pPr'))
}

/** A run that holds a line break alone; `splitAtBreaks` makes such runs. */
function isBreakRun(node: TreeNode): node is XmlElement {
  if (!isElement(node, 'w:r')) return false
  const content = node.children.filter(child => !isElement(child, 'w:rPr'))
  return content.length === 1 && isLineBreak(content[0])
}

export function isLineBreak(node: TreeNode | undefined): boolean {
  if (isElement(node, 'w:cr')) return true
  return isElement(node, 'w:br') && (node.attributes.get('w:type') ?? 'textWrapping') === 'textWrapping'
}

function isOnlyPlaceholders(nodes: readonly TreeNode[]): boolean {
  const anchors = new Map<string, number>()
  const found = { placeholders: false, other: false }
  const visit = (node: TreeNode, isOptional: boolean): void => {
    if (typeof node === 'string') found.other ||= !isOptional && !NO_WORDS.test(node)
    else if (node instanceof Marker) found.placeholders = true
    else if (isEnclosure(node)) {
      found.placeholders = true
      for (const child of node.children) visit(child, true)
    } else if (!PROPERTIES.test(node.name)) {
      const key = anchorKey(node)
      if (key !== undefined) anchors.set(key, (anchors.get(key) ?? 0) + 1)
      if (!TEXT_ELEMENTS.test(node.name) && !isLineBreak(node) && !isOptional) found.other = true
      for (const child of node.children) visit(child, isOptional)
    }
  }
  for (const node of nodes) visit(node, false)
  const isWhole = [...anchors.values()].every(ends => ends === 2)
  return found.placeholders && !found.other && isWhole
}

const ENDS_WITH_PARAGRAPH = new Set(['w:tc', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent'])

/** Whether a file stays whole without a paragraph: cells and headers end with one, sections may, tables are parted. */
export function canBeSpared(paragraph: XmlElement): boolean {
  const properties = paragraph.children.find(child => isElement(child, 'w:pPr'))
  if (isElement(properties) && properties.children.some(child => isElement(child, 'w:sectPr'))) return false
  const parent = paragraph.parent
  if (parent === null) return false
  return !isLastIn(paragraph) && !partsTables(paragraph, parent.children)
}

/** Word would join two tables with nothing between them; of several lines that may all go, the last one stays. */
function partsTables(paragraph: XmlElement, siblings: readonly TreeNode[]): boolean {
  const index = siblings.indexOf(paragraph)
  const after = siblings[index + 1]
  if (after !== undefined && !isElement(after, 'w:tbl') && !isElement(after, 'w:sectPr')) return false
  let at = index - 1
  for (
    let node = siblings[at];
    isElement(node, 'w:p') && isOnlyPlaceholders(contentOf(node));
    node = siblings[at]
  )
    at -= 1
  return isElement(siblings[at], 'w:tbl')
}

function isLastIn(node: XmlElement): boolean {
  let child: XmlElement | Exclude<TreeParent, XmlElement> = node
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    if (parent.children.at(-1) !== child) return false
    if (parent instanceof XmlElement && ENDS_WITH_PARAGRAPH.has(parent.name)) return true
    if (isElement(parent, 'w:body')) return false
    child = parent
  }
  return true
}
