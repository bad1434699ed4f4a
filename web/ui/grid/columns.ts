import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import { numberText, typedNumberText } from '#web/lib/format.ts'
import { readNumber } from '#web/ui/entry/read-number.ts'
import { numberRules, reasonOf } from '#web/ui/entry/use-number-entry.ts'
import { matchingOptions } from '#web/ui/form/searchable-text.ts'

/** Null for an empty cell. A text in a column of figures or choices is what was typed there and is not understood. */
export type CellValue = string | number | null
/** By the id of the column. */
export type RowValues = Readonly<Record<string, CellValue>>

export type GridChoice = {
  value: number
  label: string
  /** What lists and forms of the trade write for it: CT for Cartons. */
  code?: string | null
}

export type GridColumn = {
  id: string
  label: string
  /** Pixels; the first column takes what is left. */
  width: number
} & (
  | { kind: 'text'; maxLength: number }
  | { kind: 'number'; decimals: number; unit?: (values: RowValues) => string }
  | ({ kind: 'choice'; choices: readonly GridChoice[] } & UsedLast)
)

/** What a list of many choices offers first, and where it tells what was chosen. */
type UsedLast = {
  lastUsed?: readonly number[] | undefined
  onUse?: ((value: number) => void) | undefined
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What a typed or pasted text means in a column; the text itself where it means nothing. */
export function readCell(column: GridColumn, text: string): CellValue {
  const plain = text.trim()
  if (plain === '') return null
  if (column.kind === 'text') return text
  if (column.kind === 'number') {
    const read = readNumber(text, numberRules({ decimals: column.decimals }), withLatinDigits(personLocale()))
    return 'reason' in read ? text : read.value
  }
  const { choices } = column
  const exact =
    choices.find(one => same(one.label, plain)) ?? choices.find(one => same(one.code ?? '', plain))
  return exact?.value ?? text
}

/** How a figure was read that somebody from elsewhere would read in another way; null where there is one way. */
export function otherReading(column: GridColumn, text: string): string | null {
  if (column.kind !== 'number') return null
  const read = readNumber(text, numberRules({ decimals: column.decimals }), withLatinDigits(personLocale()))
  if (!('other' in read) || read.other === undefined) return null
  return `“${text.trim()}” is read as ${numberText(read.value)}, not ${numberText(read.other)}.`
}

/** Why a value cannot be saved in its column; null where it can. */
export function cellReason(column: GridColumn, value: CellValue): string | null {
  if (typeof value !== 'string') return null
  if (column.kind === 'number') return reasonOf(value, numberRules({ decimals: column.decimals }))
  if (column.kind === 'choice') return `“${value.trim()}” is not in the list.`
  return value.length > column.maxLength ? `At most ${numberText(column.maxLength)} characters.` : null
}

/** A value as its cell shows it. */
export function cellText(column: GridColumn, value: CellValue): string {
  if (typeof value !== 'number') return value ?? ''
  if (column.kind === 'choice') return column.choices.find(one => one.value === value)?.label ?? ''
  return numberText(value)
}

/** A value as it is edited and copied: figures without separators of thousands. */
export function editText(column: GridColumn, value: CellValue): string {
  if (typeof value !== 'number' || column.kind !== 'number') return cellText(column, value)
  return typedNumberText(value, column.decimals)
}

/** The choices that a typed text fits, the likeliest first; for none all of them, those used last before the others. */
export function choicesFor(
  choices: readonly GridChoice[],
  typed: string,
  lastUsed: readonly number[] = [],
): { recent: readonly GridChoice[]; others: readonly GridChoice[] } {
  if (typed.trim() === '') {
    const recent = lastUsed.flatMap(used => choices.find(one => one.value === used) ?? [])
    return { recent, others: choices.filter(one => !recent.includes(one)) }
  }
  const coded = choices.filter(one => same(one.code ?? '', typed.trim()))
  const named = matchingOptions(choices, typed)
  return { recent: [], others: [...named, ...coded.filter(one => !named.includes(one))] }
}
