import type { FieldValue, KnownField } from '#server/word/language/known-fields.ts'
import { labelMatch } from './labels.ts'
import { type Candidate, type Occurrence, occurrencesOf, placeholderOf } from './occurrences.ts'
import type { PageText, Span } from './page-text.ts'
import { writtenAs } from './writings.ts'

export type Entry = Readonly<Record<string, FieldValue>>

/** A place in a row that shows a field of its entry. */
export interface RowValue extends Span {
  text: string
  choices: readonly Candidate[]
  /** What stands before and behind the value only where there is one, as part of the place. */
  around?: { before: string; after: string }
  /** Lines that other rows show below this one, as placeholders. */
  more?: readonly string[]
}

export interface ColumnSearch {
  page: PageText
  list: { name: string }
  entries: readonly Entry[]
  /** What each entry's fields can read like. */
  texts: readonly ReadonlyMap<string, readonly Candidate[]>[]
  labels: (field: KnownField) => readonly string[]
  language: string
}

/** One line of a cell: what stands as it is, and fields. */
type Line = { parts: readonly (string | Candidate)[] }
type ReadLine = {
  line: Line
  span: Span
  places: readonly Occurrence[]
  options: readonly (readonly Candidate[])[]
}

/**
 * What the cells of a column print, by the entry whose row it is taken from: such that every entry's cell reads as
 * its fields say. No values where all cells are alike; undefined where no fields print them.
 */
export function readColumn(
  cells: readonly Span[],
  heading: string,
  search: ColumnSearch,
): (readonly RowValue[])[] | undefined {
  const { page, entries } = search
  const whole = wholeColumn(cells, heading, search)
  if (whole) return whole
  const texts = cells.map(({ start, end }) => linesOf(page, { start, end }))
  const known: Line[] = []
  const read: ReadLine[][] = entries.map(() => [])
  for (const [entry, lines] of texts.entries()) {
    let after = 0
    for (const span of lines) {
      const text = tidy(page.text.slice(span.start, span.end))
      const at = known.findIndex(
        (line, index) => index >= after && print(line, entries[entry] ?? {}, search) === text,
      )
      const places = occurrencesOf(page.text, search.texts[entry] ?? new Map(), span)
      const options = places.map(place => ranked(place, { heading, texts, search }))
      const found = at < 0 ? lineOf({ span, places, options, texts, search }) : known[at]
      if (!found) return undefined
      // What ends a cell may as well end the others.
      const place = at < 0 && span === lines.at(-1) ? known.length : after
      if (at < 0) known.splice(place, 0, found)
      after = (at < 0 ? place : at) + 1
      read[entry]?.push({ line: found, span, places, options })
    }
  }
  const isRight = texts.every(
    (lines, entry) =>
      lines.map(({ start, end }) => tidy(page.text.slice(start, end))).join('\n') ===
      known
        .map(line => print(line, entries[entry] ?? {}, search))
        .filter(Boolean)
        .join('\n'),
  )
  if (!isRight) return undefined
  return read.map(lines => {
    const shown = lines.map(({ line }) => known.indexOf(line))
    return lines.flatMap((line, index) => {
      const values = valuesOf(line, search)
      const last = values.at(-1)
      const next = shown[index + 1] ?? known.length
      const missing = known.slice((shown[index] ?? 0) + 1, next).map(one => placeholders(one, search))
      return last && missing.length > 0 ? [...values.slice(0, -1), { ...last, more: missing }] : values
    })
  })
}

/** A line as a template has it, blank where its only value is. */
function placeholders({ parts }: Line, { list }: ColumnSearch): string {
  const [only, ...others] = parts.filter(part => typeof part !== 'string')
  if (only && others.length === 0) {
    const at = parts.indexOf(only)
    const [before = '', after = ''] = [parts.slice(0, at), parts.slice(at + 1)].map(some => some.join(''))
    return placeholderOf(only, { list: list.name, around: { before, after } })
  }
  return parts
    .map(part => (typeof part === 'string' ? part : placeholderOf(part, { list: list.name })))
    .join('')
}

/** Cells that hold a value each and nothing else, which may have several lines. */
function wholeColumn(
  cells: readonly Span[],
  heading: string,
  search: ColumnSearch,
): (readonly RowValue[])[] | undefined {
  const { page, entries, language } = search
  const spans = cells.map(cell => {
    const lines = linesOf(page, cell)
    return { start: lines[0]?.start ?? cell.start, end: lines.at(-1)?.end ?? cell.start }
  })
  const texts = spans.map(({ start, end }) => page.text.slice(start, end))
  const first = texts.findIndex(text => text !== '')
  if (first < 0) return spans.map(() => [])
  const choices = (search.texts[first]?.get(texts[first] ?? '') ?? []).filter(({ field, formats }) =>
    entries.every(
      (entry, index) => tidy(writtenAs(field, formats, entry, language)) === tidy(texts[index] ?? ''),
    ),
  )
  if (choices.length === 0) return undefined
  const weight = ({ field }: Candidate) => labelMatch(heading, search.labels(field))
  const rising = choices.toSorted((one, other) => weight(other) - weight(one))
  return spans.map((span, index) =>
    texts[index] === '' ? [] : [{ ...span, text: texts[index] ?? '', choices: rising }],
  )
}

