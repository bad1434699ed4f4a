import { isEnclosure, Marker, type TreeNode, XmlElement } from './tree.ts'

const ANCHOR = /^w:(bookmark|perm|comment)(Start|End|RangeStart|RangeEnd|Reference)$/

/** Bookmarks and the like that begin or end where content repeats or may go: halves and doubles would be left. */
export function anchorsInEnclosures(
  root: TreeNode,
  isInside = false,
  found = new Set<string>(),
): Set<string> {
  if (typeof root === 'string' || root instanceof Marker) return found
  const key = root instanceof XmlElement && isInside ? anchorKey(root) : undefined
  if (key !== undefined) found.add(key)
  for (const child of root.children) anchorsInEnclosures(child, isInside || isEnclosure(root), found)
  return found
}

/** What the two ends of one anchor have in common. */
export function anchorKey(element: XmlElement): string | undefined {
  const kind = ANCHOR.exec(element.name)?.[1]
  return kind === undefined ? undefined : `${kind} ${element.attributes.get('w:id')}`
}

/** Shapes of the older kind are numbered too; the types they refer to are not. */
export function needsOwnNumber(element: XmlElement): boolean {
  if (!element.attributes.has('id')) return false
  return element.name === 'wp:docPr' || (element.name.startsWith('v:') && element.name !== 'v:shapetype')
}
