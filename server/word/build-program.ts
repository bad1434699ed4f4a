import { anchorKey, anchorsInEnclosures, ownNumber } from '#server/word/file/anchors.ts'
import { runOpenings } from '#server/word/file/directions.ts'
import type { RunOpenings } from '#server/word/file/right-to-left.ts'
import { contentOf, linesOf, mayVanish } from '#server/word/file/blank-lines.ts'
import { hasFixedRow, holdsRows } from '#server/word/file/table-rows.ts'
import type { Formatter } from '#server/word/language/formats.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { type Findings, ValueCompiler } from './compile-values.ts'
import type { Operation } from './program.ts'
import { ProgramText } from './program-text.ts'
import type { Lists } from '#server/word/language/resolve-names.ts'
import {
  Conditional,
  type Enclosure,
  type FilledText,
  isElement,
  isEnclosure,
  Marker,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'
import { escapeAttribute, openTag, writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'
import { mergedCell } from './merged-cells.ts'
import { closeWithParagraph, endsWithParagraph, hasWords, holdsMarker, splitTrailing } from './enclosures.ts'
import { asFieldCode, fillingOf } from '#server/word/text/fill-loose-text.ts'
import { PieceCompiler } from '#server/word/text/text-pieces.ts'

/** Turns a part's tree, markers placed and enclosures formed, into operations. */
export function buildProgram(
  root: XmlElement,
  index: FieldIndex,
  findings: Findings,
  language: string,
  isRightToLeft: (paragraph: XmlElement) => boolean,
): Operation[] {
  const builder = new Builder(index, findings, { language, isRightToLeft }, anchorsInEnclosures(root))
  const text = new ProgramText()
  text.write(XML_DECLARATION)
  builder.node(root, text, {
    lists: [],
    isRepeated: false,
    countsWords: false,
    isRightToLeft: false,
    run: undefined,
  })
  return text.operations()
}

interface Context {
  lists: Lists
  /** Inside a repeat, where what may stand only once must go. */
  isRepeated: boolean
  /** Whether words that print say that something was printed, as a value does. */
  countsWords: boolean
  isRightToLeft: boolean
  /** The run that texts stand in, where that is one of a left-to-right paragraph. */
  run: RunOpenings | undefined
}

const NEEDS_A_BLOCK = new Set(['w:tc', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent'])
const EMPTY_PARAGRAPH = '<w:p/>'

class Builder {
  readonly #values: ValueCompiler
  readonly #report: ReportProblem
  readonly #droppedAnchors: ReadonlySet<string>
  readonly #pieces: PieceCompiler
  readonly #isRightToLeft: (paragraph: XmlElement) => boolean

  constructor(
    index: FieldIndex,
    findings: Findings,
    { language, isRightToLeft }: { language: string; isRightToLeft: (paragraph: XmlElement) => boolean },
    droppedAnchors: ReadonlySet<string>,
  ) {
    this.#isRightToLeft = isRightToLeft
    this.#values = new ValueCompiler(index, findings, language)
    this.#report = findings.problem
    this.#droppedAnchors = droppedAnchors
    this.#pieces = new PieceCompiler({
      names: this.#values.names,
      report: findings.problem,
      field: found => this.#values.field(found),
      under: (condition, lists, read) => this.#values.under(condition, lists, read),
      language,
    })
  }

  node(node: TreeNode, text: ProgramText, context: Context): void {
    if (typeof node === 'string') text.write(writeXml(node))
    else if (node instanceof Marker) this.#run([node], text, context)
    else if (isEnclosure(node)) this.#enclosure(node, text, context)
    else this.#element(node, text, context)
  }

  #nodes(nodes: readonly TreeNode[], text: ProgramText, context: Context): void {
    for (const node of nodes) this.node(node, text, context)
  }

  #element(element: XmlElement, text: ProgramText, context: Context): void {
    if (this.#droppedAnchors.has(anchorKey(element) ?? '')) return
    if (context.isRepeated && element.name === 'w:id' && isElement(element.parent, 'w:sdtPr')) return
    if (element.filled !== undefined) return this.#filled(element, element.filled, text, context)
    if (element.name === 'w:t') return this.#run([element], text, context)
    if (context.isRepeated && element.name === 'v:shapetype')
      return text.add({ type: 'once', text: writeXml(element) })
    const numbered = context.isRepeated ? ownNumber(element) : undefined
    if (numbered !== undefined) return this.#numbered(element, numbered, text, context)
    if (element.children.length === 0) return text.write(writeXml(element))
    if (element.name === 'w:p')
      return this.#paragraph(element, text, { ...context, isRightToLeft: this.#isRightToLeft(element) })
    if (element.name === 'w:tbl' && !element.children.some(hasFixedRow))
      return this.#emptyableTable(element, text, context)
    const goesOn = context.isRepeated && element.name === 'w:tc' ? mergedCell(element) : undefined
    if (goesOn !== undefined) {
      const body = new ProgramText()
      this.#whole(element, body, context)
      text.add({ type: 'merged-cell', body: body.operations(), goesOn })
    } else this.#whole(element, text, context)
  }

  #whole(element: XmlElement, text: ProgramText, context: Context): void {
    text.write(openTag(element))
    if (element.name === 'w:r') {
      const run = context.isRightToLeft || !holdsMarker(element) ? undefined : runOpenings(element)
      this.#run(element.children, text, { ...context, run })
    } else if (element.name === 'w:instrText') this.#instruction(element, text, context)
    else if (NEEDS_A_BLOCK.has(element.name)) this.#blocks(element, text, context)
    else this.#nodes(element.children, text, context)
    text.write(`</${element.name}>`)
  }

  #paragraph(paragraph: XmlElement, text: ProgramText, context: Context): void {
    if (!mayVanish(paragraph)) return this.#lines(paragraph, text, { ...context, countsWords: false })
    const whole = new ProgramText()
    this.#lines(paragraph, whole, { ...context, countsWords: true })
    text.add({ type: 'blankable', body: whole.operations() })
  }

  #lines(paragraph: XmlElement, text: ProgramText, context: Context): void {
    const lines = linesOf(paragraph)
    text.write(openTag(paragraph))
    if (lines === undefined) this.#nodes(paragraph.children, text, context)
    else {
      const inside = { ...context, countsWords: true }
      const content = new Set(contentOf(paragraph))
      this.#nodes(
        paragraph.children.filter(child => !content.has(child)),
        text,
        context,
      )
      const built = lines.map(line => {
        const lineBreak = new ProgramText()
        const body = new ProgramText()
        if (line.lineBreak !== undefined) this.node(line.lineBreak, lineBreak, inside)
        this.#nodes(line.content, body, inside)
        return { lineBreak: lineBreak.operations(), body: body.operations(), mayGo: line.mayGo }
      })
      text.add({ type: 'lines', lines: built })
    }
    text.write(`</${paragraph.name}>`)
  }

  /** A run's content; its neighbouring texts and values share one `w:t`. */
  #run(children: readonly TreeNode[], text: ProgramText, context: Context): void {
    let isOpen = false
    for (const child of children) {
      const isText = child instanceof Marker ? isTextMarker(child) : isElement(child, 'w:t')
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

  /** A value within the code of a field that Word works out by itself. */
  #instruction(element: XmlElement, text: ProgramText, context: Context): void {
    for (const child of element.children) {
      if (child instanceof Marker) this.#value(child, text, { ...context, run: undefined }, asFieldCode)
      else this.node(child, text, context)
    }
  }

  #value(
    marker: Marker,
    text: ProgramText,
    { lists, run }: Context,
    wrap?: (format: Formatter) => Formatter,
  ): void {
    const operation = this.#values.value(marker, lists, { run, wrap })
    if (operation !== undefined) text.add(operation)
  }

  #enclosure(enclosure: Enclosure, text: ProgramText, context: Context): void {
    if (enclosure instanceof Conditional) return this.#conditional(enclosure, text, context)
    const list = this.#values.list(enclosure)
    const inside = { ...context, lists: [...context.lists, list], isRepeated: true }
    const body = this.#content(enclosure, inside)
    if (list !== undefined) text.add({ type: 'repeat', list: list.name, body })
  }

  #conditional(conditional: Conditional, text: ProgramText, context: Context): void {
    const body = this.#values.under(conditional.condition, context.lists, () =>
      this.#content(conditional, context),
    )
    text.add({ type: 'condition', holds: this.#values.test(conditional, context.lists), body })
  }

  #content(enclosure: Enclosure, context: Context): Operation[] {
    const body = new ProgramText()
    if (context.countsWords && enclosure.children.some(hasWords)) body.add({ type: 'printed' })
    if (isElement(enclosure.parent, 'w:r')) this.#run(enclosure.children, body, context)
    else this.#nodes(enclosure.children, body, context)
    return body.operations()
  }

  #numbered(
    element: XmlElement,
    { attribute, prefix }: { attribute: string; prefix: string },
    text: ProgramText,
    context: Context,
  ): void {
    const [before = '', after = ''] = openTag(element).split(new RegExp(` ${attribute}="[^"]*"`))
    text.write(`${before} ${attribute}="${prefix}`)
    text.add({ type: 'unique-number' })
    text.write(`"${after}`)
    this.#nodes(element.children, text, context)
    text.write(`</${element.name}>`)
  }

  /** An element with placeholders in its attributes, or in a text that is no paragraph's. */
  #filled(
    element: XmlElement,
    filled: ReadonlyMap<string, FilledText>,
    text: ProgramText,
    context: Context,
  ): void {
    const operation = (found: FilledText, isAttribute: boolean) =>
      fillingOf(found, {
        compiler: this.#pieces,
        report: this.#report,
        lists: context.lists,
        isAttribute,
      })
    const numbered = context.isRepeated ? ownNumber(element) : undefined
    text.write(`<${element.name}`)
    for (const [name, value] of element.attributes) {
      const found = filled.get(name)
      text.write(` ${name}="`)
      if (found !== undefined) text.add(operation(found, true))
      else if (numbered?.attribute === name) {
        text.write(numbered.prefix)
        text.add({ type: 'unique-number' })
      } else text.write(escapeAttribute(value))
      text.write('"')
    }
    text.write('>')
    const content = filled.get('')
    if (content === undefined) this.#nodes(element.children, text, context)
    else text.add(operation(content, false))
    text.write(`</${element.name}>`)
  }

  /** Word takes a table without rows for damage, so the table goes when its rows do. */
  #emptyableTable(table: XmlElement, text: ProgramText, context: Context): void {
    const before = new ProgramText()
    const body = new ProgramText()
    before.write(openTag(table))
    for (const child of table.children) {
      this.node(child, isEnclosure(child) || holdsRows(child) ? body : before, context)
    }
    const after = `</${table.name}>`
    text.add({ type: 'frame', before: before.operations(), body: body.operations(), after, instead: '' })
  }

  /** A cell must end with a paragraph, and a header or note must hold one, even when enclosures print nothing. */
  #blocks(container: XmlElement, text: ProgramText, context: Context): void {
    const { fixed, trailing } = splitTrailing(container)
    this.#nodes(fixed, text, context)
    if (trailing.length === 0) return
    const body = new ProgramText()
    for (const enclosure of trailing) {
      closeWithParagraph(enclosure)
      this.node(enclosure, body, context)
    }
    text.add({
      type: 'frame',
      before: [],
      body: body.operations(),
      after: trailing.every(endsWithParagraph) ? '' : EMPTY_PARAGRAPH,
      instead: isElement(fixed.at(-1), 'w:p') ? '' : EMPTY_PARAGRAPH,
    })
  }
}

function isTextMarker({ instruction }: Marker): boolean {
  return instruction.type !== 'picture' && instruction.type !== 'checkbox'
}
