import type { Control } from './control-properties.ts'
import {
  append,
  childElement,
  elementsBelow,
  type Marker,
  nearestAncestor,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'

/** What a control stands around: pieces of a line, whole paragraphs, one cell of a table, whole rows. */
export type ControlLevel = 'run' | 'block' | 'cell' | 'row'

export function levelOf(control: XmlElement): ControlLevel {
  const holder = nearestAncestor(control, element => /^w:(p|tc|tr|tbl|txbxContent)$/.test(element.name))
  if (holder?.name === 'w:p') return 'run'
  if (holder?.name === 'w:tr') return 'cell'
  return holder?.name === 'w:tbl' ? 'row' : 'block'
}

/** Why a control's content cannot be replaced by a value, if it cannot. */
export function reasonNotFillable(control: Control): string | undefined {
  if (levelOf(control.element) === 'row') return 'surrounds whole rows of a table'
  const inside = elementsBelow(contentRoot(control))
  if (inside.some(element => element.name === 'w:sectPr')) return 'contains the end of a section'
  const marks = inside.filter(element => element.name === 'w:fldChar')
  const count = (type: string) => marks.filter(mark => mark.attributes.get('w:fldCharType') === type).length
  return count('begin') === count('end') ? undefined : 'contains a part of a field'
}

/**
 * What stands in a control's place when a value is printed there: the marker in the control's own format,
 * in a run, a paragraph or a cell as the place demands.
 */
export function contentWith(control: Control, marker: Marker, font?: string): TreeNode[] {
  const inside = elementsBelow(contentRoot(control))
  const starts = inside.filter(element => STARTS.test(element.name))
  const ends = inside.filter(element => ENDS.test(element.name) || isCommentMark(element))
  const line = [...starts, runOf(control, inside, marker, font), ...ends]
  const level = levelOf(control.element)
  if (level === 'run') return line
  const paragraph = paragraphOf(control, inside, line)
  if (level === 'block') return [paragraph]
  const cell = inside.find(element => element.name === 'w:tc')
  const properties = cell === undefined ? undefined : childElement(cell, 'w:tcPr')
  return [element('w:tc', cell?.attributes, properties, [paragraph])]
}

const STARTS = /^w:(bookmarkStart|commentRangeStart|permStart)$/
const ENDS = /^w:(bookmarkEnd|commentRangeEnd|permEnd)$/

function isCommentMark(element: XmlElement): boolean {
  return element.name === 'w:r' && childElement(element, 'w:commentReference') !== undefined
}

function contentRoot(control: Control): XmlElement {
  return childElement(control.element, 'w:sdtContent') ?? new XmlElement('w:sdtContent')
}

function runOf(
  control: Control,
  inside: readonly XmlElement[],
  marker: Marker,
  font: string | undefined,
): XmlElement {
  const first = inside.find(
    candidate =>
      candidate.name === 'w:r' &&
      nearestAncestor(candidate, ancestor => /^w:(del|moveFrom)$/.test(ancestor.name)) === undefined,
  )
  const own = first === undefined ? undefined : childElement(first, 'w:rPr')
  let format = (control.isEmpty ? control.format : undefined) ?? own ?? control.format
  format = withoutPromptStyle(format, control.isEmpty && format === own)
  if (font !== undefined) format = withFont(format, font)
  return element('w:r', undefined, format, [marker])
}

function paragraphOf(control: Control, inside: readonly XmlElement[], line: readonly TreeNode[]): XmlElement {
  const first = inside.find(candidate => candidate.name === 'w:p')
  const properties = first === undefined ? undefined : childElement(first, 'w:pPr')
  const mark = properties === undefined ? undefined : childElement(properties, 'w:rPr')
  if (mark !== undefined) mark.children = withoutPromptStyle(mark, control.isEmpty)?.children ?? []
  return element('w:p', first?.attributes, properties, line)
}

const PROMPT_STYLE = 'PlaceholderText'

/** The style of a prompt is grey, so what is filled in must not have it; `isPrompt` is for files in other languages. */
function withoutPromptStyle(format: XmlElement | undefined, isPrompt: boolean): XmlElement | undefined {
  const style = format === undefined ? undefined : childElement(format, 'w:rStyle')
  if (format === undefined || style === undefined) return format
  if (!isPrompt && style.attributes.get('w:val') !== PROMPT_STYLE) return format
  const children = format.children.filter(child => child !== style)
  return children.length === 0 ? undefined : copyWith(format, children)
}

export function withFont(format: XmlElement | undefined, font: string): XmlElement {
  const fonts = new XmlElement(
    'w:rFonts',
    new Map(['w:ascii', 'w:eastAsia', 'w:hAnsi', 'w:cs'].map(name => [name, font])),
  )
  const old = format === undefined ? undefined : childElement(format, 'w:rFonts')
  const others = (format?.children ?? []).filter(child => child !== old)
  const style = others.findIndex(child => child instanceof XmlElement && child.name === 'w:rStyle')
  return copyWith(format ?? new XmlElement('w:rPr'), others.toSpliced(style + 1, 0, fonts))
}

function copyWith(format: XmlElement, children: readonly TreeNode[]): XmlElement {
  const copied = new XmlElement(format.name, format.attributes)
  for (const child of children) append(copied, child)
  return copied
}

function element(
  name: string,
  attributes: ReadonlyMap<string, string> | undefined,
  properties: XmlElement | undefined,
  children: readonly TreeNode[],
): XmlElement {
  const made = new XmlElement(name, new Map(attributes))
  if (properties !== undefined) append(made, properties)
  for (const child of children) append(made, child)
  return made
}