const tidy = (line: string) => line.replaceAll(/\s+/g, ' ').trim()

/** The lines of a cell that hold anything. */
function linesOf(page: PageText, { start, end }: Span): Span[] {
  const lines: Span[] = []
  let at = start
  for (const line of page.text.slice(start, end).split('\n')) {
    const from = at + (line.length - line.trimStart().length)
    if (line.trim() !== '') lines.push({ start: from, end: at + line.trimEnd().length })
    at += line.length + 1
  }
  return lines
}

/** A line for an entry; nothing where all its values are blank. */
function print({ parts }: Line, entry: Entry, { language }: ColumnSearch): string {
  const fields = parts.filter(part => typeof part !== 'string')
  const written = (part: string | Candidate) =>
    typeof part === 'string' ? part : writtenAs(part.field, part.formats, entry, language)
  if (fields.length > 0 && fields.every(field => written(field) === '')) return ''
  return tidy(parts.map(written).join(''))
}

const MOST_TRIES = 300

type NewLine = Omit<ReadLine, 'line'> & { texts: readonly (readonly Span[])[]; search: ColumnSearch }

/** A reading of a line that is right for every entry: it stands in its cell, or prints nothing. */
function lineOf({ span, places, options, texts, search }: NewLine): Line | undefined {
  const { page, entries } = search
  const all = texts.map(lines => new Set(lines.map(({ start, end }) => tidy(page.text.slice(start, end)))))
  let tries = 0
  for (const chosen of combinations(options)) {
    tries += 1
    if (tries > MOST_TRIES) return undefined
    const parts: (string | Candidate)[] = []
    let at = span.start
    for (const [index, { start, end }] of places.entries()) {
      parts.push(page.text.slice(at, start), chosen[index] ?? page.text.slice(start, end))
      at = end
    }
    parts.push(page.text.slice(at, span.end))
    const line = { parts: parts.filter(part => part !== '') }
    const isRight = all.every((lines, entry) => {
      const text = print(line, entries[entry] ?? {}, search)
      return text === '' || lines.has(text)
    })
    if (isRight) return line
  }
  return undefined
}

/** The places of a line; one that is blank for some entries takes along what stands around its only value. */
function valuesOf({ line, span, places, options }: ReadLine, search: ColumnSearch): RowValue[] {
  const chosen = line.parts.filter(part => typeof part !== 'string')
  const isSometimesBlank = search.entries.some(entry => print(line, entry, search) === '')
  return places.map((place, index): RowValue => {
    const [own] = chosen.slice(index)
    const others = (options[index] ?? []).filter(other => other !== own)
    const choices = own ? [own, ...others] : others
    if (!isSometimesBlank || places.length > 1) return { ...spanOf(place), text: place.text, choices }
    const before = search.page.text.slice(span.start, place.start)
    const after = search.page.text.slice(place.end, span.end)
    return { ...span, text: search.page.text.slice(span.start, span.end), choices, around: { before, after } }
  })
}

const spanOf = ({ start, end }: Span): Span => ({ start, end })

type Ranking = { heading: string; texts: readonly (readonly Span[])[]; search: ColumnSearch }

/** What a place can mean, first what is in the other rows too and what its heading names. */
function ranked({ candidates }: Occurrence, { heading, texts, search }: Ranking): Candidate[] {
  const { page, entries, labels, language } = search
  const cells = texts.map(lines => lines.map(({ start, end }) => page.text.slice(start, end)).join('\n'))
  const weight = ({ field, formats }: Candidate) => {
    const shown = entries.filter((entry, index) => {
      const one = writtenAs(field, formats, entry, language)
      return one !== '' && (cells[index] ?? '').includes(one)
    }).length
    return shown * 2 + labelMatch(heading, labels(field))
  }
  return candidates
    .map(candidate => ({ candidate, own: weight(candidate) }))
    .toSorted((one, other) => other.own - one.own)
    .map(({ candidate }) => candidate)
}

/** The combinations of one option of each, the first options first. */
function* combinations<Option>(options: readonly (readonly Option[])[]): Generator<Option[]> {
  const [first, ...rest] = options
  if (!first) {
    yield []
    return
  }
  for (const option of first) for (const others of combinations(rest)) yield [option, ...others]
}
