import { findPlaceholders } from '#server/word/language/expression.ts'
import type { PlaceholderSink } from '#server/word/language/placeholder-sink.ts'
import { placeOf } from '#server/word/file/stories.ts'
import type { XmlElement } from '#server/word/file/tree.ts'
import { elementsBelow, isElement, nearestAncestor, textOf } from '#server/word/file/tree.ts'

/**
 * Marks the placeholders that stand outside the text of paragraphs: in watermarks, descriptions and tips, in the
 * codes of fields, in equations, charts, diagrams and the file's properties.
 */
export function markLooseTexts(root: XmlElement, label: string, sink: PlaceholderSink): void {
  const marker = new LooseMarker(label, sink)
  for (const element of elementsBelow(root)) marker.visit(element)
  for (const codes of codesOf(root)) marker.codes(codes)
}

/** The attributes that are printed or shown, by the element's local name; what a person calls their place. */
const ATTRIBUTES: readonly (readonly [element: RegExp, attribute: RegExp, place: string])[] = [
  [/^v:textpath$/, /^string$/, 'watermark'],
  [/^v:/, /^(alt|title)$/, 'description of a drawing'],
  [/:(docPr|cNvPr)$/, /^(descr|title|name)$/, 'description of a drawing'],
  [/^(w:hyperlink|a:hlinkClick)$/, /^(w:)?tooltip$/, 'tip of a link'],
  [/^w:(tblCaption|tblDescription)$/, /^w:val$/, 'description of a table'],
  [/^w:fldSimple$/, /^w:instr$/, 'code of a field'],
]

class LooseMarker {
  readonly #label: string
  readonly #sink: PlaceholderSink
  readonly #joined = new Set<XmlElement>()

  constructor(label: string, sink: PlaceholderSink) {
    this.#label = label
    this.#sink = sink
  }

  visit(element: XmlElement): void {
    for (const [name, value] of element.attributes) {
      if (!value.includes('{{')) continue
      const found = ATTRIBUTES.find(
        ([elements, attributes]) => elements.test(element.name) && attributes.test(name),
      )
      if (found !== undefined) this.#fill(element, name, value, found[2], element.name === 'w:fldSimple')
    }
    if (element.name === 'm:t' || element.name === 'a:t') this.#joinAround(element)
    const place = placeOfText(element)
    if (place === undefined) return
    const [only] = element.children
    if (typeof only === 'string' && only.includes('{{')) this.#fill(element, '', only, place, false)
  }

  /** The code of one field, which Word may have split over runs. */
  codes({ elements, isWhole }: FieldCodes): void {
    if (!elements.some(({ children }) => children.length > 0)) return
    const [first, ...others] = elements
    const whole = elements.map(textOf).join('')
    if (first === undefined || !whole.includes('{{')) return
    if (isWhole) {
      first.children = [whole]
      for (const other of others) other.children = []
    } else join(elements)
    for (const element of elements) {
      const [only] = element.children
      if (typeof only === 'string' && only.includes('{{'))
        this.#fill(element, '', only, 'code of a field', true)
    }
  }

  #fill(element: XmlElement, name: string, text: string, place: string, isCode: boolean): void {
    const paragraph = nearestAncestor(element, ancestor => ancestor.name === 'w:p')
    const around =
      paragraph === undefined
        ? this.#label
        : placeOf(paragraph, this.#label, { before: '', after: '', paragraphBefore: '' })
    let order = 0
    for (const _ of findPlaceholders(text)) order = this.#sink.nextOrder()
    const [first] = findPlaceholders(text)
    const source = first === undefined ? text : text.slice(first.start, first.end)
    element.filled ??= new Map()
    element.filled.set(name, { text, origin: { source, place: `${around}, ${place}`, order }, isCode })
  }

  /** Programs split a text of a drawing or an equation as they split that of a paragraph. */
  #joinAround(element: XmlElement): void {
    const holder = nearestAncestor(element, ancestor => /^(a:p|m:e|m:oMath|m:oMathPara)$/.test(ancestor.name))
    if (holder === undefined || this.#joined.has(holder)) return
    this.#joined.add(holder)
    const name = element.name
    join(
      elementsBelow(holder, inner => inner === holder || !/^(a:p|m:e)$/.test(inner.name)).filter(
        inner => inner.name === name,
      ),
    )
  }
}

const OF_PROPERTIES =
  /^(cp:(coreProperties|properties)|Properties|property|vt:(lp?w?str|bstr|vector|variant))$/

function placeOfText(element: XmlElement): string | undefined {
  if (element.name === 'm:t') return 'equation'
  if (element.name === 'a:t') return 'drawing'
  const { parent } = element
  if (!isElement(parent)) return undefined
  if (/(^|:)v$/.test(element.name) && /(^|:)(pt|tx)$/.test(parent.name)) return 'chart'
  return /(^|:)(coreProperties|Properties|property|variant|vector)$/.test(parent.name) ||
    OF_PROPERTIES.test(parent.name)
    ? 'properties of the file'
    : undefined
}

/** Moves each placeholder as a whole to the element in which it begins. */
function join(elements: readonly XmlElement[]): void {
  const texts = elements.map(textOf)
  const whole = texts.join('')
  if (!whole.includes('{{')) return
  const spans = findPlaceholders(whole).filter(({ isFinished }) => isFinished)
  let end = 0
  let next = 0
  for (const [index, element] of elements.entries()) {
    const start = end
    end = start + (texts[index]?.length ?? 0)
    let at = start
    let text = ''
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    for (let span = spans[next]; span !== undefined && span.start < end; span = spans[next]) {
      if (span.start >= start) text += whole.slice(at, span.end)
      at = span.end
      if (span.end > end) break
      next += 1
    }
    if (at < end) text += whole.slice(at, end)
    if (text !== texts[index]) element.children = text === '' ? [] : [text]
  }
}

interface FieldCodes {
  elements: XmlElement[]
  /** No other field stands in the code. */
  isWhole: boolean
}

function codesOf(root: XmlElement): FieldCodes[] {
  const found: FieldCodes[] = []
  const open: (FieldCodes & { isInCode: boolean })[] = []
  for (const element of elementsBelow(root)) {
    const field = open.at(-1)
    if (element.name === 'w:instrText' && field?.isInCode === true) {
      // A value that a merge field left there has been marked before.
      if (element.children.every(child => typeof child === 'string')) field.elements.push(element)
      else field.isWhole = false
    }
    if (element.name !== 'w:fldChar') continue
    const type = element.attributes.get('w:fldCharType')
    if (type === 'begin') {
      if (field?.isInCode === true) field.isWhole = false
      open.push({ elements: [], isWhole: true, isInCode: true })
    } else if (type === 'separate' && field !== undefined) field.isInCode = false
    else if (type === 'end' && field !== undefined) found.push(...open.splice(-1))
  }
  return [...found, ...open]
}
