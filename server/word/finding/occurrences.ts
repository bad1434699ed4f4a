import type { FieldValues, KnownField } from '#server/word/language/known-fields.ts'
import type { Span } from './page-text.ts'
import type { RowStyle } from './row-style.ts'
import { type PageSigns, writingsOf } from './writings.ts'

/** A field and how its value is written, as a placeholder has it. */
export interface Candidate {
  field: KnownField
  formats: string
  /** Whether it is less than the value, as 125.77 of 125.766 or the town of “Norwich, United Kingdom”. */
  isRounded: boolean
  /** Whether it comes near to the text and does not print it. */
  isNearest?: boolean
  /** How rows write it, which no format does. */
  style?: RowStyle
  /** What stands there in a template, where it is more than a placeholder. */
  instead?: string
  /** Whether its unit stays as text, which may be another for another job. */
  isUnitLeft?: boolean
}

export interface Occurrence extends Span {
  text: string
  /** All that reads like this. */
  candidates: readonly Candidate[]
}

type InRow = { list?: string | undefined; around?: { before: string; after: string } | undefined }

/** `{{Items.HsCode | before:"HS code "}}`; what stands around it is printed only where it is not blank. */
export function placeholderOf(
  { field, formats, instead }: Pick<Candidate, 'field' | 'formats' | 'instead'>,
  { list, around }: InRow = {},
): string {
  if (instead !== undefined) return instead
  const quoted = (text: string) => text.replaceAll('"', '”')
  const before = around?.before ? ` | before:"${quoted(around.before)}"` : ''
  const after = around?.after ? ` | after:"${quoted(around.after)}"` : ''
  return `{{${list === undefined ? '' : `${list}.`}${field.name}${formats}${before}${after}}}`
}

/** Every text that one of the fields' values can be written as, with all that it can mean. */
export function textsOf(
  fields: readonly KnownField[],
  values: FieldValues['fields'],
  signs: PageSigns,
): Map<string, Candidate[]> {
  const texts = new Map<string, Candidate[]>()
  for (const field of fields)
    for (const { text, ...written } of writingsOf(field, values, signs)) {
      const candidates = texts.get(text) ?? []
      candidates.push({ field, ...written })
      texts.set(text, candidates)
    }
  return texts
}

/** More than stand on a page that a person works through: a list has its values in rows, which count once. */
export const MOST_OCCURRENCES = 20_000

/** Where the texts stand within `within`, each as a whole word or figure; of two that overlap the longer one. */
export function occurrencesOf(
  page: string,
  texts: Texts,
  within: Span = { start: 0, end: page.length },
  /** Thrown where there are more; else the first are answered. */
  tooMany?: () => Error,
): Occurrence[] {
  const part = page.slice(within.start, within.end)
  const found: Occurrence[] = []
  const byFirstWord = indexOf(texts)
  for (const { 0: word, index: at } of part.matchAll(WORDS))
    for (const [length, own] of byFirstWord.get(word) ?? []) {
      const text = part.slice(at, at + length)
      const candidates = own.get(text)
      if (!candidates || !isWhole(part, at, at + length)) continue
      const start = within.start + at
      found.push({ start, end: start + text.length, text, candidates })
      if (found.length < MOST_OCCURRENCES) continue
      if (tooMany) throw tooMany()
      return longestOf(found)
    }
  return longestOf(found)
}

const WORDS = /[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu

type Texts = ReadonlyMap<string, readonly Candidate[]>
type Index = ReadonlyMap<string, ReadonlyMap<number, Texts>>
const indexes = new WeakMap<Texts, Index>()

/**
 * Texts by the word or sign that they begin with, and by their length: what stands on a page as a whole begins with one,
 * and “Article” may begin the names of a thousand items.
 */
function indexOf(texts: Texts): Index {
  const known = indexes.get(texts)
  if (known) return known
  const index = new Map<string, Map<number, Map<string, readonly Candidate[]>>>()
  for (const [text, candidates] of texts) {
    const word = text.match(WORDS)?.[0] ?? ''
    const lengths = index.get(word) ?? new Map<number, Map<string, readonly Candidate[]>>()
    index.set(word, lengths)
    const own = lengths.get(text.length) ?? new Map<string, readonly Candidate[]>()
    lengths.set(text.length, own)
    own.set(text, candidates)
  }
  indexes.set(texts, index)
  return index
}

const isWordSign = (sign: string) => /[\p{L}\p{N}]/u.test(sign)

/** Whether a stretch is no part of a longer word or figure: “20” of “20.5” is not, nor “3” of “3/4”. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, first, last, after] = [start - 1, start, end - 1, end].map(at => text.charAt(at)) as [
    string,
    string,
    string,
    string,
  ]
  if (isWordSign(before) && isWordSign(first)) return false
  if (isWordSign(last) && isWordSign(after)) return false
  const isFigure = /^\d/.test(first) && /\d$/.test(last)
  if (!isFigure) return true
  // “VI/2”, “2-A”: the figure is part of a code.
  if (/[\p{L}\d][/-]$/u.test(text.slice(Math.max(0, start - 2), start))) return false
  if (/^[/-][\p{L}\d]/u.test(text.slice(end, end + 2))) return false
  return (
    !/\d[.,/'’:-]?$/.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[.,/'’:-]\d/.test(text.slice(end, end + 2))
  )
}

/** The longest first; what overlaps a longer one goes. */
function longestOf(found: readonly Occurrence[]): Occurrence[] {
  if (found.length < 2) return [...found]
  const from = found.reduce((least, { start }) => Math.min(least, start), Infinity)
  const taken = new Uint8Array(found.reduce((most, { end }) => Math.max(most, end), 0) - from)
  const kept = found
    .toSorted((one, other) => other.text.length - one.text.length || one.start - other.start)
    .filter(({ start, end }) => {
      if (taken[start - from] || taken[end - 1 - from]) return false
      taken.fill(1, start - from, end - from)
      return true
    })
  return kept.sort((one, other) => one.start - other.start)
}
