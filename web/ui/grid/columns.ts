import type { ReactNode } from 'react'
import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import { numberText, typedNumberText } from '#web/lib/format.ts'
import type { Counted } from '#contract/counted.ts'
import type { ReadDate } from '#web/ui/entry/read-date.ts'
import { readNumber } from '#web/ui/entry/read-number.ts'
import { numberRules, reasonOf } from '#web/ui/entry/use-number-entry.ts'
import { matchingOptions } from '#web/ui/form/searchable-text.ts'
import { foreignUnit, type Measure, unitBehind } from '#web/ui/entry/units-behind.ts'

/** Null for an empty cell. A text in a column of figures or choices is what was typed there and is not understood. */
export type CellValue = string | number | null
/** By the id of the column. */
export type RowValues = Readonly<Record<string, CellValue>>

export type GridChoice = {
  value: number | string
  label: string
  /** What lists and forms of the trade write for it: CT for Cartons. */
  code?: string | null
}

export type GridColumn = {
  id: string
  label: string
  /** Pixels; the first column takes what is left. */
  width: number
  /** Its head takes two lines, and a text that is longer than the column is cut. */
  isNarrow?: boolean
  /** It takes the room that the others leave, with those that grow too. */
  grows?: boolean
  /** What spreadsheets write over it, besides its label. */
  headings?: readonly string[]
  /** It follows from others: nobody types into it. */
  isFixed?: boolean
  /** Something richer in the text's place, such as a link, which Enter follows. */
  render?: (values: RowValues) => ReactNode
} & (
  | {
      kind: 'text'
      maxLength: number
      read?: (text: string) => string
      reason?: (text: string) => string | null
    }
  | {
      kind: 'number'
      decimals: number
      /** Figures below nought are taken. */
      negative?: boolean
      /** The largest amount, either side of nought. */
      limit?: number
      unit?: (values: RowValues) => string
      measure?: Measure
      /** It may be typed with the word for what it counts. */
      counted?: Counted
      /** What the figure is as long as nobody has typed one. */
      proposed?: (values: RowValues) => number | null
    }
  | { kind: 'date'; read: (text: string) => ReadDate }
  | ({ kind: 'choice'; choices: readonly GridChoice[]; open?: OpenChoice; own?: OwnRules } & UsedLast)
)

/** What a list of many choices offers first, and where it tells what was chosen. */
type UsedLast = {
  lastUsed?: readonly number[] | undefined
  onUse?: ((value: number) => void) | undefined
}

/** A column that takes what is no choice too: then the text itself stands in it. */
type OpenChoice = {
  maxLength: number
  /** The choice that a text means, in whatever words; null for none. */
  read: (text: string) => string | null
}

/** A column whose values are more than its list: then these rules read and show them. */
type OwnRules = {
  /** The value that a text means; null for none. */
  read: (text: string) => string | null
  /** What is shown for a value; null for a text that means none. */
  text: (value: string) => string | null
  /** Why a text means nothing. */
  reason: (text: string) => string
}

/** What is odd about a cell, and what one click changes to put it right. It stops nobody. */
export type CellWarning = {
  column: string
  text: string
  cure?: { label: string; values: RowValues }
}
export type RowWarnings = (values: RowValues, id: string) => readonly CellWarning[]
export const noWarnings: RowWarnings = () => []

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const rulesOf = ({ decimals, negative, limit }: GridColumn & { kind: 'number' }) =>
  numberRules({ decimals, negative, limit })

/** What a typed or pasted text means in a column; the text itself where it means nothing. */
export function readCell(column: GridColumn, text: string): CellValue {
  const plain = text.trim()
  if (plain === '') return null
  if (column.kind === 'text') return column.read?.(text) ?? text
  if (column.kind === 'number') {
    const read = readNumber(text, rulesOf(column), withLatinDigits(personLocale()))
    return 'reason' in read ? text : read.value
  }
  if (column.kind === 'date') {
    const read = column.read(plain)
    return 'date' in read ? read.date : text
  }
  const { choices, own } = column
  if (own) return own.read(plain) ?? text
  const exact =
    choices.find(one => same(one.label, plain)) ?? choices.find(one => same(one.code ?? '', plain))
  return exact?.value ?? column.open?.read(plain) ?? text
}

/** How a figure was read that somebody from elsewhere would read in another way; null where there is one way. */
export function otherReading(column: GridColumn, text: string): string | null {
  if (column.kind !== 'number') return null
  const figure = (column.measure && unitBehind(column.measure, text)?.figure) ?? text
  const read = readNumber(figure, rulesOf(column), withLatinDigits(personLocale()))
  if (!('other' in read) || read.other === undefined) return null
  return `“${text.trim()}” is read as ${numberText(read.value)}, not ${numberText(read.other)}.`
}

/** Why a value cannot be saved in its column; null where it can. */
export function cellReason(column: GridColumn, value: CellValue): string | null {
  if (typeof value !== 'string') return null
  if (column.kind === 'number') {
    const ofUnit = column.measure ? foreignUnit(column.measure, value) : null
    return ofUnit ?? reasonOf(value, rulesOf(column))
  }
  if (column.kind === 'date') {
    const read = column.read(value)
    if ('date' in read) return null
    return 'reason' in read ? read.reason : `“${value.trim()}” can mean two days.`
  }
  if (column.kind === 'choice' && column.own)
    return column.own.text(value) === null ? column.own.reason(value.trim()) : null
  if (column.kind === 'choice' && column.choices.some(one => one.value === value)) return null
  if (column.kind === 'choice' && !column.open) return `“${value.trim()}” is not in the list.`
  const { maxLength } = column.kind === 'choice' ? (column.open ?? { maxLength: 0 }) : column
  if (value.length > maxLength) return `At most ${numberText(maxLength)} characters.`
  return column.kind === 'text' ? (column.reason?.(value) ?? null) : null
}

/** A value as its cell shows it. */
export function cellText(column: GridColumn, value: CellValue): string {
  if (column.kind === 'choice') {
    if (column.own && typeof value === 'string') return column.own.text(value) ?? value
    const label = column.choices.find(one => one.value === value)?.label
    return label ?? (typeof value === 'string' ? value : '')
  }
  return typeof value === 'number' ? numberText(value) : (value ?? '')
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
  meant: string | null = null,
): { recent: readonly GridChoice[]; others: readonly GridChoice[] } {
  if (typed.trim() === '') {
    const recent = lastUsed.flatMap(used => choices.find(one => one.value === used) ?? [])
    return { recent, others: choices.filter(one => !recent.includes(one)) }
  }
  const coded = choices.filter(one => same(one.code ?? '', typed.trim()))
  const named = matchingOptions(choices, typed)
  const isNamed = named.some(one => same(one.label, typed.trim()))
  const first = isNamed ? [] : choices.filter(one => one.value === meant)
  return { recent: [], others: [...new Set([...first, ...named, ...coded])] }
}
