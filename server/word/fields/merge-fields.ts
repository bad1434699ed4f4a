import type { Removal } from '#server/word/file/clean-package.ts'
import { type FieldCode, itemsOf, readFieldCode } from './field-code.ts'
import { FieldPlaces } from './field-places.ts'
import { type Entry, type Field, type FieldScan, scanFields } from './field-scan.ts'
import { removeEmptyParagraph } from '#server/word/file/remove-markers.ts'
import { IfBlocks } from './if-blocks.ts'
import { type FieldMaker, IfFields } from './if-fields.ts'
import { parseFormula, valuesOf } from '#server/word/language/formula.ts'
import { formatsOf, linesAround, looksLikeCode, mergeFieldName, readMergeField } from './merge-field-code.ts'
import { withFont } from '#server/word/controls/control-content.ts'
import { isKnownText, readFormField } from './form-fields.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { SUGGESTIONS_LIMIT } from '#server/word/language/resolve-names.ts'
import type { PlaceholderSink, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { copy, linesRun } from '#server/word/file/runs.ts'
import type { Story } from '#server/word/file/stories.ts'
import {
  append,
  childElement,
  Conditional,
  insertBefore,
  isElement,
  Marker,
  type Origin,
  remove,
  type TreeNode,
  type ValueInstruction,
  XmlElement,
} from '#server/word/file/tree.ts'

export interface FieldSink extends PlaceholderSink {
  index: FieldIndex
  /** Called with what does not prevent filling, such as a form field of an unknown name. */
  warn: ReportProblem
  removed: (removal: Removal) => void
}

/**
 * Replaces the fields of a mail merge by what they say in the common language: merge fields by markers, IF
 * fields by their branches. Fields that Word fills by itself (PAGE, REF, TOC …) stay.
 */
export function markMergeFields(story: Story, label: string, sink: FieldSink): void {
  const scan = scanFields(story, label)
  if (scan === undefined) return
  const converter = new FieldConverter(scan, new FieldPlaces(scan.entries, label), sink)
  for (const field of scan.fields) converter.convert(field)
}

const OF_A_MERGE = new Set([
  'NEXT',
  'NEXTIF',
  'SKIPIF',
  'MERGEREC',
  'MERGESEQ',
  'ADDRESSBLOCK',
  'GREETINGLINE',
])
const FORM_FIELD = /^FORM(TEXT|CHECKBOX|DROPDOWN)$/
/** Fields whose shown result Word computes from the code. */
const COMPUTED = /^(IF|COMPARE|QUOTE|=)/

// What Word calls them by itself.
const NUMBERED = /^(text|check|dropdown|kontroll|texte?|testo)\d+$/i

class FieldConverter implements FieldMaker {
  readonly #scan: FieldScan
  readonly #places: FieldPlaces
  readonly #sink: FieldSink
  readonly #ifs: IfFields
  readonly #blocks: IfBlocks

  constructor(scan: FieldScan, places: FieldPlaces, sink: FieldSink) {
    this.#scan = scan
    this.#places = places
    this.#sink = sink
    this.#ifs = new IfFields(scan, this)
    this.#blocks = new IfBlocks(scan, this.#ifs, this)
  }

  /** Puts what a field becomes in its place; a field of Word's own stays, with values in its code. */
  convert(field: Field): void {
    if (this.#blocks.convert(field, readFieldCode(field, this.#scan))) return
    const nodes = this.nodesFor(field)
    if (nodes === undefined) return this.#fillWithin(field)
    const first = this.#scan.entries[field.start]
    if (first === undefined) return
    insertBefore(first.run, nodes)
    this.#clear(field, nodes)
  }

  originOfIf(field: Field): Origin {
    return this.#places.origin(field, '{ IF … }', 0)
  }

  /** What stands for a field in the finished document; undefined for one that stays. */
  nodesFor(field: Field): TreeNode[] | undefined {
    const code = readFieldCode(field, this.#scan)
    if (code.name === 'MERGEFIELD') return this.#mergeField(field, code)
    if (code.name.startsWith('=')) return this.#formulaField(field, code)
    if (code.name === 'IF') return this.#ifs.nodesFor(field, code, this.originOfIf(field))
    if (FORM_FIELD.test(code.name)) return this.#formField(field, code)
    if (!OF_A_MERGE.has(code.name)) return undefined
    const { place } = this.#places.origin(field, code.name, 0)
    this.#sink.removed({ what: `mail merge field ${code.name}`, place })
    return []
  }

  /** The runs of a field that stays where a branch is printed. */
  runsOf(field: Field): XmlElement[] {
    this.#fillWithin(field)
    return [...new Set(this.#scan.entries.slice(field.start, field.end + 1).map(entry => entry.run))]
  }

  /** The format that a field's result has. */
  formatOf(field: Field, code: FieldCode): XmlElement | undefined {
    const entries = this.#scan.entries
    const shown = entries.slice(field.separate + 1, field.end).find(({ node }) => node.name === 'w:t')
    const coded = entries
      .slice(field.start + 1, field.separate)
      .find(({ node }) => node.name === 'w:instrText')
    const run = looksLikeCode(code) ? (coded ?? shown) : (shown ?? coded)
    const chosen = run?.run ?? entries[field.start]?.run
    return isElement(chosen, 'w:r') ? childElement(chosen, 'w:rPr') : undefined
  }

  /** A field's marker as it stands in a text, in the instruction of another field, or in a condition. */
  marker(field: Field, code: FieldCode): Marker | undefined {
    const name = mergeFieldName(code)
    const origin = this.#places.origin(field, `«${name}»`, this.#sink.nextOrder())
    const instruction = readMergeField(code)
    if (typeof instruction !== 'string') return new Marker(instruction, origin)
    const message = `The merge field “${name}” cannot be read. ${instruction}`
    this.#sink.problem(origin, { kind: 'broken', name, message })
    return undefined
  }

  /** What an `=` field works out, when it asks for nothing but numbers and merge fields. */
  formula(field: Field, code: FieldCode): Marker | undefined {
    const pieces: (string | ValueInstruction)[] = []
    let text = ''
    for (const item of itemsOf(field, this.#scan)) {
      if (item.type === 'character' && item.character === '\\') break
      if (item.type === 'character') text += item.character
      if (item.type !== 'field') continue
      const inner = readFieldCode(item.field, this.#scan)
      const read = inner.name === 'MERGEFIELD' ? readMergeField(inner) : ''
      if (typeof read === 'string' || read.type !== 'value') return undefined
      pieces.push(text, read)
      text = ''
    }
    const [first, ...others] = [...pieces, text]
    if (typeof first !== 'string' || !/^\s*=/.test(first)) return undefined
    const formula = parseFormula([first.replace('=', ''), ...others])
    const [name] = formula === undefined ? [] : valuesOf(formula)
    if (formula === undefined || name === undefined) return undefined
    const origin = this.#places.origin(field, `{ = … «${name.name}» … }`, this.#sink.nextOrder())
    return new Marker({ type: 'value', name: name.name, formula, formats: formatsOf(code) }, origin)
  }

  /** A form field of an unknown name stays as it is. */
  #formField(field: Field, code: FieldCode): XmlElement[] | undefined {
    const form = readFormField(this.#scan.entries[field.start]?.node)
    if (form === undefined) return undefined
    const origin = this.#places.origin(field, form.name, this.#sink.nextOrder())
    const named = { ...origin, place: `${origin.place}, form field “${form.name}”` }
    if (isKnownText(form.name, this.#sink.index)) {
      const format = this.formatOf(field, code)
      return [
        runWith(
          new Marker(form.instruction, named),
          form.font === undefined ? format : withFont(format, form.font),
        ),
      ]
    }
    const suggestion =
      origin.order > SUGGESTIONS_LIMIT || NUMBERED.test(form.name)
        ? undefined
        : this.#sink.index.nearestField(form.name, [])
    const hint = suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`
    const message = `The form field “${form.name}” names no known field; it is printed as it is.${hint}`
    const problem = { kind: 'unknown', name: form.name, message } as const
    this.#sink.warn(named, suggestion === undefined ? problem : { ...problem, suggestion })
    return undefined
  }

  #formulaField(field: Field, code: FieldCode): XmlElement[] | undefined {
    const marker = this.formula(field, code)
    return marker && [runWith(marker, this.formatOf(field, code))]
  }

  #mergeField(field: Field, code: FieldCode): TreeNode[] {
    const marker = this.marker(field, code)
    if (marker === undefined) return []
    const format = this.formatOf(field, code)
    const { before, after } = linesAround(code)
    const around = (text: string): Conditional[] => {
      if (text === '' || marker.instruction.type !== 'value') return []
      const left = [{ ...marker.instruction, formats: [] }]
      const filled = new Conditional({ type: 'compare', left, operator: '<>', right: [''] }, marker.origin)
      append(filled, linesRun(text, format))
      return [filled]
    }
    return [...around(before), runWith(marker, format), ...around(after)]
  }

  /** Merge fields inside another field's code become values of that code. */
  #fillWithin(field: Field): void {
    for (const inner of field.inResult) this.convert(inner)
    let isChanged = false
    for (const inner of field.inCode) {
      const code = readFieldCode(inner, this.#scan)
      const marker = code.name === 'MERGEFIELD' ? this.marker(inner, code) : undefined
      if (code.name !== 'MERGEFIELD') this.#fillWithin(inner)
      const first = this.#scan.entries[inner.start]
      if (code.name !== 'MERGEFIELD' || first === undefined) continue
      const instruction = new XmlElement('w:instrText', new Map([['xml:space', 'preserve']]))
      if (marker !== undefined) append(instruction, marker)
      const run = new XmlElement('w:r')
      append(run, instruction)
      insertBefore(first.run, [run])
      this.#clear(inner, [run])
      isChanged = true
    }
    const begin = this.#scan.entries[field.start]?.node
    if (isChanged && begin?.name === 'w:fldChar' && COMPUTED.test(readFieldCode(field, this.#scan).name)) {
      begin.setAttribute('w:dirty', 'true')
    }
  }

  #clear(field: Field, kept: readonly TreeNode[]): void {
    const entries = this.#scan.entries.slice(field.start, field.end + 1)
    const stays = new Set<TreeNode>(kept)
    for (const run of new Set(entries.map(entry => entry.run))) {
      if (!stays.has(run) && !isBelow(run, stays)) remove(run)
    }
    const [first] = entries
    const paragraphs = new Set(entries.map((entry: Entry) => entry.paragraph))
    for (const paragraph of paragraphs) if (paragraph !== first?.paragraph) removeEmptyParagraph(paragraph)
  }
}

export function runWith(content: TreeNode, properties: XmlElement | undefined): XmlElement {
  const run = new XmlElement('w:r')
  if (properties !== undefined) append(run, copy(properties))
  append(run, content)
  return run
}

function isBelow(run: XmlElement, holders: ReadonlySet<TreeNode>): boolean {
  for (let node = run.parent; node !== null; node = node.parent) if (holders.has(node)) return true
  return false
}
