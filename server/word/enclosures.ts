import {
  type Condition,
  type Enclosure,
  isElement,
  isEnclosure,
  Marker,
  type TreeNode,
} from '#server/word/file/tree.ts'
import type { Lists, NameResolver } from '#server/word/language/resolve-names.ts'

/** The fields none of which may be filled for the condition to hold, as far as it is of no other kind. */
export function namesNotFilled(
  condition: Condition,
  lists: Lists,
  names: Pick<NameResolver, 'find'>,
): string[] {
  if (condition.type === 'all') return condition.conditions.flatMap(one => namesNotFilled(one, lists, names))
  if (condition.type !== 'not' || condition.condition.type !== 'filled') return []
  const found = names.find(condition.condition.value, lists)
  return typeof found === 'object' ? [found.fullName] : []
}

export function endsWithParagraph(enclosure: Enclosure): boolean {
  return isElement(enclosure.children.at(-1), 'w:p')
}

export function hasWords(node: TreeNode): boolean {
  if (typeof node === 'string') return node.trim() !== ''
  if (node instanceof Marker || isEnclosure(node)) return false
  return node.name === 'w:drawing' || node.name === 'w:pict' || node.children.some(hasWords)
}
