import { compileFormats } from './formats.ts'
import type { FieldIndex, KnownList } from './known-fields.ts'
import type { Operation } from './program.ts'
import { ProgramText } from './program-text.ts'
import { isElement, Marker, Repeat, type TreeNode, XmlElement } from './tree.ts'
import type { TemplateProblem } from './word-error.ts'
import type { ReportProblem } from './placeholder-sink.ts'
import { openTag, writeXml, XML_DECLARATION } from './write-xml.ts'

/** A field that a template uses, under the catalogue's name. */
export interface FoundField {
  name: string
  place: string
}

export interface Findings {
  field(found: FoundField): void
  problem: ReportProblem
}

/** Turns a part's tree, markers placed and repeats formed, into operations. */
export function buildProgram(root: XmlElement, index: FieldIndex, findings: Findings): Operation[] {
  const builder = new Builder(index, findings, anchorsInRepeats(root))
  const text = new ProgramText()
  text.write(XML_DECLARATION)
  builder.node(root, text, { lists: [] })
  return text.operations()
}

type Problem = Omit<TemplateProblem, 'place'>

interface Context {
  /** The lists repeated over here, outermost first; undefined for one that is not known. */
  lists: readonly (KnownList | undefined)[]
}

const ANCHOR = /^w:(bookmark|perm|comment)(Start|End|RangeStart|RangeEnd|Reference)$/
const NEEDS_A_BLOCK = new Set(['w:tc', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent'])
const EMPTY_PARAGRAPH = '<w:p/>'

class Builder {
  readonly #index: FieldIndex
  readonly #findings: Findings
  readonly #droppedAnchors: ReadonlySet<string>

  constructor(index: FieldIndex, findings: Findings, droppedAnchors: ReadonlySet<string>) {
    this.#index = index
    this.#findings = findings
    this.#droppedAnchors = droppedAnchors
  }

  node(node: TreeNode, text: ProgramText, context: Context): void {
    if (typeof node === 'string') text.write(writeXml(node))
    else if (node instanceof Marker) this.#run([node], text, context)
    else if (node instanceof Repeat) this.#repeat(node, text, context)
    else this.#element(node, text, context)
  }

  #element(element: XmlElement, text: ProgramText, context: Context): void {
    if (this.#droppedAnchors.has(anchorKey(element) ?? '')) return
    if (context.lists.length > 0 && element.name === 'w:id' && isElement(element.parent, 'w:sdtPr')) return
    if (element.name === 'w:t') return this.#run([element], text, context)
    if (context.lists.length > 0 && needsOwnNumber(element)) return this.#numbered(element, text, context)
    if (element.children.length === 0) return text.write(writeXml(element))
    if (element.name === 'w:tbl' && !element.children.some(hasFixedRow))
      return this.#emptyableTable(element, text, context)
    text.write(openTag(element))
    if (element.name === 'w:r') this.#run(element.children, text, context)
    else if (NEEDS_A_BLOCK.has(element.name)) this.#blocks(element, text, context)
    else for (const child of element.children) this.node(child, text, context)
    text.write(`</${element.name}>`)
  }

  /** A run's content; its neighbouring texts and values share one `w:t`. */
  #run(children: readonly TreeNode[], text: ProgramText, context: Context): void {
    let isOpen = false
    for (const child of children) {
      const isText = child instanceof Marker || isElement(child, 'w:t')
      if (isText && !isOpen) text.write('<w:t xml:space="preserve">')
      if (!isText && isOpen) text.write('</w:t>')
      isOpen = isText
      if (child instanceof Marker) this.#value(child, text, context)
      else if (isText && child instanceof XmlElement)
        for (const part of child.children) text.write(writeXml(part))
      else this.node(child, text, context)
    }
    if (isOpen) text.write('</w:t>')
  }

  #value(marker: Marker, text: ProgramText, context: Context): void {
    const { instruction } = marker
    if (instruction.type !== 'value') return
    const found = this.#resolve(marker, instruction.name, context)
    if (found === undefined) return
    const format = compileFormats(found.kind, instruction.formats)
    if (typeof format === 'string') {
      const message = `“${marker.origin.source}” cannot be read. ${format}`
      return this.#findings.problem(marker.origin, { kind: 'broken', name: found.fullName, message })
    }
    this.#findings.field({ name: found.fullName, place: marker.origin.place })
    text.add({ type: 'value', depth: found.depth, key: found.key, format })
  }

  #resolve(marker: Marker, name: string, context: Context) {
    for (let depth = context.lists.length; depth > 0; depth -= 1) {
      const list = context.lists[depth - 1]
      const field = list === undefined ? undefined : this.#index.listField(list, name)
      if (list !== undefined && field !== undefined) {
        return { depth, key: field.name, kind: field.kind, fullName: `${list.name}.${field.name}` }
      }
    }
    const field = this.#index.field(name)
    if (field !== undefined) return { depth: 0, key: field.name, kind: field.kind, fullName: field.name }
    // What stands inside an unknown list cannot be judged; the list itself is reported.
    if (!context.lists.includes(undefined))
      this.#findings.problem(marker.origin, this.#unknown(name, context))
    return undefined
  }

  #unknown(name: string, context: Context): Problem {
    const list = this.#index.list(name) ?? this.#index.listHolding(name)
    if (list !== undefined) {
      const message = `“${name}” belongs to a list; put it between “{{#${list.name}}}” and “{{/${list.name}}}”.`
      return { kind: 'broken', name, message }
    }
    const within = context.lists.filter(known => known !== undefined)
    return unknown(name, 'field', this.#index.nearestField(name, within))
  }

  #repeat(repeat: Repeat, text: ProgramText, context: Context): void {
    const list = this.#index.list(repeat.list)
    if (list === undefined) this.#findings.problem(repeat.origin, this.#unknownList(repeat))
    else this.#findings.field({ name: list.name, place: repeat.origin.place })
    const body = new ProgramText()
    const isInRun = isElement(repeat.parent, 'w:r')
    const inside = { ...context, lists: [...context.lists, list] }
    if (isInRun) this.#run(repeat.children, body, inside)
    else for (const child of repeat.children) this.node(child, body, inside)
    if (list !== undefined) text.add({ type: 'repeat', list: list.name, body: body.operations() })
  }

  #unknownList({ list, origin }: Repeat): Problem {
    if (this.#index.field(list) === undefined) return unknown(list, 'list', this.#index.nearestList(list))
    const message = `“${origin.source}” cannot repeat: “${list}” is one value, not a list.`
    return { kind: 'broken', name: list, message }
  }

  #numbered(element: XmlElement, text: ProgramText, context: Context): void {
    const [before = '', after = ''] = openTag(element).split(/ id="[^"]*"/)
    text.write(`${before} id="${element.name === 'wp:docPr' ? '' : '_x0000_s'}`)
    text.add({ type: 'unique-number' })
    text.write(`"${after}`)
    for (const child of element.children) this.node(child, text, context)
    text.write(`</${element.name}>`)
  }

  /** Word takes a table without rows for damage, so the table goes when its rows do. */
  #emptyableTable(table: XmlElement, text: ProgramText, context: Context): void {
    const before = new ProgramText()
    const body = new ProgramText()
    before.write(openTag(table))
    for (const child of table.children) {
      this.node(child, child instanceof Repeat || holdsRows(child) ? body : before, context)
    }
    const after = `</${table.name}>`
    text.add({ type: 'frame', before: before.operations(), body: body.operations(), after, instead: '' })
  }

  /** A cell must end with a paragraph, and a header or note must hold one, even when a repeat prints nothing. */
  #blocks(container: XmlElement, text: ProgramText, context: Context): void {
    const last = container.children.at(-1)
    if (!(last instanceof Repeat)) {
      for (const child of container.children) this.node(child, text, context)
      return
    }
    for (const child of container.children.slice(0, -1)) this.node(child, text, context)
    const body = new ProgramText()
    this.node(last, body, context)
    text.add({
      type: 'frame',
      before: [],
      body: body.operations(),
      after: isElement(last.children.at(-1), 'w:p') ? '' : EMPTY_PARAGRAPH,
      instead: isElement(container.children.at(-2), 'w:p') ? '' : EMPTY_PARAGRAPH,
    })
  }
}

