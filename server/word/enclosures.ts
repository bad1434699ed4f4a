import {
  append,
  Conditional,
  type Enclosure,
  isElement,
  isEnclosure,
  Marker,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'

export function endsWithParagraph(enclosure: Enclosure): boolean {
  return isElement(enclosure.children.at(-1), 'w:p')
}

/** Word needs a paragraph at the end of a cell; a condition that prints brings its own. */
export function closeWithParagraph(enclosure: Enclosure): void {
  if (enclosure instanceof Conditional && !endsWithParagraph(enclosure))
    append(enclosure, new XmlElement('w:p'))
}

/** What a container always prints, and the enclosures after it, which may print nothing. */
export function splitTrailing(container: XmlElement): { fixed: TreeNode[]; trailing: Enclosure[] } {
  const end = container.children.findLastIndex(child => !isEnclosure(child)) + 1
  return {
    fixed: container.children.slice(0, end),
    trailing: container.children.slice(end).filter(isEnclosure),
  }
}

/** Whether a run holds a placeholder, directly or in an enclosure. */
export function holdsMarker(run: XmlElement): boolean {
  const holds = (node: TreeNode): boolean =>
    node instanceof Marker || (isEnclosure(node) && node.children.some(holds))
  return run.children.some(holds)
}

export function hasWords(node: TreeNode): boolean {
  if (typeof node === 'string') return node.trim() !== ''
  if (node instanceof Marker || isEnclosure(node)) return false
  return node.name === 'w:drawing' || node.name === 'w:pict' || node.children.some(hasWords)
}
