import { SaxesParser } from 'saxes'
import { canonicalPrefix } from './namespaces.ts'
import { append, NO_ATTRIBUTES, XmlElement } from './tree.ts'
import { WordTemplateError } from './word-error.ts'

export const XML_LIMITS = {
  partBytes: 16 * 1024 * 1024,
  depth: 400,
  nodes: 400_000,
  attributes: 1_000,
} as const

/** Counts the nodes of all parts of one file, so that many parts cannot do what one may not. */
export interface NodeBudget {
  left: number
}

/**
 * Parses one part. Elements and attributes of the namespaces the engine knows get their usual prefix
 * (`w:p`, `r:id`), whatever prefix the file chose. `part` names the part in errors.
 */
export function parseXml(bytes: Uint8Array, part: string, budget: NodeBudget): XmlElement {
  let root: XmlElement | undefined
  const open: XmlElement[] = []
  const outermost: Scope = { uris: OUTERMOST, renamed: new Map() }
  const scopes: Scope[] = [outermost]
  const addText = (text: string) => {
    const parent = open.at(-1)
    if (parent === undefined) return
    const last = parent.children.length - 1
    const previous = parent.children[last]
    if (typeof previous === 'string') parent.children[last] = previous + text
    else parent.children.push(text)
  }
  scan(bytes, part, {
    open(name, attributes) {
      budget.left -= 1
      if (budget.left < 0) throw new WordTemplateError('The document is too large to be a template.', part)
      const scope = scopeOf(attributes, scopes.at(-1) ?? outermost, part)
      const element = new XmlElement(rename(name, scope, part), renameAttributes(attributes, scope, part))
      const parent = open.at(-1)
      if (parent === undefined) root = element
      else append(parent, element)
      open.push(element)
      scopes.push(scope)
    },
    close() {
      const element = open.pop()
      scopes.pop()
      if (element !== undefined) dropIndentation(element)
    },
    text: addText,
  })
  if (root === undefined) throw new WordTemplateError('This part of the file is empty.', part)
  return root
}

/** Reads a part that is passed on as it is, for what must not be in it: a DOCTYPE, undefined entities, broken XML. */
export function checkXml(bytes: Uint8Array, part: string): void {
  scan(bytes, part, { open: () => {}, close: () => {}, text: () => {} })
}

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => void
  close: () => void
  text: (text: string) => void
}

function scan(bytes: Uint8Array, part: string, handlers: Handlers): void {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  parser.on('error', error => {
    throw new WordTemplateError(`This part of the file is not well-formed XML (${error.message}).`, part)
  })
  parser.on('doctype', () => {
    throw new WordTemplateError('This part of the file holds a DOCTYPE, which no Word file needs.', part)
  })
  parser.on('xmldecl', declaration => {
    if (declaration.encoding !== undefined && !/^(utf-?8|utf-?16|us-ascii)$/i.test(declaration.encoding)) {
      throw new WordTemplateError(`This part is encoded as “${declaration.encoding}” instead of UTF-8.`, part)
    }
  })
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes <= XML_LIMITS.attributes) return
    const most = XML_LIMITS.attributes
    throw new WordTemplateError(
      `An element has more than ${most} attributes, which no Word file needs.`,
      part,
    )
  })
  parser.on('opentag', tag => {
    depth += 1
    if (depth > XML_LIMITS.depth) {
      throw new WordTemplateError(`The document is nested more than ${XML_LIMITS.depth} levels deep.`, part)
    }
    handlers.open(tag.name, tag.attributes)
  })
  parser.on('closetag', () => {
    depth -= 1
    handlers.close()
  })
  parser.on('text', handlers.text)
  parser.on('cdata', handlers.text)
  parser.write(decode(bytes, part)).close()
}

function decode(bytes: Uint8Array, part: string): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new WordTemplateError(`This part of the file is not valid ${encoding.toUpperCase()}.`, part)
  }
}

/** The namespaces in force, and the names already looked up under them. */
interface Scope {
  uris: ReadonlyMap<string, string>
  renamed: Map<string, string>
}

const OUTERMOST: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

function scopeOf(attributes: Record<string, string>, outer: Scope, part: string): Scope {
  let uris: Map<string, string> | undefined
  for (const name in attributes) {
    if (!isDeclaration(name)) continue
    uris ??= new Map(outer.uris)
    uris.set(name === 'xmlns' ? '' : name.slice(6), attributes[name] ?? '')
  }
  if (uris === undefined) return outer
  for (const uri of [...uris.values()]) {
    const prefix = canonicalPrefix(uri)
    if (prefix === undefined) continue
    const bound = uris.get(prefix)
    if (bound === undefined) uris.set(prefix, uri)
    else if (canonicalPrefix(bound) !== prefix) {
      throw new WordTemplateError(`The XML prefix “${prefix}” is used in an unusual way.`, part)
    }
  }
  return { uris, renamed: new Map() }
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:')
}

function rename(name: string, scope: Scope, part: string): string {
  let renamed = scope.renamed.get(name)
  if (renamed === undefined) {
    renamed = lookUp(name, scope.uris, part)
    scope.renamed.set(name, renamed)
  }
  return renamed
}

function lookUp(name: string, uris: ReadonlyMap<string, string>, part: string): string {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const uri = uris.get(prefix)
  if (uri === undefined) {
    if (prefix === '') return name
    throw new WordTemplateError(`The XML prefix “${prefix}” is not declared.`, part)
  }
  const canonical = canonicalPrefix(uri)
  return canonical === undefined || canonical === prefix ? name : `${canonical}:${name.slice(colon + 1)}`
}

function renameAttributes(
  attributes: Record<string, string>,
  scope: Scope,
  part: string,
): ReadonlyMap<string, string> {
  let renamed: Map<string, string> | undefined
  for (const name in attributes) {
    renamed ??= new Map()
    const value = attributes[name] ?? ''
    if (!isDeclaration(name)) {
      renamed.set(name.includes(':') ? rename(name, scope, part) : name, value)
      continue
    }
    renamed.set(name, value)
    const prefix = canonicalPrefix(value)
    if (prefix !== undefined) renamed.set(`xmlns:${prefix}`, value)
  }
  return renamed ?? NO_ATTRIBUTES
}

function dropIndentation(element: XmlElement): void {
  const isMixed = element.children.some(child => typeof child === 'string')
  if (!isMixed || !element.children.some(child => child instanceof XmlElement)) return
  element.children = element.children.filter(child => typeof child !== 'string' || /[^ \t\r\n]/.test(child))
}
