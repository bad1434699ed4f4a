import { posix } from 'node:path'
import { type Part, partOf, type Relationship, relationshipsName, type WordPackage } from './package.ts'
import { escapeAttribute, relationshipsXml, XML_DECLARATION } from './write-xml.ts'
import type { ZipEntry } from './zip-read.ts'
import { packEntry } from './zip-write.ts'

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATIONSHIPS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml'

/** The finished document's list of contents: a template has become a document. */
export function contentTypesEntry({ parts, defaults }: WordPackage, getsPictures: boolean): ZipEntry {
  const types = new Map(defaults)
  // Parts that the file has already are each listed with their own type, whatever their extension.
  if (getsPictures) types.set('png', 'image/png').set('jpeg', 'image/jpeg')
  if (!types.has('rels')) types.set('rels', RELATIONSHIPS_TYPE)
  const lines = [...types].map(
    ([extension, type]) =>
      `<Default Extension="${escapeAttribute(extension)}" ContentType="${escapeAttribute(type)}"/>`,
  )
  for (const part of parts.values()) {
    const type = part.contentType.replace('.template.main+xml', '.document.main+xml')
    lines.push(
      `<Override PartName="/${escapeAttribute(asPartName(part.name))}" ContentType="${escapeAttribute(type)}"/>`,
    )
  }
  return packEntry(
    '[Content_Types].xml',
    `${XML_DECLARATION}<Types xmlns="${TYPES}">${lines.join('')}</Types>`,
  )
}

/** The links of a part, or of the whole file. */
export function relationshipsEntry(packaged: WordPackage, owner: Part | undefined): ZipEntry {
  const name = owner === undefined ? '_rels/.rels' : relationshipsName(owner.name)
  return packEntry(name, relationshipsXml(relationshipLines(packaged, owner)))
}

export function relationshipLines(packaged: WordPackage, owner: Part | undefined): string {
  const relationships = owner === undefined ? packaged.rootRelationships : owner.relationships
  return relationships
    .map(relationship => {
      const { id, type, isExternal } = relationship
      const target = isExternal ? relationship.target : targetOf(packaged, relationship, owner)
      const mode = isExternal ? ' TargetMode="External"' : ''
      return `<Relationship Id="${escapeAttribute(id)}" Type="${escapeAttribute(type)}" Target="${escapeAttribute(target)}"${mode}/>`
    })
    .join('')
}

/** Names of parts ignore case, but not every program that reads the document knows. */
function targetOf(packaged: WordPackage, relationship: Relationship, owner: Part | undefined): string {
  const { target } = relationship
  const part = partOf(packaged, relationship, owner)
  if (part === undefined) return target
  const folder = owner === undefined ? '' : posix.dirname(owner.name)
  const exact = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
  return exact === part.name || target.includes('%') ? target : `/${asPartName(part.name)}`
}

/** As the list of contents spells it: what a name may not hold is written as `%20` and the like. */
function asPartName(name: string): string {
  return encodeURI(name).replaceAll('%25', '%')
}
