import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import {
  type CodeArgument,
  type CodeItem,
  type FieldCode,
  itemsOf,
  readFieldCode,
  textOfArgument,
} from './field-code.ts'
import type { Field, FieldScan } from './field-scan.ts'
import { comparedWithTruth, parseLogical } from './logical-fields.ts'
import { looksLikeResult } from './merge-field-code.ts'
import { linesRun } from '#server/word/file/runs.ts'
import {
  append,
  childElement,
  type Comparison,
  isComparison,
  type Condition,
  Conditional,
  isElement,
  type Marker,
  type Operand,
  type Origin,
  remove,
  type TreeNode,
  type ValueInstruction,
  type XmlElement,
} from '#server/word/file/tree.ts'

/** What IF fields need from the conversion of fields in general. */
export interface FieldMaker {
  nodesFor: (field: Field) => TreeNode[] | undefined
  runsOf: (field: Field) => XmlElement[]
  formatOf: (field: Field, code: FieldCode) => XmlElement | undefined
  marker: (field: Field, code: FieldCode) => Marker | undefined
  formula: (field: Field, code: FieldCode) => Marker | undefined
}

/** Turns IF fields into their branches, each printed under its condition. */
export class IfFields {
  readonly #scan: FieldScan
  readonly #fields: FieldMaker

  constructor(scan: FieldScan, fields: FieldMaker) {
    this.#scan = scan
    this.#fields = fields
  }

  /** Undefined where the condition depends on what only Word knows, such as the page. */
  nodesFor(field: Field, code: FieldCode, origin: Origin): TreeNode[] | undefined {
    const condition = this.conditionOf(code)
    if (condition === undefined) return undefined
    const format = this.formatOf(field, code)
    const [, , , whenTrue, whenFalse] = code.arguments
    const branch = (argument: CodeArgument | string | undefined, holds: Condition): TreeNode[] => {
      if (argument === undefined || typeof argument === 'string') return []
      const content = this.content(argument.items, format)
      return content.length === 0 ? [] : [conditionally(holds, content, origin)]
    }
    return [...branch(whenTrue, condition), ...branch(whenFalse, { type: 'not', condition })]
  }

  conditionOf({ arguments: [left, operator, right] }: FieldCode): Condition | undefined {
    if (left === undefined || typeof left === 'string' || right === undefined || typeof right === 'string')
      return undefined
    if (!isComparison(operator)) return undefined
    const logical = this.#logical(left, operator, right)
    if (logical !== undefined) return logical
    if (!this.#isKnown(left) || !this.#isKnown(right)) return undefined
    return {
      type: 'compare',
      left: this.#operand(left),
      operator,
      right: this.#operand(right),
      hasWildcards: true,
    }
  }

  /** A comparison of what COMPARE or a logical formula gives with 1 or 0. */
  #logical(left: CodeArgument, operator: Comparison, right: CodeArgument): Condition | undefined {
    const part = (argument: CodeArgument) => {
      const condition = this.#truthOf(argument)
      if (condition !== undefined) return { condition }
      return { operand: [textOfArgument(argument)] }
    }
    const [one, other] = [part(left), part(right)]
    return 'operand' in one && 'operand' in other ? undefined : comparedWithTruth(one, operator, other)
  }

  #truthOf({ items }: CodeArgument): Condition | undefined {
    const [only] = items.filter(item => item.type !== 'character' || item.character.trim() !== '')
    return only?.type === 'field' ? this.#truthOfField(only.field) : undefined
  }

  #truthOfField(field: Field): Condition | undefined {
    const code = readFieldCode(field, this.#scan)
    if (code.name === 'COMPARE') return this.conditionOf(code)
    if (!code.name.startsWith('=')) return undefined
    return parseLogical(itemsOf(field, this.#scan), inner => {
      const condition = this.#truthOfField(inner)
      if (condition !== undefined) return { condition }
      const argument = { items: [{ type: 'field' as const, field: inner }], isQuoted: false }
      return this.#isKnown(argument) ? { operand: this.#operand(argument) } : undefined
    })
  }

  /** The format that a branch without one of its own gets. */
  formatOf(field: Field, code: FieldCode): XmlElement | undefined {
    return looksLikeResult(code) ? this.#fields.formatOf(field, code) : undefined
  }

  #isKnown({ items }: CodeArgument): boolean {
    return items.every(item => {
      if (item.type !== 'field') return true
      const code = readFieldCode(item.field, this.#scan)
      if (code.name.startsWith('=')) return this.#fields.formula(item.field, code) !== undefined
      return /^(MERGEFIELD|MERGEREC|MERGESEQ)$/.test(code.name)
    })
  }

  #operand(argument: CodeArgument): Operand {
    const pieces: (string | ValueInstruction)[] = []
    let text = ''
    const endText = () => {
      pieces.push(...textPieces(text))
      text = ''
    }
    for (const item of argument.items) {
      if (item.type === 'character') text += item.character
      if (item.type !== 'field') continue
      const code = readFieldCode(item.field, this.#scan)
      // One document is made at a time, so every record is the first.
      if (code.name.startsWith('MERGE') && code.name !== 'MERGEFIELD') text += '1'
      else {
        endText()
        const isFormula = code.name.startsWith('=')
        const read = isFormula
          ? this.#fields.formula(item.field, code)
          : this.#fields.marker(item.field, code)
        const instruction = read?.instruction
        if (instruction?.type === 'value') pieces.push(instruction)
      }
    }
    endText()
    return pieces.length === 0 ? [''] : pieces
  }

  /** A branch, or a part of it, as runs. */
  content(items: readonly CodeItem[], format: XmlElement | undefined): TreeNode[] {
    const nodes: TreeNode[] = []
    let source: XmlElement | undefined
    let text: CodeItem[] = []
    const endText = () => {
      if (text.length > 0) nodes.push(textRun(text, source, format))
      text = []
    }
    for (const item of items) {
      if (item.type === 'character') {
        if (item.entry?.run !== source) endText()
        source = item.entry?.run
        text.push(item)
        continue
      }
      endText()
      if (item.type === 'other') nodes.push(item.entry.run)
      else nodes.push(...(this.#fields.nodesFor(item.field) ?? this.#fields.runsOf(item.field)))
    }
    endText()
    return [...new Set(nodes)]
  }
}

export function conditionally(
  condition: Condition,
  content: readonly TreeNode[],
  origin: Origin,
): Conditional {
  const conditional = new Conditional(condition, origin)
  for (const node of content) {
    if (typeof node !== 'string') remove(node)
    append(conditional, node)
  }
  return conditional
}

/** Placeholders may stand in the texts that are compared. */
function textPieces(text: string): (string | ValueInstruction)[] {
  const pieces: (string | ValueInstruction)[] = []
  let at = 0
  for (const { start, end, inner, isFinished } of findPlaceholders(text)) {
    const parsed = isFinished ? parseExpression(inner) : ''
    if (typeof parsed === 'string' || parsed.type !== 'value') continue
    if (start > at) pieces.push(text.slice(at, start))
    pieces.push(parsed)
    at = end
  }
  if (at < text.length) pieces.push(text.slice(at))
  return pieces
}

function textRun(
  items: readonly CodeItem[],
  source: XmlElement | undefined,
  format: XmlElement | undefined,
): XmlElement {
  const own = isElement(source, 'w:r') ? childElement(source, 'w:rPr') : undefined
  return linesRun(textOfArgument({ items, isQuoted: true }), own ?? format)
}
