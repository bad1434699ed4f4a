import { isXmlPart, type Part, partOf, type WordPackage } from '#server/word/file/package.ts'
import type { LinkPolicy, Removal } from '#server/word/file/clean-package.ts'
import { XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { unpack } from '#server/word/file/zip-read.ts'
import { packEntry, storeEntry } from '#server/word/file/zip-write.ts'
import { cleanSvg } from './clean-svg.ts'
import { isHiddenPicture, pictureKind, unpacked } from './picture-kind.ts'

// One dot that nobody sees: the frame stays as it was, and what is written in its alt text goes on working.
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)
const PICTURE_LINK = /^(image|hdphoto|thumbnail|svg)$/i
const PICTURE_TYPE = /^image\//i
// These are read as trees and written anew, so no drawing stays in them.
const TEXT_TYPE = /wordprocessingml\.(template|document|header|footer|footnotes|endnotes)\b/
const SHOWN_ADDRESS = 80
const SHOWN_PER_DRAWING = 20

/**
 * Leaves in a file only pictures that are nothing but pictures. Each is known by its content, since programs read it by
 * that: drawings (SVG) are written anew, formats that can fetch or run something become blank.
 */
export function cleanPictures(packaged: WordPackage, links: LinkPolicy): Removal[] {
  const removals: Removal[] = []
  const pictures = partsShown(packaged)
  for (const part of [...packaged.parts.values()]) {
    if (TEXT_TYPE.test(part.contentType)) continue
    const isPicture = PICTURE_TYPE.test(part.contentType) || pictures.has(part)
    if (isXmlPart(part) && !isPicture) {
      if (!holdsDrawing(part)) continue
      for (const owner of [undefined, ...packaged.parts.values()])
        links.drop(packaged, owner, part, 'drawing in another part')
      continue
    }
    const content = unpack(part.entry, isXmlPart(part) ? XML_LIMITS.partBytes : undefined)
    if (isPicture) removals.push(...cleanPicture(part, content))
    else if (isHiddenPicture(content)) removals.push(...blank(part, 'hidden picture'))
  }
  return removals
}

function cleanPicture(part: Part, packed: Buffer): Removal[] {
  const content = unpacked(packed, XML_LIMITS.partBytes)
  if (content === undefined) return blank(part, 'picture that cannot be unpacked')
  if (pictureKind(content) !== 'unknown') {
    if (content !== packed) part.entry = storeEntry(part.name, content)
    return []
  }
  const drawing = cleanSvg(content)
  if (drawing === undefined) return blank(part, 'picture of a kind that is not printed')
  part.entry = packEntry(part.name, drawing.xml)
  return drawing.found.slice(0, SHOWN_PER_DRAWING).map(found => ({
    what: `${found.slice(0, SHOWN_ADDRESS)} in a drawing`,
    place: part.name,
  }))
}

function blank(part: Part, what: string): Removal[] {
  part.entry = storeEntry(part.name, BLANK)
  part.contentType = 'image/png'
  return [{ what, place: part.name }]
}

function partsShown(packaged: WordPackage): Set<Part> {
  const shown = new Set<Part>()
  for (const owner of [undefined, ...packaged.parts.values()]) {
    for (const relationship of owner?.relationships ?? packaged.rootRelationships) {
      if (relationship.isExternal || !PICTURE_LINK.test(relationship.kind)) continue
      const part = partOf(packaged, relationship, owner)
      if (part !== undefined) shown.add(part)
    }
  }
  return shown
}

/** Whether a part of another kind would be taken for a drawing by who looks at its beginning. */
function holdsDrawing(part: Part): boolean {
  const content = unpack(part.entry, XML_LIMITS.partBytes).toString('latin1').replaceAll('\0', '')
  return /<([\w.-]+:)?svg[\s>/]/i.test(content)
}
