import {
  Conditional,
  isElement,
  isEnclosure,
  type Marker,
  nearestAncestor,
  remove,
  Repeat,
  XmlElement,
} from './tree.ts'

/** Takes a marker out, and with it the run, line or row that stood there for the marker alone. */
export function removeMarker(marker: Marker): void {
  const within = (name: string) => nearestAncestor(marker, element => element.name === name)
  const run = within('w:r')
  const paragraph = within('w:p')
  const row = within('w:tr')
  remove(marker)
  if (run !== undefined && isEmptyElement(run)) remove(run)
  if (paragraph !== undefined && isEmptyElement(paragraph) && isSpareParagraph(paragraph)) remove(paragraph)
  const isSpareRow = isEnclosure(row?.parent) && row.parent.children.length > 1
  if (row !== undefined && isSpareRow && isEmptyElement(row)) remove(row)
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
function isEmptyElement(node: XmlElement): boolean {
  if (!MAY_BE_HOLLOW.test(node.name)) return false
  return node.children.every(child => {
    if (!(child instanceof XmlElement)) return false
    if (child.name === 'w:pPr') return !child.children.some(property => isElement(property, 'w:sectPr'))
    return PRINTS_NOTHING.test(child.name) || isEmptyElement(child)
  })
}

/** Takes a paragraph out that prints nothing any more, where nothing needs it. */
export function removeEmptyParagraph(paragraph: XmlElement): void {
  if (!isEmptyElement(paragraph)) return
  if (!isElement(paragraph.parent, 'w:tc') || isSpareParagraph(paragraph)) remove(paragraph)
}
