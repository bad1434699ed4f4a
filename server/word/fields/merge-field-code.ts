import { parseExpression } from '#server/word/language/expression.ts'
import { type FieldCode, textOfArgument } from './field-code.ts'
import type { FormatCall, Instruction } from '#server/word/file/tree.ts'

const TABLE_MARK = /^(?:table|block|list)(start|end)\s*:\s*(.+)$/i
// A data source's columns may have any name; these beginnings are the common language's.
const LANGUAGE = /^[#/]|^(sum|count)\s|^else\b|\|/i
const TEXT_FORMATS: ReadonlyMap<string, string> = new Map(
  ['upper', 'lower', 'caps', 'firstcap', 'cardtext', 'dollartext', 'ordinal'].map(name => [name, name]),
)

/** The name that a merge field asks for. */
export function mergeFieldName(code: FieldCode): string {
  const [first] = code.arguments
  return first === undefined || typeof first === 'string' ? '' : textOfArgument(first).trim()
}

/**
 * What a merge field says in the common language: a value, or the beginning or end of a repeat
 * (`TableStart:Items`, `#Items`). A string answer says why it cannot be read.
 */
export function readMergeField(code: FieldCode): Instruction | string {
  const name = mergeFieldName(code)
  if (name === '') return 'It names no field.'
  const mark = TABLE_MARK.exec(name)
  if (mark !== null) {
    const list = (mark[2] ?? '').trim()
    return mark[1]?.toLowerCase() === 'start' ? { type: 'open', list } : { type: 'close', name: list }
  }
  const instruction: Instruction | string = LANGUAGE.test(name)
    ? parseExpression(name)
    : { type: 'value', name: name.replace(/\s+/g, '_'), formats: [] }
  if (typeof instruction === 'string' || instruction.type !== 'value') return instruction
  return { ...instruction, formats: [...instruction.formats, ...formatsOf(code)] }
}

export function formatsOf({ switches }: FieldCode): FormatCall[] {
  const shapes: FormatCall[] = []
  const changes: FormatCall[] = []
  const around: FormatCall[] = []
  for (const { sign, argument } of switches) {
    if (sign === '@' && argument !== '') shapes.push({ name: 'date', argument })
    if (sign === '#' && argument !== '') shapes.push({ name: 'number', argument })
    const isLine = argument.includes('\n')
    if (sign === 'b' && !isLine) around.push({ name: 'before', argument })
    if (sign === 'f' && !isLine) around.push({ name: 'after', argument })
    const name = sign === '*' ? TEXT_FORMATS.get(argument.trim().toLowerCase()) : undefined
    if (name !== undefined) changes.push({ name })
  }
  return [...shapes, ...changes, ...around]
}

/** Texts of several lines that stand before and after a value where there is one (`\b`, `\f`). */
export function linesAround({ switches }: FieldCode): { before: string; after: string } {
  const found = (wanted: string) =>
    switches.find(({ sign, argument }) => sign === wanted && argument.includes('\n'))?.argument ?? ''
  return { before: found('b'), after: found('f') }
}

/** Whether the result looks like the field's name (`\* CHARFORMAT`) and not like the old result. */
export function looksLikeCode({ switches }: FieldCode): boolean {
  return switches.some(({ sign, argument }) => sign === '*' && /^charformat$/i.test(argument.trim()))
}

export function looksLikeResult({ switches }: FieldCode): boolean {
  return switches.some(({ sign, argument }) => sign === '*' && /^mergeformat$/i.test(argument.trim()))
}
