import {
  type Condition,
  type Comparison,
  isComparison,
  type Operand,
  type ValueInstruction,
} from '#server/word/file/tree.ts'

const QUOTED = /^(?:["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]|['‘’‚‛]([^'‘’‚‛]*)['‘’‚‛])/
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?![\p{L}\p{N}_.])/u
const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/u
const OPERATOR = /^(<>|!=|≠|<=|≤|>=|≥|==|=|<|>)/
const OPERATORS: Readonly<Record<string, Comparison>> = {
  '!=': '<>',
  '≠': '<>',
  '≤': '<=',
  '≥': '>=',
  '==': '=',
}

/**
 * Reads `Job.Hbl`, `not Job.Hbl`, `Job.GrossWeight >= 100 and Quote.TransportMode <> "Air"`;
 * a string answer says why it cannot be read.
 */
export function parseCondition(text: string): Condition | string {
  const reader = new ConditionReader(text)
  const condition = reader.anyOf()
  if (typeof condition === 'string') return condition
  const rest = reader.rest()
  return rest === '' ? condition : `“${rest}” does not belong in the condition.`
}

class ConditionReader {
  #text: string

  constructor(text: string) {
    this.#text = text.trim()
  }

  rest(): string {
    return this.#text
  }

  anyOf(): Condition | string {
    return this.#joined('or', 'any', () => this.#joined('and', 'all', () => this.#single()))
  }

  #joined(word: string, type: 'all' | 'any', next: () => Condition | string): Condition | string {
    const conditions: Condition[] = []
    do {
      const condition = next()
      if (typeof condition === 'string') return condition
      conditions.push(condition)
    } while (this.#takeWord(word))
    const [only] = conditions
    return conditions.length === 1 && only !== undefined ? only : { type, conditions }
  }

  #single(): Condition | string {
    if (this.#takeWord('not')) {
      const condition = this.#single()
      return typeof condition === 'string' ? condition : { type: 'not', condition }
    }
    const left = this.#operand()
    if (typeof left === 'string') return left
    const written = this.#take(OPERATOR)?.[0] ?? ''
    const operator = OPERATORS[written] ?? written
    if (!isComparison(operator)) {
      const [value] = left
      if (typeof value === 'object') return { type: 'filled', value }
      return `“${value}” is compared with nothing.`
    }
    const right = this.#operand()
    if (typeof right === 'string') return right
    return { type: 'compare', left, operator, right }
  }

  #operand(): Operand | string {
    const quoted = this.#take(QUOTED)
    if (quoted !== undefined) return [quoted[1] ?? quoted[2] ?? '']
    const number = this.#take(NUMBER)
    if (number !== undefined) return [number[0]]
    for (const aggregate of ['sum', 'count'] as const) {
      if (this.#takeWord(aggregate)) return this.#value({ aggregate })
    }
    return this.#value({})
  }

  #value(more: Pick<ValueInstruction, 'aggregate'>): Operand | string {
    const name = this.#take(NAME)?.[0]
    if (name !== undefined) return [{ type: 'value', name, ...more, formats: [] }]
    return this.#text === ''
      ? 'The condition ends too early.'
      : `“${this.#text}” is neither a name, a number nor a text in quotes.`
  }

  #takeWord(word: string): boolean {
    const match = /^(\p{L}+)\s+(?=\S)/u.exec(this.#text)
    // “count” and the like may be the names of fields too.
    if (match?.[1]?.toLowerCase() !== word || OPERATOR.test(this.#text.slice(match[0].length))) return false
    this.#text = this.#text.slice(match[0].length)
    return true
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#text = this.#text.slice(match[0].length).trimStart()
    return match
  }
}
