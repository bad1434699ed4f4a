import {
  isBlockMark,
  Conditional,
  isElement,
  isEnclosure,
  Marker,
  nearestAncestor,
  remove,
  Repeat,
  type TreeNode,
  XmlElement,
} from './tree.ts'

/** Takes a marker out, and with it the run, line or row that stood there for the marker alone. */
export function discard(marker: Marker): void {
  const within = (name: string) => nearestAncestor(marker, element => element.name === name)
  const run = within('w:r')
  const paragraph = within('w:p')
  const row = within('w:tr')
  remove(marker)
  if (run !== undefined && isHollow(run)) remove(run)
  if (paragraph !== undefined && isHollow(paragraph) && isSpareParagraph(paragraph)) remove(paragraph)
  const isSpareRow = isEnclosure(row?.parent) && row.parent.children.length > 1
  if (row !== undefined && isSpareRow && isHollow(row)) remove(row)
}

function isSpareParagraph(paragraph: XmlElement): boolean {
  const holder = paragraph.parent
  if (holder instanceof Conditional) return true
  if (holder instanceof Repeat) return holder.children.length > 1
  if (!isElement(holder, 'w:tc')) return false
  const blocks = holder.children.filter(child => !isElement(child, 'w:tcPr'))
  const index = blocks.indexOf(paragraph)
  return blocks[index + 1] !== undefined || isElement(blocks[index - 1], 'w:p')
}

const PRINTS_NOTHING = /^w:(rPr|trPr|tcPr|tblPrEx|bookmarkStart|bookmarkEnd)$/
const MAY_BE_HOLLOW = /^w:(r|p|tr|tc)$/

/** Whether a run, paragraph, row or cell prints nothing. */
function isHollow(node: XmlElement): boolean {
  if (!MAY_BE_HOLLOW.test(node.name)) return false
  return node.children.every(child => {
    if (!(child instanceof XmlElement)) return false
    if (child.name === 'w:pPr') return !child.children.some(property => isElement(property, 'w:sectPr'))
    return PRINTS_NOTHING.test(child.name) || isHollow(child)
  })
}

/** Takes a paragraph out that prints nothing any more, where nothing needs it. */
export function removeSpareParagraph(paragraph: XmlElement): void {
  if (!isHollow(paragraph)) return
  if (!isElement(paragraph.parent, 'w:tc') || isSpareParagraph(paragraph)) remove(paragraph)
}

/** Whether anything is printed before and after a marker within `holder`. */
export function contentAround(marker: Marker, holder: TreeNode): { before: boolean; after: boolean } {
  const found = { before: false, after: false }
  let isPast = false
  const visit = (node: TreeNode): void => {
    if (node === marker) isPast = true
    else if (holds(node, marker) && typeof node !== 'string' && !(node instanceof Marker)) {
      for (const child of node.children) visit(child)
    } else if (mayPrint(node)) found[isPast ? 'after' : 'before'] = true
  }
  visit(holder)
  return found
}

function holds(node: TreeNode, marker: Marker): boolean {
  if (node === marker) return true
  return (
    typeof node !== 'string' && !(node instanceof Marker) && node.children.some(child => holds(child, marker))
  )
}

const PROPERTIES = /^w:(\w+Pr|tblPrEx|tblGrid|bookmarkStart|bookmarkEnd)$/
const HOLDS_CONTENT = /^w:(r|p|t|tr|tc)$/

function mayPrint(node: TreeNode): boolean {
  if (typeof node === 'string') return node !== ''
  if (node instanceof Marker) return !isBlockMark(node)
  if (isEnclosure(node)) return true
  if (PROPERTIES.test(node.name)) return false
  return HOLDS_CONTENT.test(node.name) ? node.children.some(mayPrint) : true
}
