import { numberSigns, type NumberSigns } from '#contract/number-signs.ts'
import { compileFormats, type Formatter } from './formats.ts'
import { type FieldKind, type FieldValue, isPicture } from './known-fields.ts'
import { compareNumbers, isNumeric, readDecimal } from './decimal.ts'
import type { Scope } from '#server/word/program.ts'
import type { Source } from './source.ts'
import {
  type Comparison,
  type Condition,
  isBlankText,
  type Operand,
  type ValueInstruction,
} from '#server/word/file/tree.ts'

export type Test = (scope: Scope) => boolean

/** What a condition wants of a value: whether it is filled (a list may stand there too), whether it is blank, or itself. */
export type ValueUse = 'filled' | 'blank' | 'value'

export interface ConditionSettings {
  /** Finds a condition's values, undefined for one that has been reported. */
  find: (value: ValueInstruction, use: ValueUse) => Source | undefined
  language: string
  /** What was compiled before: branches share conditions, whose problems are told once. */
  known: Map<Condition, Test>
}

/** Turns a condition into a function. What cannot be resolved counts as empty. */
export function compileCondition(condition: Condition, settings: ConditionSettings): Test {
  let test = settings.known.get(condition)
  if (test === undefined) {
    test = compileNew(condition, settings)
    settings.known.set(condition, test)
  }
  return test
}

function compileNew(condition: Condition, settings: ConditionSettings): Test {
  switch (condition.type) {
    case 'not': {
      const test = compileCondition(condition.condition, settings)
      return scope => !test(scope)
    }
    case 'all':
    case 'any': {
      const tests = condition.conditions.map(each => compileCondition(each, settings))
      if (condition.type === 'all') return scope => tests.every(test => test(scope))
      return scope => tests.some(test => test(scope))
    }
    case 'filled': {
      const source = settings.find(condition.value, 'filled')
      return source === undefined ? () => false : scope => isFilled(source.read(scope), source.kind)
    }
    case 'compare': {
      const use = isBlankText(condition.left) || isBlankText(condition.right) ? 'blank' : 'value'
      const left = compileOperand(condition.left, use, settings)
      const right = compileOperand(condition.right, use, settings)
      const { operator } = condition
      const signs = numberSigns(settings.language)
      if (condition.hasWildcards === true && (operator === '=' || operator === '<>')) {
        return scope => matches(left(scope), right(scope), signs) === (operator === '=')
      }
      return scope => holds(left(scope), operator, right(scope), signs)
    }
  }
}

/** Zero, “No” and nothing are not filled. */
function isFilled(value: FieldValue, kind: FieldKind): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  if (typeof value === 'number' || kind === 'number')
    return !isNumeric(value) || compareNumbers(value, 0) !== 0
  return typeof value !== 'string' || value.trim() !== ''
}

/** The texts by which a value may be compared: as it is, and as it is printed. */
type Compared = readonly [string, ...string[]]

function compileOperand(
  operand: Operand,
  use: ValueUse,
  { find, language }: ConditionSettings,
): (scope: Scope) => Compared {
  const [only] = operand
  if (operand.length === 1 && typeof only === 'object') {
    const source = find(only, use)
    if (source === undefined) return () => ['']
    const print = printer(only, source, language)
    if (only.formats.length > 0) return scope => [print(source.read(scope))]
    return scope => {
      const value = source.read(scope)
      return [rawText(value), print(value)]
    }
  }
  const pieces = operand.map(piece => {
    if (typeof piece === 'string') return () => piece
    const source = find(piece, use)
    if (source === undefined) return () => ''
    const print = printer(piece, source, language)
    return (scope: Scope) => print(source.read(scope))
  })
  return scope => [pieces.map(piece => piece(scope)).join('')]
}

function printer(value: ValueInstruction, source: Source, language: string): Formatter {
  const format = compileFormats(source.kind, value.formats, language)
  return typeof format === 'string' ? () => '' : format
}

function rawText(value: FieldValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return isPicture(value) ? '' : String(value)
}

function holds(left: Compared, operator: Comparison, right: Compared, signs: NumberSigns): boolean {
  const [one, other] = [left[0].trim(), right[0].trim()]
  const [number, limit] = [asNumber(one, signs), asNumber(other, signs)]
  if (number !== undefined && limit !== undefined) return accepts(operator, compareNumbers(number, limit))
  if (operator === '=' || operator === '<>') {
    const isSame = left.some(text => right.some(wanted => folded(text) === folded(wanted)))
    return isSame === (operator === '=')
  }
  // Nothing is neither more nor less than anything.
  if (one === '' || other === '') return false
  const order = folded(one) < folded(other) ? -1 : folded(one) > folded(other) ? 1 : 0
  return accepts(operator, order)
}

/** Printed numbers are numbers too: “18,450.50”, or “18.450,50” where that is how they are written. */
function asNumber(text: string, { group, decimal }: NumberSigns): string | undefined {
  if (readDecimal(text) !== undefined) return text
  const plain = text.replaceAll(group, '').replace(decimal, '.')
  return readDecimal(plain) === undefined ? undefined : plain
}

function accepts(operator: Comparison, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0
    case '<>':
      return order !== 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
  }
}

/** `*` stands for any characters and `?` for one, as in Word's own conditions. */
function matches(left: Compared, right: Compared, signs: NumberSigns): boolean {
  const [pattern] = right
  if (!/[*?]/.test(pattern)) return holds(left, '=', right, signs)
  return left.some(text => matchesPattern(folded(text), folded(pattern)))
}

/** Without a regular expression, which a hostile pattern could make run for hours. */
function matchesPattern(text: string, pattern: string): boolean {
  let [at, place, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    const wanted = pattern[place]
    if (wanted === '*') {
      star = place
      mark = at
      place += 1
    } else if (wanted === '?' || wanted === text[at]) {
      at += 1
      place += 1
    } else if (star >= 0) {
      place = star + 1
      mark += 1
      at = mark
    } else return false
  }
  while (pattern[place] === '*') place += 1
  return place === pattern.length
}

function folded(text: string): string {
  // Figures are printed with blanks that do not break; a condition is typed with others.
  return text.replaceAll('\u00a0', ' ').trim().toLowerCase()
}
