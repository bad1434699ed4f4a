import type { Formula, ValueInstruction } from '#server/word/file/tree.ts'

const CALLS: Readonly<Record<string, (numbers: readonly number[]) => number>> = {
  '+': ([left = 0, right = 0]) => left + right,
  '-': ([left = 0, right = 0]) => left - right,
  '*': ([left = 0, right = 0]) => left * right,
  '/': ([left = 0, right = 0]) => left / right,
  '^': ([left = 0, right = 0]) => left ** right,
  negative: ([number = 0]) => -number,
  percent: ([number = 0]) => number / 100,
  ABS: ([number = 0]) => Math.abs(number),
  INT: ([number = 0]) => Math.trunc(number),
  ROUND: ([number = 0, places = 0]) => {
    const size = 10 ** Math.min(Math.max(places, 0), 10)
    return Math.sign(number) * (Math.round(Number((Math.abs(number) * size).toPrecision(15))) / size)
  },
  MOD: ([left = 0, right = 1]) => left - right * Math.floor(left / right),
  MIN: numbers => Math.min(...numbers),
  MAX: numbers => Math.max(...numbers),
  SUM: numbers => numbers.reduce((sum, number) => sum + number, 0),
  PRODUCT: numbers => numbers.reduce((product, number) => product * number, 1),
  AVERAGE: numbers => numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
  COUNT: numbers => numbers.length,
}

/** The result with the noise of binary fractions taken off; NaN where it cannot be worked out. */
export function evaluate(formula: Formula, numberOf: (value: ValueInstruction) => number): number {
  return Number(work(formula, numberOf).toPrecision(15))
}

function work(formula: Formula, numberOf: (value: ValueInstruction) => number): number {
  if (formula.type === 'number') return formula.number
  if (formula.type === 'value') return numberOf(formula.value)
  const numbers = formula.arguments.map(each => work(each, numberOf))
  return CALLS[formula.name]?.(numbers) ?? Number.NaN
}

export function valuesOf(formula: Formula): ValueInstruction[] {
  if (formula.type === 'number') return []
  return formula.type === 'value' ? [formula.value] : formula.arguments.flatMap(valuesOf)
}

/** The values by which it divides as they are. */
export function divisorsOf(formula: Formula): ValueInstruction[] {
  if (formula.type !== 'call') return []
  const [, divisor] = formula.arguments
  const isDivision = formula.name === '/' || formula.name === 'MOD'
  const own = isDivision && divisor?.type === 'value' ? [divisor.value] : []
  return [...own, ...formula.arguments.flatMap(divisorsOf)]
}

/** Whether it divides by a number that is always zero, so that it never has a result. */
export function dividesByZero(formula: Formula): boolean {
  if (formula.type !== 'call') return false
  const [, divisor] = formula.arguments
  const isDivision = formula.name === '/' || formula.name === 'MOD'
  const isZero =
    divisor !== undefined && valuesOf(divisor).length === 0 && evaluate(divisor, () => Number.NaN) === 0
  return (isDivision && isZero) || formula.arguments.some(dividesByZero)
}

/** A formula's pieces: texts and values. Undefined for one that asks for more than numbers, such as table cells. */
export function parseFormula(pieces: readonly (string | ValueInstruction)[]): Formula | undefined {
  const tokens: (string | ValueInstruction)[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') tokens.push(...(piece.match(/\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|\S/g) ?? []))
    else tokens.push(piece)
  }
  if (tokens.length > 500) return undefined
  const reader = new FormulaReader(tokens)
  const formula = reader.sum()
  return reader.isAtEnd() ? formula : undefined
}

const DEPTH_LIMIT = 50

class FormulaReader {
  readonly #tokens: readonly (string | ValueInstruction)[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly (string | ValueInstruction)[]) {
    this.#tokens = tokens
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  sum(): Formula | undefined {
    return this.#leftToRight(/^[+-]$/, () => this.#product())
  }

  #product(): Formula | undefined {
    return this.#leftToRight(/^[*/]$/, () => this.#power())
  }

  #leftToRight(signs: RegExp, next: () => Formula | undefined): Formula | undefined {
    let left = next()
    for (;;) {
      const sign = this.#tokens[this.#at]
      if (left === undefined || typeof sign !== 'string' || !signs.test(sign)) return left
      this.#at += 1
      const right = next()
      left = right && { type: 'call', name: sign, arguments: [left, right] }
    }
  }

  #power(): Formula | undefined {
    const base = this.#signed()
    if (base === undefined || !this.#take('^')) return base
    const exponent = this.#signed()
    return exponent && { type: 'call', name: '^', arguments: [base, exponent] }
  }

  #signed(): Formula | undefined {
    let isNegative = false
    while (this.#tokens[this.#at] === '-' || this.#tokens[this.#at] === '+') {
      if (this.#tokens[this.#at] === '-') isNegative = !isNegative
      this.#at += 1
    }
    let found = this.#single()
    if (found !== undefined && this.#take('%')) found = { type: 'call', name: 'percent', arguments: [found] }
    return found && isNegative ? { type: 'call', name: 'negative', arguments: [found] } : found
  }

  #single(): Formula | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || this.#depth > DEPTH_LIMIT) return undefined
    this.#at += 1
    if (typeof token !== 'string') return { type: 'value', value: token }
    if (/^[\d.]/.test(token)) return { type: 'number', number: Number(token) }
    if (token === '(') return this.#inBrackets()?.[0]
    const name = token.toUpperCase()
    if (!/^[A-Z]+$/.test(name) || !Object.hasOwn(CALLS, name) || !this.#take('(')) return undefined
    const found = this.#inBrackets()
    return found && { type: 'call', name, arguments: found }
  }

  /** What stands after an opening bracket, up to the closing one. */
  #inBrackets(): Formula[] | undefined {
    const found: Formula[] = []
    this.#depth += 1
    do {
      const formula = this.sum()
      if (formula === undefined) return undefined
      found.push(formula)
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
