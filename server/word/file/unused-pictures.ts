import { type Part, partOf, type Relationship, type WordPackage } from './package.ts'
import { elementsBelow, Marker, type XmlElement } from './tree.ts'

/** Leaves out of the file the sample pictures whose places have been taken, as nobody would see them again. */
export function dropUnusedPictures(packaged: WordPackage, owner: Part, tree: XmlElement): void {
  const used = usedIds(tree)
  const isUnused = ({ kind, id }: Relationship) => kind === 'image' && !used.has(id)
  const dropped = owner.relationships.filter(isUnused)
  owner.relationships = owner.relationships.filter(relationship => !isUnused(relationship))
  for (const relationship of dropped) {
    const picture = partOf(packaged, relationship, owner)
    if (picture === undefined || isLinked(packaged, picture)) continue
    for (const [key, part] of packaged.parts) if (part === picture) packaged.parts.delete(key)
  }
}

function usedIds(tree: XmlElement): Set<string> {
  const used = new Set<string>()
  for (const element of elementsBelow(tree)) {
    for (const value of element.attributes.values()) used.add(value)
    for (const child of element.children) {
      if (!(child instanceof Marker) || child.instruction.type !== 'picture') continue
      const { before, wrapping, link, shape } = child.instruction.frame
      const markup = before + wrapping + link + shape.open + shape.effects
      for (const [, value = ''] of markup.matchAll(/"([^"]*)"/g)) used.add(value)
    }
  }
  return used
}

function isLinked(packaged: WordPackage, picture: Part): boolean {
  return [...packaged.parts.values()].some(owner =>
    owner.relationships.some(
      relationship => !relationship.isExternal && partOf(packaged, relationship, owner) === picture,
    ),
  )
}
