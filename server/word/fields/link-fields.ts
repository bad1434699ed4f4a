import type { Part } from '#server/word/file/package.ts'
import { append, elementsBelow, replace, type TreeNode, XmlElement } from '#server/word/file/tree.ts'

/**
 * Turns the links of a part whose addresses hold placeholders into fields, as an address among the part's
 * relationships could not differ from one row of a list to the next.
 */
export function linksAsFields(part: Part, tree: XmlElement): void {
  const addresses = new Map(
    part.relationships.flatMap(({ id, kind, target, isExternal }) => {
      const address = isExternal && kind === 'hyperlink' ? withBraces(target) : ''
      return address.includes('{{') ? [[id, address] as const] : []
    }),
  )
  if (addresses.size === 0) return
  const left = new Set<string>()
  for (const element of elementsBelow(tree)) {
    const id = element.attributes.get('r:id')
    const address = id === undefined ? undefined : addresses.get(id)
    if (id === undefined || address === undefined) continue
    if (element.name === 'w:hyperlink') replace(element, asField(element, address))
    else left.add(id)
  }
  part.relationships = part.relationships.filter(({ id }) => !addresses.has(id) || left.has(id))
}

/** Programs write the braces of an address as `%7B`; quotes and spaces within a placeholder too. */
export function withBraces(target: string): string {
  return target.replace(/(?:\{|%7b){2}(.{0,500}?)(?:\}|%7d){2}/gi, (_whole, inner: string) => {
    try {
      return `{{${decodeURIComponent(inner)}}}`
    } catch {
      return `{{${inner}}}`
    }
  })
}

const SWITCHES = [
  ['w:anchor', 'l'],
  ['w:tooltip', 'o'],
  ['w:tgtFrame', 't'],
] as const

function asField(link: XmlElement, address: string): TreeNode[] {
  const outsidePlaceholders = address
    .split(/(\{\{.{0,500}?\}\})/)
    .map((piece, index) => (index % 2 === 0 ? piece.replaceAll('"', '%22').replaceAll('\\', '%5C') : piece))
    .join('')
  const further = SWITCHES.flatMap(([name, sign]) => {
    const value = link.attributes.get(name)
    return value === undefined || value === '' ? [] : [` \\${sign} "${value.replace(/["\\]/g, '\\$&')}"`]
  })
  const code = new XmlElement('w:instrText', new Map([['xml:space', 'preserve']]))
  append(code, ` HYPERLINK "${outsidePlaceholders}"${further.join('')} `)
  return [mark('begin'), runOf(code), mark('separate'), ...link.children, mark('end')]
}

function mark(type: string): XmlElement {
  return runOf(new XmlElement('w:fldChar', new Map([['w:fldCharType', type]])))
}

function runOf(content: XmlElement): XmlElement {
  const run = new XmlElement('w:r')
  append(run, content)
  return run
}
