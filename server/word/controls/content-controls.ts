import { checkboxGlyphs } from './checkbox-glyphs.ts'
import { contentWith, reasonNotFillable } from './control-content.ts'
import { choicesOf, type Control, dateFormatOf, readControl } from './control-properties.ts'
import { parseExpression } from '#server/word/language/expression.ts'
import type { FieldIndex, FieldKind, KnownList } from '#server/word/language/known-fields.ts'
import { markFirstDrawing, parsePictureName, type PictureName } from '#server/word/pictures/mark-pictures.ts'
import type { PlaceholderSink, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { NameResolver, SUGGESTIONS_LIMIT } from '#server/word/language/resolve-names.ts'
import { numberOf, placeOf, type Story } from '#server/word/file/stories.ts'
import {
  append,
  elementsBelow,
  firstBelow,
  type Instruction,
  isElement,
  Marker,
  nearestAncestor,
  type Origin,
  Repeat,
  textOf,
  type TreeNode,
  type TreeParent,
  type ValueInstruction,
  XmlElement,
} from '#server/word/file/tree.ts'

export interface ControlSink extends PlaceholderSink {
  index: FieldIndex
  /** Called with what does not prevent filling, such as a control of an unknown name. */
  warn: ReportProblem
}

/**
 * Takes every content control of a story apart: one whose tag or title names a field becomes a marker, a
 * repeating section a `Repeat`; of the others only what stands in them is left.
 */
export function fillControls(story: Story, label: string, sink: ControlSink): void {
  new ControlWalk(label, sink).visit(story)
}

// Traces of somebody having put in or taken out a control while changes were tracked.
const TRACKED_CONTROL = /^w:customXml(Ins|Del|MoveFrom|MoveTo)Range(Start|End)$/
const NEEDS_A_PARAGRAPH = /^w:(tc|hdr|ftr|footnote|endnote|txbxContent)$/
const NO_BLOCK = /^w:(tcPr|bookmarkStart|bookmarkEnd)$/

class ControlWalk {
  readonly #label: string
  readonly #sink: ControlSink
  /** The lists opened by text placeholders before the spot where the walk is, '' for a condition. */
  readonly #open: string[] = []
  /** The text of the paragraph before that spot. */
  #before = ''

  constructor(label: string, sink: ControlSink) {
    this.#label = label
    this.#sink = sink
  }

  visit(parent: TreeParent): void {
    if (isElement(parent, 'w:p')) this.#before = ''
    if (isElement(parent, 'w:t')) this.#before += textOf(parent)
    const kept: TreeNode[] = []
    for (const child of parent.children) this.#place(child, parent, kept)
    parent.children = kept
    const needsParagraph = isElement(parent) && NEEDS_A_PARAGRAPH.test(parent.name)
    if (needsParagraph && kept.every(child => isElement(child) && NO_BLOCK.test(child.name)))
      append(parent, new XmlElement('w:p'))
  }

  /** Puts a node, or what takes a control's place, among the new children of its parent. */
  #place(node: TreeNode, parent: TreeParent, kept: TreeNode[]): void {
    if (isElement(node) && TRACKED_CONTROL.test(node.name)) return
    if (!isElement(node, 'w:sdt')) return this.#keep(node, parent, kept)
    node.parent = parent
    const control = readControl(node)
    const replacement = this.#replacementOf(control)
    if (replacement === undefined) {
      // A prompt is for who fills a form in; a control that nobody filled in holds nothing.
      if (control.isEmpty) dropPrompt(control)
      for (const child of control.content) this.#place(child, parent, kept)
    } else for (const child of replacement) this.#keep(child, parent, kept)
  }

  #keep(node: TreeNode, parent: TreeParent, kept: TreeNode[]): void {
    kept.push(node)
    if (typeof node === 'string') return
    node.parent = parent
    if (node instanceof Marker) this.#follow(node)
    else if (!isElement(node, 'w:txbxContent')) this.visit(node)
  }

  #follow({ instruction }: Marker): void {
    if (instruction.type === 'open') this.#open.push(instruction.list)
    if (instruction.type === 'if') this.#open.push('')
    if (instruction.type === 'close') this.#open.pop()
  }

  /** Undefined where only what stands in the control is left. */
  #replacementOf(control: Control): TreeNode[] | undefined {
    if (control.kind === 'frame' || control.kind === 'item') return undefined
    const list = this.#listOf(control)
    if (list !== undefined) return [this.#section(control, list)]
    if (control.kind === 'picture') return this.#picture(control)
    const named = this.#nameOf(control)
    if (named === undefined) return this.#warnAbout(control)
    const origin = this.#originOf(control)
    const obstacle = reasonNotFillable(control)
    if (obstacle !== undefined) return this.#warn(control, origin, obstacle)
    const glyphs = control.kind === 'checkbox' ? checkboxGlyphs(control) : undefined
    const instruction: Instruction = glyphs
      ? { type: 'checkbox', value: named, checked: glyphs.checked, unchecked: glyphs.unchecked }
      : shownBy(control, named)
    return contentWith(control, new Marker(instruction, origin), glyphs?.font)
  }

  /** The first of a section's items is the pattern; the others show what it may look like. */
  #section(control: Control, list: KnownList): Repeat {
    const items = control.content.filter(child => isElement(child, 'w:sdt'))
    const [first] = items.map(readControl).filter(item => item.kind === 'item')
    const repeat = new Repeat(list.name, this.#originOf(control))
    for (const child of first?.content ?? control.content) append(repeat, child)
    return repeat
  }

  #picture(control: Control): undefined {
    const named = control.names.map(parsePictureName).find(name => this.#isPicture(name, control.element))
    if (typeof named !== 'object') return this.#warnAbout(control)
    const origin = this.#originOf(control)
    const isMarked = markFirstDrawing(control.element, named, origin)
    if (!isMarked) this.#warn(control, origin, 'contains no picture that could be replaced')
    return undefined
  }

  #isPicture(named: PictureName | string, at: XmlElement): boolean {
    if (typeof named === 'string') return false
    const kind = this.#kindOf(named.value, at)
    return kind !== undefined && (named.code !== undefined || kind === 'picture')
  }

  #listOf(control: Control): KnownList | undefined {
    if (control.kind !== 'section' && control.kind !== 'rich text') return undefined
    for (const name of control.names) {
      const list = this.#sink.index.list(withoutBraces(name).replace(/^#/, ''))
      if (list !== undefined) return list
    }
    return undefined
  }

  #nameOf(control: Control): ValueInstruction | undefined {
    if (control.kind === 'section') return undefined
    for (const name of control.names) {
      const instruction = parseExpression(withoutBraces(name))
      if (typeof instruction === 'string' || instruction.type !== 'value') continue
      const kind = this.#kindOf(instruction, control.element)
      if (kind !== undefined && kind !== 'picture') return instruction
    }
    return undefined
  }

  #kindOf(value: ValueInstruction, at: XmlElement): FieldKind | undefined {
    const { index } = this.#sink
    const lists = this.#open.map(list => index.list(list))
    for (let node = at.parent; node !== null; node = node.parent) {
      if (node instanceof Repeat) lists.push(index.list(node.list))
    }
    const names = new NameResolver(index, () => {})
    const found = names.find(value, [...lists, index.listHolding(value.name)])
    return typeof found === 'object' ? found.kind : undefined
  }

  #originOf(control: Control): Origin {
    const { element, names } = control
    const around = nearestAncestor(element, ancestor => ancestor.name === 'w:p')
    const paragraph = around ?? firstBelow(element, 'w:p') ?? element
    const before = around === undefined ? '' : this.#before.slice(-100)
    const place = placeOf(paragraph, this.#label, { before, after: '', paragraphBefore: '' })
    const source = names[0] ?? 'content control'
    return {
      source,
      place: `${place}, content control “${source}”`,
      order: this.#sink.nextOrder(),
      paragraph: numberOf(paragraph),
    }
  }

  #warnAbout(control: Control): undefined {
    const [name] = control.names
    if (name === undefined) return undefined
    const { index } = this.#sink
    const bare = withoutBraces(name)
    const origin = this.#originOf(control)
    const suggestion =
      origin.order > SUGGESTIONS_LIMIT
        ? undefined
        : control.kind === 'section'
          ? index.nearestList(bare)
          : index.nearestField(bare, [])
    const field = index.field(bare)
    const isOtherKind = field !== undefined && (field.kind === 'picture') !== (control.kind === 'picture')
    const reason = isOtherKind
      ? `names a ${field.kind === 'picture' ? 'picture, which only a picture control can show' : 'text, which a picture control cannot show'}`
      : `names no known ${control.kind === 'section' ? 'list' : 'field'}`
    return this.#warn(control, origin, reason, isOtherKind ? undefined : suggestion)
  }

  #warn(control: Control, origin: Origin, reason: string, suggestion?: string): undefined {
    const name = control.names[0] ?? ''
    const hint = suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`
    const message = `The content control “${name}” ${reason}; it is printed as it is.${hint}`
    const problem = { kind: 'unknown', name, message } as const
    this.#sink.warn(origin, suggestion === undefined ? problem : { ...problem, suggestion })
    return undefined
  }
}

function dropPrompt({ content, kind }: Control): void {
  if (/^(section|item|frame|picture)$/.test(kind)) return
  for (const element of content.flatMap(node => elementsBelow(node))) {
    if (element.name === 'w:t') element.children = []
  }
}

/** A date control's own picture and a dropdown's texts shape the value, unless the tag gives a format itself. */
function shownBy(control: Control, value: ValueInstruction): ValueInstruction {
  const date = control.kind === 'date' ? dateFormatOf(control) : undefined
  if (date !== undefined && value.formats.length === 0) return { ...value, formats: [date] }
  return control.kind === 'choice' ? { ...value, choices: choicesOf(control) } : value
}

function withoutBraces(name: string): string {
  return /^\{\{(.*)\}\}$/su.exec(name)?.[1]?.trim() ?? name
}
