import { parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import {
  childElement,
  elementsBelow,
  isElement,
  textOf,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'
import { writeXml } from '#server/word/file/write-xml.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'

/** A part of a Word file as text; the whole part must be there. */
export async function readPart(bytes: Uint8Array, name: string): Promise<string> {
  const entry = (await readZip(bytes)).get(name.toLowerCase())
  if (entry === undefined) throw new Error(`${name} is not in the file`)
  return unpack(entry).toString('utf8')
}

export async function partNames(bytes: Uint8Array): Promise<string[]> {
  return [...(await readZip(bytes)).values()].map(entry => entry.name)
}

/** Parses every part of a Word file; throws when one is not well-formed. */
export async function parseAllParts(bytes: Uint8Array): Promise<Map<string, XmlElement>> {
  const trees = new Map<string, XmlElement>()
  for (const entry of (await readZip(bytes)).values()) {
    if (!/\.(xml|rels)$/i.test(entry.name)) continue
    trees.set(entry.name, parseXml(unpack(entry), entry.name, { left: XML_LIMITS.nodes }))
  }
  return trees
}

/** The text of one part, a line for each paragraph; line breaks are ` / `, tabs are tabs. */
export async function documentText(bytes: Uint8Array, part = 'word/document.xml'): Promise<string> {
  const tree = (await parseAllParts(bytes)).get(part)
  if (tree === undefined) throw new Error(`${part} is not in the file`)
  return paragraphsOf(tree).join('\n')
}

export function paragraphsOf(tree: XmlElement): string[] {
  return [...elementsBelow(tree)]
    .filter(element => element.name === 'w:p')
    .map(paragraph =>
      [...elementsBelow(paragraph, element => element === paragraph || element.name !== 'w:p')]
        .map(element => {
          if (element.name === 'w:br') return ' / '
          if (element.name === 'w:tab' && isElement(element.parent, 'w:r')) return '\t'
          return element.name === 'w:t'
            ? element.children.filter(child => typeof child === 'string').join('')
            : ''
        })
        .join(''),
    )
}

/** Each paragraph of a file as its stretches of equal format: what a reader sees, however it is split into runs. */
export function formattedText(parts: ReadonlyMap<string, XmlElement>): string[] {
  return [...parts].flatMap(([name, tree]) =>
    elementsBelow(tree)
      .filter(element => element.name === 'w:p')
      .map(paragraph => {
        let line = `${name}: `
        let format = ''
        for (const run of elementsBelow(
          paragraph,
          element => element === paragraph || element.name !== 'w:p',
        )) {
          if (run.name !== 'w:r') continue
          const properties = childElement(run, 'w:rPr')
          const ownFormat = properties === undefined ? '<>' : writeXml(properties)
          if (ownFormat !== format) line += ownFormat
          format = ownFormat
          const contents = run.children.filter(child => child !== properties)
          for (const content of contents)
            line += isElement(content, 'w:t') ? textOf(content) : nameOf(content)
        }
        return line
      }),
  )
}

function nameOf(node: TreeNode): string {
  return node instanceof XmlElement ? `<${node.name}>` : ''
}

/** Every row of a part's tables, as the texts of its cells. */
export async function tableRows(bytes: Uint8Array, part = 'word/document.xml'): Promise<string[][]> {
  const tree = (await parseAllParts(bytes)).get(part)
  if (tree === undefined) throw new Error(`${part} is not in the file`)
  return [...elementsBelow(tree)]
    .filter(element => element.name === 'w:tr')
    .map(row =>
      row.children
        .filter(child => isElement(child, 'w:tc'))
        .map(cell => paragraphsOf(cell as XmlElement).join('\n')),
    )
}