function unknown(name: string, what: 'field' | 'list', suggestion: string | undefined): Problem {
  const message = `“${name}” is not a known ${what}`
  if (suggestion === undefined) return { kind: 'unknown', name, message: `${message}.` }
  return { kind: 'unknown', name, message: `${message}; did you mean “${suggestion}”?`, suggestion }
}

/** Bookmarks and the like that begin or end inside a repeat: their ids would come twice. */
function anchorsInRepeats(root: TreeNode, isInside = false, found = new Set<string>()): Set<string> {
  if (typeof root === 'string' || root instanceof Marker) return found
  const key = root instanceof XmlElement && isInside ? anchorKey(root) : undefined
  if (key !== undefined) found.add(key)
  for (const child of root.children) anchorsInRepeats(child, isInside || root instanceof Repeat, found)
  return found
}

function anchorKey(element: XmlElement): string | undefined {
  const kind = ANCHOR.exec(element.name)?.[1]
  return kind === undefined ? undefined : `${kind} ${element.attributes.get('w:id')}`
}

/** Shapes of the older kind are numbered too; the types they refer to are not. */
function needsOwnNumber(element: XmlElement): boolean {
  if (!element.attributes.has('id')) return false
  return element.name === 'wp:docPr' || (element.name.startsWith('v:') && element.name !== 'v:shapetype')
}

function holdsRows(node: TreeNode): boolean {
  return node instanceof XmlElement && /^w:(tr|sdt|customXml|ins|del)$/.test(node.name)
}

/** Whether a table's child prints a row whatever the values are. */
function hasFixedRow(node: TreeNode): boolean {
  if (!(node instanceof XmlElement)) return false
  if (node.name === 'w:tr') return true
  return (
    holdsRows(node) &&
    node.children.some(child => isElement(child, 'w:sdtContent') && child.children.some(hasFixedRow))
  )
}
