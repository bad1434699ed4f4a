import type { PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { meet, type PlaceState, type RowsState } from './decisions.ts'
import { isDismissedBefore } from './dismissals.ts'
import { leftKey } from './left-key.ts'
import { pageTextOf } from './page-text.ts'
import type { Decisions } from './place-state.ts'
import type { Selected } from './selected-text.ts'

/** A text of the page that reads like a value of a job, though no field stands there. */
export type LeftText = Selected & { key: string; text: string }

type Around = {
  page: TemplatePage
  states: readonly PlaceState[]
  rows: readonly RowsState[]
  /** By the keys of texts, those that a person said are no fields. */
  decided?: Decisions['places']
}

const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** What only a job has: days, figures with decimals or thousands, container numbers (ISO 6346), numbers of bills. */
const READS_LIKE_VALUE = new RegExp(
  [
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
    String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?[ .-]+${MONTHS}[ .,-]+(?:\d{4}|\d{2})`,
    String.raw`${MONTHS} \d{1,2},? \d{4}`,
    String.raw`[A-Z]{3}[UJZ] ?\d{6}[- ]?\d`,
    String.raw`\d{1,3}(?:[ ,.'’]\d{3})+(?:[.,]\d+)?`,
    String.raw`\d+[.,]\d{2,3}`,
    // Types of containers, and days that no field of a job says.
    String.raw`(?:20|40|45)['’]? ?(?:HC|HQ|GP|DV|DC|OT|FR|RF|RH)`,
    String.raw`(?<=(?:days in transit|transit time|transit days)[\s:]{0,5})\d{1,3}(?: days?)?`,
    String.raw`(?<=^\s{0,5})\d{1,3} days?(?=\s{0,5}$)`,
    // Letters and at least four digits; no number of a bill is longer, and a longer look would be made from each hyphen on.
    String.raw`(?=[A-Z0-9/-]{0,40}\d{4})(?=[\d/-]{0,40}[A-Z])[A-Z0-9][A-Z0-9/-]{5,39}`,
  ]
    .map(pattern => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`)
    .join('|'),
  'giu',
)

/** Shorter values stand on any page by chance. */
const SHORTEST = 4
/** More than anybody looks through. */
const MOST = 200

export type Candidates = readonly LeftText[]

/** What reads like a value of a job anywhere on the page; `values` are those that the job has. */
export const valueLikeTexts = (page: TemplatePage, values: readonly string[]): Candidates =>
  [...valueLikeByLine(page, values)].flat()

/** The same line by line: a long page is read in pieces. */
export function* valueLikeByLine(page: TemplatePage, values: readonly string[]): Generator<Candidates> {
  const text = pageTextOf(page)
  const byWord = byFirstWord(values)
  for (const paragraph of text.paragraphs) yield valueLikeIn(text.textOf(paragraph), paragraph, byWord)
}

function valueLikeIn(line: string, paragraph: number, byWord: ReadonlyMap<string, string[]>): Candidates {
  if (line.trim() === '') return []
  const spans = [...spansOf(line, byWord), ...[...line.matchAll(READS_LIKE_VALUE)].map(spanOf)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )
  let last = 0
  return spans.flatMap(({ start, end }): LeftText[] => {
    if (start < last) return []
    last = end
    const [from, to] = [start, end].map(offset => ({ paragraph, offset })) as [PageSpot, PageSpot]
    const text = line.slice(start, end)
    return [{ from, to, key: leftKey({ from, to, text }), text }]
  })
}

/** What of it a save leaves as text, and nobody dismissed: no field stands there, and its row stays. */
export function leftTexts(texts: Candidates, { page, states, rows, decided = {} }: Around): LeftText[] {
  const { cellsOf } = pageTextOf(page)
  const taken = new Map<number, PlaceState[]>()
  for (const state of states) {
    if (state.kind === 'condition' || state.kind === 'added') continue
    for (let index = state.from.paragraph; index <= state.to.paragraph; index += 1) {
      const own = taken.get(index) ?? []
      own.push(state)
      taken.set(index, own)
    }
  }
  const goes = (paragraph: number) =>
    rows.some(
      ({ table, first, last, kept, repeats }) =>
        repeats &&
        cellsOf(paragraph).some(
          ({ table: own, row }) => own === table && row >= first && row <= last && row !== kept,
        ),
    )
  return texts
    .filter(
      one =>
        decided[one.key]?.kind !== 'dismiss' &&
        !goes(one.from.paragraph) &&
        !taken.get(one.from.paragraph)?.some(state => meet(state, one)) &&
        !isDismissedBefore(page, one),
    )
    .slice(0, MOST)
}

const WORD = /[\p{L}\p{N}]+/gu

/** The values that are long enough, in small letters, by their first word. */
function byFirstWord(values: readonly string[]): Map<string, string[]> {
  const byWord = new Map<string, string[]>()
  for (const value of new Set(values.map(one => one.trim().toLowerCase()))) {
    const [word] = value.match(WORD) ?? []
    if (word === undefined || !value.startsWith(word)) continue
    if (value.length < SHORTEST || value.includes('\n')) continue
    byWord.set(word, [...(byWord.get(word) ?? []), value])
  }
  return byWord
}

const spanOf = ({ index, 0: text }: RegExpExecArray) => ({ start: index, end: index + text.length })

function spansOf(line: string, byWord: ReadonlyMap<string, readonly string[]>) {
  const lower = line.toLowerCase()
  // Few signs become longer in small letters: a line with one has no spots that can be told.
  if (lower.length !== line.length) return []
  return [...lower.matchAll(WORD)].flatMap(({ index, 0: word }) =>
    (byWord.get(word) ?? [])
      .map(value => ({ start: index, end: index + value.length, value }))
      .filter(({ end, value }) => lower.startsWith(value, index) && !isWordSign(lower[end])),
  )
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
