import { isEnclosure, Marker, type TreeNode, XmlElement } from './tree.ts'

const ANCHOR = /^w:(bookmark|perm|comment|moveFrom|moveTo)(Start|End|RangeStart|RangeEnd|Reference)$/

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

const TRACKED =
  /^w:(ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+PrChange|\w+PrExChange)$/

/** The attribute whose number no other element of the part may have, and what stands before the number. */
export function ownNumber({
  name,
  attributes,
}: XmlElement): { attribute: string; prefix: string } | undefined {
  if (TRACKED.test(name)) return attributes.has('w:id') ? { attribute: 'w:id', prefix: '' } : undefined
  if (!attributes.has('id')) return undefined
  if (name === 'wp:docPr') return { attribute: 'id', prefix: '' }
  // Shapes of the older kind are numbered too; the types they refer to are not.
  return name.startsWith('v:') && name !== 'v:shapetype' ? { attribute: 'id', prefix: '_x0000_s' } : undefined
}
