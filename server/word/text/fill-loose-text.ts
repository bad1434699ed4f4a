import type { LineOperation, Scope } from '#server/word/program.ts'
import type { Lists } from '#server/word/language/resolve-names.ts'
import { escapeAttribute, escapeText, valueAsLine } from '#server/word/file/write-xml.ts'
import type { Formatter } from '#server/word/language/formats.ts'
import type { FilledText } from '#server/word/file/tree.ts'
import { SAFE_LINK } from '#server/word/file/clean-package.ts'
import { type PieceCompiler, printLine } from './text-pieces.ts'
import { parseText } from './text-tree.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'

interface Filling {
  compiler: PieceCompiler
  report: ReportProblem
  lists: Lists
  isAttribute: boolean
}

/** What prints a text outside the paragraphs, as XML. */
export function fillingOf({ text, origin, isCode }: FilledText, filling: Filling): LineOperation {
  const { compiler, report, lists, isAttribute } = filling
  const nodes = parseText(text, origin.place, (at, problem) =>
    report({ ...at, place: origin.place, order: origin.order }, problem),
  )
  const pieces = compiler.pieces(nodes, lists)
  const escape = isAttribute ? escapeAttribute : escapeText
  const shown = isCode ? asCode : valueAsLine
  return { type: 'line', print: (scope: Scope) => escape(printLine(pieces, scope, shown)) }
}

const AT_ADDRESS = /^\s*HYPERLINK\s+["“”]?$/i
const IN_ADDRESS = /^\s*HYPERLINK\s+["“”]?[^"“”\\]+$/i

/** A value in a field's code, in its quotation marks; in a link's address it is written as addresses are. */
function asCode(value: string, before: string): string {
  const line = valueAsLine(value)
  if (AT_ADDRESS.test(before)) return asAddress(line.trim())
  if (IN_ADDRESS.test(before)) return encodeURIComponent(line).replaceAll('%40', '@')
  return quotedInCode(line)
}

/** A value's format for use within a field's code, where quotation marks and backslashes are escaped. */
export const asFieldCode =
  (format: Formatter): Formatter =>
  (value, companion) =>
    quotedInCode(valueAsLine(format(value, companion)))

function quotedInCode(text: string): string {
  return text.replace(/["“”\\]/g, sign => `\\${sign}`)
}

/** A whole address that a value gives; nothing where following it would be more than opening a page. */
function asAddress(value: string): string {
  if (value === '') return ''
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`
  return SAFE_LINK.test(whole) ? encodeURI(whole).replaceAll('%25', '%') : ''
}
