import { type Comparison, type Condition, isComparison, type Operand } from '#server/word/file/tree.ts'
import type { CodeItem } from './field-code.ts'
import type { Field } from './field-scan.ts'

type Token = string | { field: Field }
/** What a part of a formula gives: true or false, or a value. */
type Part = { condition: Condition } | { operand: Operand }

/** What the fields within a formula mean; undefined for one that only Word can work out. */
export type ReadPart = (field: Field) => Part | undefined

/**
 * Reads the logical formulas of Word’s `=` fields: `=OR( { COMPARE … }, AND(…) )`, `=NOT(…)` and comparisons of
 * numbers within them. Undefined for anything else.
 */
export function parseLogical(items: readonly CodeItem[], read: ReadPart): Condition | undefined {
  const reader = new LogicalReader(tokensOf(items), read)
  return reader.whole()
}

function tokensOf(items: readonly CodeItem[]): Token[] {
  const tokens: Token[] = []
  let text = ''
  const endText = () => {
    tokens.push(...(text.match(/\d+(?:\.\d+)?|[A-Za-z]+|<>|<=|>=|\S/g) ?? []))
    text = ''
  }
  for (const item of items) {
    if (item.type === 'character' && item.character === '\\') break
    if (item.type === 'character') text += item.character
    if (item.type !== 'field') continue
    endText()
    tokens.push({ field: item.field })
  }
  endText()
  return tokens.length > 500 ? [] : tokens
}

const DEPTH_LIMIT = 40

class LogicalReader {
  readonly #tokens: readonly Token[]
  readonly #read: ReadPart
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], read: ReadPart) {
    this.#tokens = tokens
    this.#read = read
  }

  whole(): Condition | undefined {
    if (!this.#take('=')) return undefined
    const found = this.#comparison()
    return this.#at === this.#tokens.length && found !== undefined && 'condition' in found
      ? found.condition
      : undefined
  }

  #comparison(): Part | undefined {
    const left = this.#single()
    const sign = this.#tokens[this.#at]
    if (left === undefined || !isComparison(sign)) return left
    this.#at += 1
    const right = this.#single()
    if (right === undefined) return undefined
    if ('operand' in left && 'operand' in right) {
      return { condition: { type: 'compare', left: left.operand, operator: sign, right: right.operand } }
    }
    const condition = comparedWithTruth(left, sign, right)
    return condition && { condition }
  }

  #single(): Part | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || this.#depth >= DEPTH_LIMIT) return undefined
    this.#at += 1
    if (typeof token !== 'string') return this.#read(token.field)
    if (/^\d/.test(token)) return { operand: [token] }
    const name = token.toUpperCase()
    if (name === 'TRUE' || name === 'FALSE') return { operand: [name === 'TRUE' ? '1' : '0'] }
    if (token !== '(' && !(/^(AND|OR|NOT)$/.test(name) && this.#take('('))) return undefined
    const found = this.#inBrackets()
    const [first] = found ?? []
    if (found === undefined || first === undefined) return undefined
    if (token === '(') return found.length === 1 ? first : undefined
    const conditions = found.map(asCondition)
    const [only] = conditions
    if (name === 'NOT') return only && { condition: { type: 'not', condition: only } }
    return { condition: { type: name === 'AND' ? 'all' : 'any', conditions } }
  }

  #inBrackets(): Part[] | undefined {
    const found: Part[] = []
    this.#depth += 1
    do {
      const part = this.#comparison()
      if (part === undefined) return undefined
      found.push(part)
    } while (this.#take(',') || this.#take(';'))
    this.#depth -= 1
    return this.#take(')') ? found : undefined
  }

  #take(sign: string): boolean {
    if (this.#tokens[this.#at] !== sign) return false
    this.#at += 1
    return true
  }
}

/** A number is true when it is not zero. */
function asCondition(part: Part): Condition {
  if ('condition' in part) return part.condition
  return { type: 'compare', left: part.operand, operator: '<>', right: ['0'] }
}

/** Word writes true as 1 and false as 0; undefined for a comparison with anything else. */
export function comparedWithTruth(left: Part, sign: Comparison, right: Part): Condition | undefined {
  const [asked, wanted] = 'condition' in left ? [left, right] : [right, left]
  if (!('condition' in asked) || !('operand' in wanted) || wanted.operand.length !== 1) return undefined
  const [number] = wanted.operand
  const text = typeof number === 'string' ? number.trim() : ''
  if (!/^[01]$/.test(text)) return undefined
  const { condition } = asked
  const isAsked = (sign === '=' && text === '1') || (sign !== '=' && text === '0')
  const isContrary = (sign === '=' && text === '0') || (sign !== '=' && text === '1')
  if (sign !== '=' && sign !== '<>' && !(sign === '>' && text === '0')) return undefined
  return isAsked ? condition : isContrary ? { type: 'not', condition } : undefined
}
