import { checkboxGlyphs } from './checkbox-glyphs.ts'
import { contentWith, levelOf } from './control-content.ts'
import { choicesOf, type Control, datePictureOf, readControl } from './control-properties.ts'
import { parseExpression } from './expression.ts'
import type { FieldIndex, FieldKind, KnownList } from './known-fields.ts'
import { markFirstDrawing, parsePictureName, type PictureName } from './mark-pictures.ts'
import type { PlaceholderSink, ReportProblem } from './placeholder-sink.ts'
import { NameResolver } from './resolve-names.ts'
import { placeOf, type Story } from './stories.ts'
import {
  append,
  elementsBelow,
  type Instruction,
  isElement,
  Marker,
  nearestAncestor,
  type Origin,
  Repeat,
  replace,
  textOf,
  type TreeNode,
  type ValueInstruction,
  type XmlElement,
} from './tree.ts'

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

class ControlWalk {
  readonly #label: string
  readonly #sink: ControlSink
  /** The lists opened by text placeholders before the spot where the walk is, '' for a condition. */
  readonly #open: string[] = []

  constructor(label: string, sink: ControlSink) {
    this.#label = label
    this.#sink = sink
  }

  visit(node: TreeNode): void {
    if (typeof node === 'string') return
    if (node instanceof Marker) {
      const { instruction } = node
      if (instruction.type === 'open') this.#open.push(instruction.list)
      if (instruction.type === 'if') this.#open.push('')
      if (instruction.type === 'close') this.#open.pop()
      return
    }
    for (const child of [...node.children]) {
      if (isElement(child, 'w:sdt')) this.#control(readControl(child))
      else if (!isElement(child, 'w:txbxContent')) this.visit(child)
    }
  }

  #control(control: Control): void {
    if (control.kind === 'frame' || control.kind === 'item') return this.#unwrap(control)
    const list = this.#listOf(control)
    if (list !== undefined) return this.#section(control, list)
    if (control.kind === 'picture') return this.#picture(control)
    const named = this.#nameOf(control)
    if (named === undefined) return this.#keep(control)
    const origin = this.#originOf(control)
    if (levelOf(control.element) === 'row') {
      this.#warn(control, origin, 'stands around whole rows of a table')
      return this.#unwrap(control)
    }
    const glyphs = control.kind === 'checkbox' ? checkboxGlyphs(control) : undefined
    const instruction: Instruction = glyphs
      ? { type: 'checkbox', value: named, checked: glyphs.checked, unchecked: glyphs.unchecked }
      : shownBy(control, named)
    replace(control.element, contentWith(control, new Marker(instruction, origin), glyphs?.font))
  }

  #picture(control: Control): void {
    const named = control.names.map(parsePictureName).find(name => this.#isPicture(name, control.element))
    if (typeof named !== 'object') return this.#keep(control)
    const origin = this.#originOf(control)
    const isMarked = markFirstDrawing(control.element, named, origin)
    if (!isMarked) this.#warn(control, origin, 'holds no picture whose place could be taken')
    this.#unwrap(control)
  }

  #isPicture(named: PictureName | string, at: XmlElement): boolean {
    if (typeof named === 'string') return false
    const kind = this.#kindOf(named.value, at)
    return kind !== undefined && (named.code !== undefined || kind === 'picture')
  }

  #keep(control: Control): void {
    this.#warnAbout(control)
    this.#unwrap(control)
  }

  #unwrap(control: Control): void {
    const content = [...control.content]
    replace(control.element, content)
    for (const child of content) {
      if (isElement(child, 'w:sdt')) this.#control(readControl(child))
      else this.visit(child)
    }
  }

  /** The first of a section's items is the pattern; the others show what it may look like. */
  #section(control: Control, list: KnownList): void {
    const origin = this.#originOf(control)
    const items = control.content.filter(child => isElement(child, 'w:sdt'))
    const [first] = items.map(readControl).filter(item => item.kind === 'item')
    const repeat = new Repeat(list.name, origin)
    for (const child of first?.content ?? control.content) append(repeat, child)
    replace(control.element, [repeat])
    this.visit(repeat)
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
    const paragraph = around ?? elementsBelow(element).find(below => below.name === 'w:p') ?? element
    const before = around === undefined ? '' : textBefore(around, element)
    const place = placeOf(paragraph, this.#label, { before, after: '', paragraphBefore: '' })
    const source = names[0] ?? 'content control'
    return { source, place: `${place}, content control “${source}”`, order: this.#sink.nextOrder() }
  }

  #warnAbout(control: Control): void {
    const [name] = control.names
    if (name === undefined) return
    const { index } = this.#sink
    const bare = withoutBraces(name)
    const suggestion = control.kind === 'section' ? index.nearestList(bare) : index.nearestField(bare, [])
    const field = index.field(bare)
    const isOtherKind = field !== undefined && (field.kind === 'picture') !== (control.kind === 'picture')
    const reason = isOtherKind
      ? `names a ${field.kind === 'picture' ? 'picture, which only a picture control can show' : 'text, which a picture control cannot show'}`
      : `names no known ${control.kind === 'section' ? 'list' : 'field'}`
    this.#warn(control, this.#originOf(control), reason, isOtherKind ? undefined : suggestion)
  }

  #warn(control: Control, origin: Origin, reason: string, suggestion?: string): void {
    const name = control.names[0] ?? ''
    const hint = suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`
    const message = `The content control “${name}” ${reason}; it is printed as it stands.${hint}`
    const problem = { kind: 'unknown', name, message } as const
    this.#sink.warn(origin, suggestion === undefined ? problem : { ...problem, suggestion })
  }
}

/** A date control's own picture and a dropdown's texts shape the value, unless the tag gives a format itself. */
function shownBy(control: Control, value: ValueInstruction): ValueInstruction {
  const picture = control.kind === 'date' ? datePictureOf(control) : undefined
  if (picture !== undefined && value.formats.length === 0) {
    return { ...value, formats: [{ name: 'date', argument: picture }] }
  }
  return control.kind === 'choice' ? { ...value, choices: choicesOf(control) } : value
}

function withoutBraces(name: string): string {
  return /^\{\{(.*)\}\}$/su.exec(name)?.[1]?.trim() ?? name
}

function textBefore(paragraph: XmlElement, element: XmlElement): string {
  const spot = elementsBelow(paragraph)
  return spot
    .slice(0, spot.indexOf(element))
    .filter(before => before.name === 'w:t')
    .map(textOf)
    .join('')
}
