import {
  childElement,
  type Conditional,
  isElement,
  isEnclosure,
  Repeat,
  type TreeParent,
  type XmlElement,
} from '#server/word/file/tree.ts'
import { openTag, writeXml } from '#server/word/file/write-xml.ts'

/**
 * A cell that begins a merge down in a row that repeats by itself, as it is where it goes on the merge instead: such as
 * the container of several items. Undefined for every other cell.
 */
export function mergedCell(cell: XmlElement): string | undefined {
  const properties = childElement(cell, 'w:tcPr')
  const merge = properties && childElement(properties, 'w:vMerge')
  const row = cell.parent ?? undefined
  if (!properties || merge?.attributes.get('w:val') !== 'restart') return undefined
  if (!isElement(row, 'w:tr') || !isAllThatRepeats(row)) return undefined
  const goesOn = writeXml(properties).replace(/<w:vMerge\b[^>]*\/>/, '<w:vMerge/>')
  return `${openTag(cell)}${goesOn}<w:p/></w:tc>`
}

/** With another row between its copies, their cells do not touch. */
function isAllThatRepeats(row: XmlElement): boolean {
  let child: XmlElement | Conditional = row
  for (let parent: TreeParent | null = row.parent; isEnclosure(parent); parent = parent.parent) {
    const isAlone = parent.children.every(other => other === child || typeof other === 'string')
    if (!isAlone) return false
    if (parent instanceof Repeat) return true
    child = parent
  }
  return false
}
