import { isElement, type TreeNode, XmlElement } from './tree.ts'

/** Whether a table's child is a row, or may hold some. */
export function holdsRows(node: TreeNode): boolean {
  return node instanceof XmlElement && /^w:(tr|sdt|customXml|ins|del)$/.test(node.name)
}

/** Whether a table's child prints a row whatever the values are. */
export function hasFixedRow(node: TreeNode): boolean {
  if (!(node instanceof XmlElement)) return false
  if (node.name === 'w:tr') return true
  return (
    holdsRows(node) &&
    node.children.some(child => isElement(child, 'w:sdtContent') && child.children.some(hasFixedRow))
  )
}
