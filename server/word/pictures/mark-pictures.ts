import { parseExpression } from '#server/word/language/expression.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { isStrictNamespace } from '#server/word/file/namespaces.ts'
import { PLAIN_SHAPE, type PictureFrame } from './picture-frame.ts'
import { frameOfShape, pictureShape } from './vml-frame.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'
import type { PlaceholderSink, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { elementsOf, numberOf, placeOf, type Story } from '#server/word/file/stories.ts'
import {
  childElement,
  type CodeKind,
  elementsBelow,
  isElement,
  Marker,
  nearestAncestor,
  type Origin,
  replace,
  textOf,
  type TreeParent,
  type ValueInstruction,
  withAlternatives,
  XmlElement,
} from '#server/word/file/tree.ts'
import { openTag, writeXml } from '#server/word/file/write-xml.ts'

/** What a drawing's description or a picture control's tag asks for. */
export interface PictureName {
  value: ValueInstruction
  code?: CodeKind
}

const BRACES = /^\s*\{\{(.*)\}\}\s*$/su
const CODE = /^(qr|code128)[\s:]+(.+)$/isu

/** `Company.Logo`, `QR Job.Hbl`, `Code128 Job.JobId`, with or without braces; a string says what is wrong. */
export function parsePictureName(text: string): PictureName | string {
  const inner = (BRACES.exec(text)?.[1] ?? text).trim()
  const [, kind, rest] = CODE.exec(inner) ?? []
  const parsed = parseExpression(rest ?? inner)
  if (typeof parsed === 'string') return parsed
  if (parsed.type !== 'value') return `“${inner}” names no picture.`
  if (kind === undefined) return { value: parsed }
  return { value: parsed, code: kind.toLowerCase() === 'qr' ? 'qr' : 'code128' }
}

export interface PictureSink extends PlaceholderSink {
  index: FieldIndex
  /** Called with what does not prevent filling. */
  warn: ReportProblem
}

/** Puts a marker where a drawing stands whose description or title names a picture or a code. */
export function markPictures(story: Story, label: string, sink: PictureSink): void {
  const places = new Map<XmlElement, string>()
  for (const element of elementsOf(story)) {
    const properties = describedBy(element)
    if (properties === undefined) continue
    for (const attribute of ['descr', 'alt', 'title']) {
      const text = properties.attributes.get(attribute) ?? ''
      const isPlaceholder = BRACES.test(text)
      const named = text === '' ? text : parsePictureName(text)
      const isAsked = typeof named === 'object' && (isPlaceholder || isKnown(named, sink.index))
      if (!isAsked && !isPlaceholder) continue
      const origin = {
        source: text.trim(),
        place: placeOfDrawing(element, label, places),
        order: sink.nextOrder(),
        paragraph: paragraphAround(element),
      }
      const words = wordsIn(element)
      if (isAsked && markDrawing(element, named, origin)) {
        if (words !== '') sink.warn(origin, replacedWords(origin.source, words))
        break
      }
      if (!isPlaceholder) continue
      const reason = typeof named === 'string' ? named : HAS_NO_SIZE
      const message = `“${text.trim()}” cannot be read. ${reason}`
      sink.problem(origin, { kind: 'broken', name: text.trim(), message })
      forgetDescription(element, text)
    }
  }
}

const HAS_NO_SIZE = 'The drawing has no size to put a picture into.'

function wordsIn(drawing: XmlElement): string {
  const texts = elementsBelow(drawing).filter(element => element.name === 'w:t')
  return texts.map(textOf).join('').trim()
}

function replacedWords(source: string, words: string): Omit<TemplateProblem, 'place'> {
  const shown = words.length > 40 ? `${words.slice(0, 40)}…` : words
  const message = `“${source}” describes a text box: the picture takes the place of its words, “${shown}”. Put a picture into the box and describe that if they should stay.`
  return { kind: 'broken', name: source, message }
}

/** An ordinary description may happen to be the name of a field that is no picture. */
function isKnown({ value: { name }, code }: PictureName, index: FieldIndex): boolean {
  const list = index.listHolding(name)
  const field = index.field(name) ?? (list === undefined ? undefined : index.listField(list, name))
  return field !== undefined && (code !== undefined || field.kind === 'picture')
}

/** Marks the first drawing below an element; answers whether there was one. */
export function markFirstDrawing(root: XmlElement, named: PictureName, origin: Origin): boolean {
  return elementsBelow(root).some(
    element =>
      (element.name === 'w:drawing' || element.name === 'w:pict') && markDrawing(element, named, origin),
  )
}

function markDrawing(drawing: XmlElement, named: PictureName, origin: Origin): boolean {
  const frame = frameOf(drawing)
  if (frame === undefined) return false
  const whole = withAlternatives(drawing)
  if (!isElement(whole.parent, 'w:r')) return false
  replace(whole, [new Marker({ type: 'picture', ...named, frame }, origin)])
  return true
}

function holderOf(drawing: XmlElement): XmlElement | undefined {
  return childElement(drawing, 'wp:inline') ?? childElement(drawing, 'wp:anchor')
}

function documentProperties(drawing: XmlElement): XmlElement | undefined {
  const holder = holderOf(drawing)
  return holder === undefined ? undefined : childElement(holder, 'wp:docPr')
}

/** Programs repeat a description within the drawing, as its name too. */
function forgetDescription(drawing: XmlElement, text: string): void {
  for (const element of elementsBelow(drawing, ({ name }) => name !== 'w:txbxContent')) {
    for (const [name, value] of element.attributes) {
      if (value !== text) continue
      if (name === 'name') element.setAttribute(name, 'Picture')
      else if (/^(descr|title|alt)$/.test(name)) element.removeAttribute(name)
    }
  }
}

/** What holds a drawing's description: of the newer kind or, in files of older programs, of the older. */
function describedBy(element: XmlElement): XmlElement | undefined {
  if (element.name === 'w:drawing') return documentProperties(element)
  return element.name === 'w:pict' ? pictureShape(element) : undefined
}

function paragraphAround(drawing: XmlElement): number | undefined {
  const paragraph = nearestAncestor(drawing, element => element.name === 'w:p')
  return paragraph && numberOf(paragraph)
}

/** `known` keeps the place of each paragraph, as one may hold thousands of drawings. */
function placeOfDrawing(drawing: XmlElement, label: string, known: Map<XmlElement, string>): string {
  const paragraph = nearestAncestor(drawing, element => element.name === 'w:p')
  if (paragraph === undefined) return label
  let place = known.get(paragraph)
  if (place === undefined) {
    const texts = elementsBelow(paragraph, element => element.name !== 'w:txbxContent')
    const before = texts
      .filter(element => element.name === 'w:t')
      .map(textOf)
      .join('')
    place = `${placeOf(paragraph, label, { before, after: '', paragraphBefore: '' })}, picture`
    known.set(paragraph, place)
  }
  return place
}

// Twenty-two inches, the largest page that Word knows.
const LARGEST = 20_116_800

function frameOf(drawing: XmlElement): PictureFrame | undefined {
  if (drawing.name === 'w:pict') {
    const old = pictureShape(drawing)
    return old && frameOfShape(old, isInStrictPart(drawing))
  }
  const holder = holderOf(drawing)
  const extent = holder === undefined ? undefined : childElement(holder, 'wp:extent')
  if (holder === undefined || extent === undefined) return undefined
  const [width, height] = ['cx', 'cy'].map(name => Math.min(LARGEST, Number(extent.attributes.get(name))))
  if (width === undefined || height === undefined || !(width > 0) || !(height > 0)) return undefined
  const children = holder.children.filter(child => child instanceof XmlElement)
  const wrapping = children.filter(child => child.name.startsWith('wp:wrap'))
  const properties = childElement(holder, 'wp:docPr')
  const links = (properties?.children ?? []).filter(child => isElement(child, 'a:hlinkClick'))
  for (const name of ['wp14:anchorId', 'wp14:editId']) holder.removeAttribute(name)
  return {
    before: openTag(holder) + children.slice(0, children.indexOf(extent)).map(writeXml).join(''),
    wrapping: wrapping.map(writeXml).join(''),
    link: links.map(writeXml).join(''),
    ...appearanceOf(holder),
    after: `</${holder.name}>`,
    width,
    height,
    isStrict: isInStrictPart(drawing),
  }
}

/** What a designer gave the picture that stands there now, such as a border, the new one has too. */
function appearanceOf(holder: XmlElement): Pick<PictureFrame, 'shape' | 'declarations'> {
  const shape = elementsBelow(holder).find(element => element.name === 'pic:spPr')
  if (shape === undefined) return { shape: PLAIN_SHAPE, declarations: '' }
  const declared = new Map<string, string>()
  for (let node: TreeParent | null = shape.parent; node instanceof XmlElement; node = node.parent) {
    if (node === holder) break
    for (const [name, value] of node.attributes) {
      if (/^xmlns:(?!(a|pic|r)$)/.test(name) && !declared.has(name)) declared.set(name, value)
    }
  }
  const turn = childElement(shape, 'a:xfrm')
  const effects = shape.children.filter(child => child !== turn)
  return {
    shape: {
      open: openTag(shape),
      turn: turn === undefined ? '' : attributesOf(turn),
      effects: effects.map(writeXml).join('') || PLAIN_SHAPE.effects,
    },
    declarations: attributesOf(new XmlElement('x', declared)),
  }
}

function attributesOf(element: XmlElement): string {
  return openTag(element).slice(element.name.length + 1, -1)
}

function isInStrictPart(node: XmlElement): boolean {
  let root = node
  for (let parent: TreeParent | null = node.parent; parent !== null; parent = parent.parent) {
    if (parent instanceof XmlElement) root = parent
  }
  return isStrictNamespace(root.attributes.get('xmlns:w') ?? '')
}
