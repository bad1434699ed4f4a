import { unfilledInTree, type UnfilledPlaceholder, mayHoldPlaceholders } from './unfilled-placeholders.ts'
import type { WordPackage } from './package.ts'
import { parseXml, XML_LIMITS } from './parse-xml.ts'
import type { XmlElement } from './tree.ts'
import { readZip, unpack } from './zip-read.ts'

const IS_PACKAGE = /(spreadsheetml|presentationml|wordprocessingml)\.(sheet|presentation|document|template)$/
const MAX_ENTRIES = 200

const WITHIN = { where: 'a file within the file', isPrinted: false }

/** A part's tree where it may hold a placeholder. What cannot be read is for others to refuse. */
export function treeWithPlaceholders(read: () => Buffer, name: string): XmlElement | undefined {
  try {
    const content = read()
    return mayHoldPlaceholders(content) ? parseXml(content, name, { left: XML_LIMITS.nodes }) : undefined
  } catch {
    return undefined
  }
}

/** The placeholders in the files that stand in the file, such as the workbook behind a chart. */
export async function unfilledInEmbedded(packaged: WordPackage): Promise<UnfilledPlaceholder[]> {
  const found: UnfilledPlaceholder[] = []
  for (const part of packaged.parts.values()) {
    if (!IS_PACKAGE.test(part.contentType)) continue
    const bytes = unpack(part.entry, XML_LIMITS.partBytes)
    // One that cannot be read holds nothing that Word could show either.
    const entries = await readZip(bytes).catch(() => new Map<string, never>())
    for (const entry of [...entries.values()].slice(0, MAX_ENTRIES)) {
      if (!/\.xml$/i.test(entry.name)) continue
      const tree = treeWithPlaceholders(() => unpack(entry, XML_LIMITS.partBytes), entry.name)
      if (tree !== undefined) found.push(...unfilledInTree(tree, part.name, WITHIN))
    }
  }
  return found
}
