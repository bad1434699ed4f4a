import { cleanTree, LinkPolicy, type Removal } from '#server/word/file/clean-package.ts'
import { isXmlPart, openPackage, type Part, relationshipsName } from '#server/word/file/package.ts'
import { relationshipsEntry } from '#server/word/file/package-lists.ts'
import { type NodeBudget, parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { elementsBelow } from '#server/word/file/tree.ts'
import { writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'
import { readZip, unpack, type ZipEntry } from '#server/word/file/zip-read.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { cleanSvg } from './clean-svg.ts'
import { clearFields } from './clear-fields.ts'
import { unwrapFields } from './unwrap-fields.ts'

/** A file that Word opens without loading anything from elsewhere, and what was taken out for it. */
export interface SafeFile {
  /** The very bytes that were given where nothing was taken out. */
  bytes: Uint8Array
  removed: readonly Removal[]
}

/** What may make Word load or start something: nothing else needs to be read as a tree. */
const SUSPECT = /fldChar|fldSimple|webVideoPr|mailMerge|attachedTemplate|<v:|dataBinding/

/**
 * A template for whoever opens it in Word: links to other templates, pictures, data and objects elsewhere go, with
 * addresses that are neither pages nor messages, and fields that fetch something. What stays in the file itself stays:
 * embedded objects, pieces of text, bindings, fields of the program. Throws `WordTemplateError` for a file that cannot be read.
 */
export async function safeToOpen(bytes: Uint8Array): Promise<SafeFile> {
  const budget: NodeBudget = { left: XML_LIMITS.nodes }
  const entries = await readZip(bytes)
  const links = new LinkPolicy('template')
  const packaged = openPackage(entries, budget, links.keep)
  const removed: Removal[] = []
  const written = new Map<string, ZipEntry>()
  for (const part of packaged.parts.values()) {
    const changed = cleanPart(part, { links, budget, removed })
    if (changed) written.set(part.name, changed)
    if (links.removedIds(part).size > 0)
      written.set(relationshipsName(part.name), relationshipsEntry(packaged, part))
  }
  removed.unshift(...links.removals)
  if (removed.length === 0) return { bytes, removed }
  if (links.removals.some(({ place }) => place === 'the file'))
    written.set('_rels/.rels', relationshipsEntry(packaged, undefined))
  const changed = new Map([...written].map(([name, entry]) => [name.toLowerCase(), entry]))
  const before = openPackage(entries, { left: XML_LIMITS.nodes }, () => true)
  const gone = new Set(
    [...before.parts].flatMap(([key, { name }]) =>
      packaged.parts.has(key) ? [] : [name.toLowerCase(), relationshipsName(name).toLowerCase()],
    ),
  )
  const kept = [...entries.values()].flatMap(entry => {
    const name = entry.name.toLowerCase()
    return gone.has(name) ? [] : [changed.get(name) ?? entry]
  })
  return { bytes: writeZip(kept), removed }
}

type Work = { links: LinkPolicy; budget: NodeBudget; removed: Removal[] }

/** The part without what leads out; undefined where nothing does. */
function cleanPart(part: Part, { links, budget, removed }: Work): ZipEntry | undefined {
  const isPicture = part.contentType.startsWith('image/')
  if (isPicture && !part.contentType.includes('svg')) return undefined
  if (!isPicture && !isXmlPart(part)) return undefined
  const content = unpack(part.entry, XML_LIMITS.partBytes)
  const found: string[] = []
  const remember = (what: string) => found.push(what)
  if (isPicture) {
    const drawing = cleanSvg(content)
    for (const what of drawing?.found ?? []) remember(`${what.slice(0, SHOWN)} in a drawing`)
    removed.push(...found.map(what => ({ what, place: part.name })))
    return drawing && found.length > 0 ? packEntry(part.name, drawing.xml) : undefined
  }
  const ids = links.removedIds(part)
  if (ids.size === 0 && !SUSPECT.test(content.toString('latin1').replaceAll('\0', ''))) return undefined
  const tree = parseXml(content, part.name, budget)
  cleanTree(tree, ids, remember, { isTemplate: true })
  const boxes = elementsBelow(tree).filter(({ name }) => name === 'w:txbxContent')
  for (const story of [tree, ...boxes]) {
    unwrapFields(story, remember)
    clearFields(story, 'fetching', remember)
  }
  removed.push(...found.map(what => ({ what, place: part.name })))
  const isChanged = ids.size > 0 || found.length > 0
  return isChanged ? packEntry(part.name, XML_DECLARATION + writeXml(tree)) : undefined
}

const SHOWN = 80
