import { parseCondition } from './condition.ts'
import { evaluate, parseFormula, valuesOf } from './formula.ts'
import { BARRIER } from '#server/word/file/paragraph-pieces.ts'
import type { FormatCall, Formula, Instruction, ValueInstruction } from '#server/word/file/tree.ts'

/** A stretch of text from `{{` to the matching `}}`, or an opening that is never finished. */
export interface Placeholder {
  start: number
  end: number
  inner: string
  isFinished: boolean
}

const DOUBLE_QUOTES = '"“”„‟«»'
const SINGLE_QUOTES = "'‘’‚‛"

export function findPlaceholders(text: string): Placeholder[] {
  const found: Placeholder[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('{{', from)
    if (start < 0) return found
    const end = endOf(text, start + 2, true) ?? endOf(text, start + 2, false)
    if (end === undefined) {
      found.push({ start, end: start + 2, inner: text.slice(start + 2, start + 26), isFinished: false })
      from = start + 2
    } else {
      found.push({ start, end, inner: text.slice(start + 2, end - 2), isFinished: true })
      from = end
    }
  }
}

/** Where the placeholder ends; braces inside a quoted argument do not count while `mindsQuotes`. */
function endOf(text: string, from: number, mindsQuotes: boolean): number | undefined {
  let quotes: string | undefined
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === BARRIER) return undefined
    if (quotes !== undefined) {
      if (quotes.includes(character)) quotes = undefined
    } else if (mindsQuotes && DOUBLE_QUOTES.includes(character)) quotes = DOUBLE_QUOTES
    else if (text.startsWith('}}', at)) return at + 2
    else if (text.startsWith('{{', at)) return undefined
  }
  return undefined
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*`
const VALUE = new RegExp(String.raw`^(?:(sum|count)\s+)?(${NAME})$`, 'iu')
const BLOCK = new RegExp(String.raw`^([#/])\s*(${NAME})?$`, 'u')
const CONDITION = /^(?:#\s*(if|unless)|(else\s+if|elseif))\b\s*(.*)$/iu

const LENGTH_LIMIT = 2_000

/** Reads what stands between the braces; a string answer says why it cannot be read. */
export function parseExpression(inner: string): Instruction | string {
  const text = tidy(inner)
  if (text === '') return 'There is no name between the braces.'
  if (text.length > LENGTH_LIMIT) return `It is longer than ${LENGTH_LIMIT} characters.`
  if (/^else$/i.test(text)) return { type: 'else' }
  const condition = CONDITION.exec(text)
  if (condition !== null) return readCondition(condition[1]?.toLowerCase() ?? 'else', condition[3] ?? '')
  const block = BLOCK.exec(text)
  if (block !== null) {
    const name = block[2] ?? ''
    if (block[1] === '/') return { type: 'close', name }
    return name === '' ? 'There is no name after “#”.' : { type: 'open', list: name }
  }
  const [named = '', ...calls] = splitOutsideQuotes(inner, '|')
  const value = VALUE.exec(tidy(named))
  const formula = value === null ? parseArithmetic(tidy(named)) : undefined
  const [first] = formula === undefined ? [] : valuesOf(formula)
  if (formula !== undefined && first === undefined) return alwaysTheSame(tidy(named), formula)
  if (value === null && first === undefined) return wrongName(tidy(named))
  const formats: FormatCall[] = []
  for (const call of calls) {
    const parsed = parseCall(call)
    if (typeof parsed === 'string') return parsed
    formats.push(parsed)
  }
  if (formula !== undefined && first !== undefined)
    return { type: 'value', name: first.name, formula, formats }
  const [, aggregate, name = ''] = value ?? []
  if (aggregate === undefined) return { type: 'value', name, formats }
  return { type: 'value', name, aggregate: aggregate.toLowerCase() === 'sum' ? 'sum' : 'count', formats }
}

const FORMULA_PIECES = new RegExp(String.raw`(${NAME})(?![\p{L}\p{N}_.]|\s*\()`, 'gu')

/** `Today + 14`, `Shipment.GrossWeight / 1000`; “B/L” is no division. */
function parseArithmetic(text: string): Formula | undefined {
  if (!/[-+*/^%(]/.test(text) || /[\p{L}_][-+*/][\p{L}_]/u.test(text)) return undefined
  const pieces = text
    .split(FORMULA_PIECES)
    .map((piece, index) =>
      index % 2 === 0 ? piece : ({ type: 'value', name: piece, formats: [] } satisfies ValueInstruction),
    )
  return parseFormula(pieces)
}

const OTHER_MARKS: readonly (readonly [RegExp, string])[] = [
  [
    /^%/,
    'It is written as in docxtpl. Here a list is “{{#Items}} … {{/Items}}” and a condition “{{#if …}} … {{/if}}”.',
  ],
  [/^[?^]/, 'Here a condition is “{{#if …}} … {{else}} … {{/if}}”.'],
  [
    /^(for|end-?for|end-?if|if|ins|exec)\b/i,
    'Here a list is “{{#Items}} … {{/Items}}” and a condition “{{#if …}} … {{/if}}”.',
  ],
]

function alwaysTheSame(text: string, formula: Formula): string {
  const result = evaluate(formula, () => Number.NaN)
  return Number.isFinite(result)
    ? `“${text}” names no field: as a formula it is always ${result}. Write the figure or the text itself, without braces.`
    : `“${text}” names no field and has no result.`
}

function wrongName(text: string): string {
  const other = OTHER_MARKS.find(([mark]) => mark.test(text))
  return other === undefined ? `“${text}” is not a name.` : other[1]
}

function readCondition(keyword: string, text: string): Instruction | string {
  if (text.trim() === '') return `There is no condition after “${keyword}”.`
  const condition = parseCondition(text)
  if (typeof condition === 'string') return condition
  if (keyword === 'else') return { type: 'else', condition }
  return keyword === 'unless'
    ? { type: 'if', keyword, condition: { type: 'not', condition } }
    : { type: 'if', keyword: 'if', condition }
}

/** Word puts in non-breaking and invisible characters by itself. */
function tidy(inner: string): string {
  return inner
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s/g, ' ')
    .trim()
}

// Their arguments are words that are printed, with the spaces they were written with.
const PRINTS_ARGUMENT = /^(before|after|default)$/

function parseCall(written: string): FormatCall | string {
  const call = tidy(written)
  const match = /^(\p{L}+)\s*(?::\s*(.*))?$/u.exec(call)
  if (match === null) return call === '' ? 'There is no format after “|”.' : `“${call}” is not a format.`
  const name = (match[1] ?? '').toLowerCase()
  if (match[2] === undefined) return { name }
  const said = PRINTS_ARGUMENT.test(name) ? written.slice(written.indexOf(':') + 1) : match[2]
  const argument = unquote(said.trim())
  return argument === undefined ? `The argument of “${name}” needs quotes around it.` : { name, argument }
}

function unquote(text: string): string | undefined {
  for (const quotes of [DOUBLE_QUOTES, SINGLE_QUOTES]) {
    const isQuoted =
      text.length >= 2 && quotes.includes(text.charAt(0)) && quotes.includes(text.charAt(text.length - 1))
    if (isQuoted) return text.slice(1, -1)
  }
  return undefined
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let quotes: string | undefined
  for (const character of text) {
    if (quotes !== undefined) {
      if (quotes.includes(character)) quotes = undefined
    } else if (DOUBLE_QUOTES.includes(character)) quotes = DOUBLE_QUOTES
    else if (SINGLE_QUOTES.includes(character)) quotes = SINGLE_QUOTES
    if (quotes === undefined && character === separator) {
      pieces.push(piece)
      piece = ''
    } else piece += character
  }
  return [...pieces, piece]
}
