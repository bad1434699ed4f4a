import { posix } from 'node:path'
import { relationshipKind } from './namespaces.ts'
import { type NodeBudget, parseXml, XML_LIMITS } from './parse-xml.ts'
import { isElement, type XmlElement } from './tree.ts'
import { WordTemplateError } from './word-error.ts'
import { unpack, type ZipEntry } from './zip-read.ts'

export interface Relationship {
  id: string
  type: string
  kind: string
  target: string
  isExternal: boolean
}

export interface Part {
  name: string
  contentType: string
  entry: ZipEntry
  relationships: Relationship[]
}

/** A Word file's parts that are reachable from its root, by name in lower case. */
export interface WordPackage {
  main: Part
  parts: Map<string, Part>
  rootRelationships: Relationship[]
  defaults: Map<string, string>
}

const CONTENT_TYPES = '[content_types].xml'
const WORD_MAIN =
  /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(template|document)\.main\+xml$/
const MACROS = /macroenabled|vbaproject|vbadata|ms-word\.attachedtoolbars/i

/** Decides on one relationship before its target is followed: `false` leaves it out of the package. */
export type KeepRelationship = (relationship: Relationship, owner: Part | undefined) => boolean

export function openPackage(
  packed: ReadonlyMap<string, ZipEntry>,
  budget: NodeBudget,
  keep: KeepRelationship,
): WordPackage {
  const entries = byPartName(packed)
  const types = readContentTypes(entries, budget)
  refuseMacros(entries, types)
  const parts = new Map<string, Part>()
  const follow = (relationships: Relationship[], owner: Part | undefined): Relationship[] =>
    relationships.filter(relationship => {
      if (!keep(relationship, owner)) return false
      if (relationship.isExternal) return true
      const name = resolveTarget(relationship.target, owner?.name)
      const entry = entries.get(name)
      // A link to a part that is not there is an error to Word, so it is left out.
      if (entry === undefined) return relationship.target.startsWith('#')
      if (!parts.has(name)) visit(entry, name)
      return true
    })
  const visit = (entry: ZipEntry, name: string): void => {
    const part: Part = { name: entry.name, contentType: types.of(entry.name), entry, relationships: [] }
    parts.set(name, part)
    part.relationships = follow(readRelationships(entries, relationshipsName(entry.name), budget), part)
  }
  const root = follow(readRelationships(entries, '_rels/.rels', budget), undefined)
  const toMain = root.find(relationship => relationship.kind === 'officeDocument')
  const main = toMain === undefined ? undefined : parts.get(resolveTarget(toMain.target))
  if (main === undefined || !WORD_MAIN.test(main.contentType)) {
    throw new WordTemplateError(
      'The file is not a Word template or document. Save it in Word as “Word Template (*.dotx)”.',
      main?.name ?? 'the file',
    )
  }
  return { main, parts, rootRelationships: root, defaults: types.defaults }
}

/** The part that a link leads to; without an owner it is a link of the whole file. */
export function partOf(
  packaged: WordPackage,
  relationship: Relationship,
  owner: Part | undefined,
): Part | undefined {
  return packaged.parts.get(resolveTarget(relationship.target, owner?.name))
}

export function relationshipsName(partName: string): string {
  return posix.join(posix.dirname(partName), '_rels', `${posix.basename(partName)}.rels`)
}

export function isXmlPart(part: Part): boolean {
  return /[+/]xml$/i.test(part.contentType) || part.name.toLowerCase().endsWith('.xml')
}

/** The key of the part that a link leads to. */
function resolveTarget(target: string, ownerName = ''): string {
  const path = partKey(target.split('#')[0] ?? '')
  const whole = path.startsWith('/')
    ? path.slice(1)
    : posix.join(posix.dirname(partKey(ownerName) || 'x'), path)
  return posix.normalize(whole)
}

/** Names of parts ignore case, and `%20` is a space. */
function partKey(name: string): string {
  const path = name.replaceAll('\\', '/')
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

function byPartName(packed: ReadonlyMap<string, ZipEntry>): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (const entry of packed.values()) {
    const key = partKey(entry.name)
    if (entries.has(key))
      throw new WordTemplateError('Two entries of the file have the same name.', entry.name)
    entries.set(key, entry)
  }
  return entries
}

interface ContentTypes {
  of(name: string): string
  defaults: Map<string, string>
  all: string[]
}

function readContentTypes(entries: ReadonlyMap<string, ZipEntry>, budget: NodeBudget): ContentTypes {
  const entry = entries.get(CONTENT_TYPES)
  if (entry === undefined) {
    throw new WordTemplateError(
      'The file is not a Word document: its list of contents is missing.',
      'the file',
    )
  }
  const root = parseXml(unpack(entry, XML_LIMITS.partBytes), entry.name, budget)
  const defaults = new Map<string, string>()
  const overrides = new Map<string, string>()
  for (const child of root.children) {
    if (!isElement(child)) continue
    const type = child.attributes.get('ContentType') ?? ''
    const extension = child.attributes.get('Extension')
    const partName = child.attributes.get('PartName')
    if (child.name === 'ct:Default' && extension !== undefined) defaults.set(extension.toLowerCase(), type)
    if (child.name === 'ct:Override' && partName !== undefined) {
      overrides.set(partKey(partName).replace(/^\//, ''), type)
    }
  }
  const extensionOf = (name: string) => posix.extname(name).slice(1).toLowerCase()
  return {
    of: name => overrides.get(partKey(name)) ?? defaults.get(extensionOf(name)) ?? 'application/octet-stream',
    defaults,
    all: [...defaults.values(), ...overrides.values()],
  }
}

function refuseMacros(entries: ReadonlyMap<string, ZipEntry>, types: ContentTypes): void {
  const program = [...entries.values()].find(entry =>
    /(^|\/)vba(project|data)[^/]*\.(bin|xml)$/i.test(entry.name),
  )
  const typed = types.all.find(type => MACROS.test(type))
  const hidden = [...entries.values()].find(entry => MACROS.test(types.of(entry.name)))
  if (program === undefined && typed === undefined) return
  throw new WordTemplateError(
    'The file contains macros. Save it in Word as “Word Template (*.dotx)”, which leaves them out.',
    program?.name ?? hidden?.name ?? '[Content_Types].xml',
  )
}

function readRelationships(
  entries: ReadonlyMap<string, ZipEntry>,
  name: string,
  budget: NodeBudget,
): Relationship[] {
  const entry = entries.get(partKey(name))
  if (entry === undefined) return []
  const root: XmlElement = parseXml(unpack(entry, XML_LIMITS.partBytes), entry.name, budget)
  return root.children.flatMap(child => {
    if (!isElement(child, 'rel:Relationship')) return []
    const type = child.attributes.get('Type') ?? ''
    return {
      id: child.attributes.get('Id') ?? '',
      type,
      kind: relationshipKind(type),
      target: child.attributes.get('Target') ?? '',
      isExternal: child.attributes.get('TargetMode') === 'External',
    }
  })
}
