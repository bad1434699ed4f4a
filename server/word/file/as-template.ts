import { type NodeBudget, parseXml, XML_LIMITS } from './parse-xml.ts'
import { isElement, type XmlElement } from './tree.ts'
import { escapeAttribute, XML_DECLARATION } from './write-xml.ts'
import { readZip, unpack, type ZipEntry } from './zip-read.ts'
import { packEntry, writeZip } from './zip-write.ts'

const LIST = '[content_types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const TEMPLATE = DOCUMENT.replace('.document.', '.template.')

/** A list of contents names some parts; more nodes are made to keep the server busy. */
const LIST_NODES = 20_000
const LIST_BYTES = 2 * 1024 * 1024

/**
 * The same file as Word saves it when a document becomes a template: the main part's type says so, and nothing else
 * changes. What is no Word document comes back as it is, for whoever reads it as a template to refuse. Throws
 * `WordTemplateError` where the file is no zip that can be read.
 */
export async function asTemplate(bytes: Uint8Array): Promise<Uint8Array> {
  const entries = await readZip(bytes)
  const list = entries.get(LIST)
  if (!list || list.size > LIST_BYTES) return bytes
  const types = retyped(list)
  if (types === null) return bytes
  return writeZip([...entries.values()].map(entry => (entry === list ? packEntry(list.name, types) : entry)))
}

/** The list of contents with the template's type; null where it names no document. */
function retyped(list: ZipEntry): string | null {
  const budget: NodeBudget = { left: Math.min(LIST_NODES, XML_LIMITS.nodes) }
  const root = parseXml(unpack(list, LIST_BYTES), list.name, budget)
  const lines = root.children.filter(child => isElement(child))
  const mains = lines.filter(line => line.attributes.get('ContentType') === DOCUMENT)
  if (mains.length === 0) return null
  for (const main of mains) main.setAttribute('ContentType', TEMPLATE)
  return `${XML_DECLARATION}<Types xmlns="${TYPES}">${lines.map(written).join('')}</Types>`
}

/** Only what the list of contents may hold: a Default of an extension or an Override of a part. */
function written({ name, attributes }: XmlElement): string {
  const tag = name === 'ct:Default' ? 'Default' : 'Override'
  const texts = ['Extension', 'PartName', 'ContentType'].flatMap(key => {
    const value = attributes.get(key)
    return value === undefined ? [] : [` ${key}="${escapeAttribute(value)}"`]
  })
  return `<${tag}${texts.join('')}/>`
}
