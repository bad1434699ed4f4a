import { bestMatch } from './labels.ts'
import { type Candidate, type Occurrence, occurrencesOf } from './occurrences.ts'
import type { Span } from './page-text.ts'
import {
  type CellLine,
  type CellLines,
  type ColumnSearch,
  fieldsOf,
  isRightLine,
  type Line,
  lineAsPlaceholders,
  linesOf,
  longValues,
  printLine,
  readLine,
  tidy,
  wordsOfSomeRows,
} from './row-lines.ts'
import { asUnitsSay } from './units-said.ts'
import { printedBy } from './row-styles.ts'

/** A place in a row that shows a field of its entry. */
export interface RowValue extends Span {
  text: string
  choices: readonly Candidate[]
  /** Whether the first choice is meant beyond doubt. */
  isCertain: boolean
  /** What stands before and behind the value only where there is one, as part of the place. */
  around?: { before: string; after: string }
  /** What stands there for every choice, such as words that only some rows have. */
  instead?: string
  /** Lines that other rows show above and below this one, as placeholders. */
  above?: readonly string[]
  below?: readonly string[]
}

/** What a column of a table shows of a list's entries. */
export interface ReadColumn {
  /** How many places each entry's cell has. */
  shown: readonly number[]
  /** The places of one of the cells, as a template has them. */
  valuesAt: (entry: number) => readonly RowValue[]
}

/**
 * What the cells of a column print: such that every entry's cell reads as its fields say. No values where all cells
 * are blank; undefined where no fields print them.
 */
export function readColumn(
  cells: readonly Span[],
  headings: readonly string[],
  search: ColumnSearch,
): ReadColumn | undefined {
  const { page, list, entries } = search
  const texts = cells.map((cell, entry) => linesOf(page, cell, longValues(list, entries[entry] ?? {})))
  const asked = { headings, texts, search }
  const whole = wholeColumn(cells, asked)
  if (whole) return whole
  const known: Line[] = []
  const read: Line[][] = entries.map(() => [])
  for (const [entry, lines] of texts.entries()) {
    let after = 0
    for (const span of lines) {
      const { text } = span
      const at = known.findIndex(
        (line, index) => index >= after && printLine(line, entries[entry] ?? {}, search) === text,
      )
      const found = at < 0 ? newLine(span, entry, asked) : known[at]
      if (!found) return undefined
      // What ends a cell may as well end the others.
      const place = at < 0 && span === lines.at(-1) ? known.length : after
      if (at < 0) known.splice(place, 0, found)
      after = (at < 0 ? place : at) + 1
      read[entry]?.push(found)
    }
  }
  const isRight = texts.every(
    (lines, entry) =>
      lines.map(({ text }) => text).join('\n') ===
      known
        .map(line => printLine(line, entries[entry] ?? {}, search))
        .filter(Boolean)
        .join('\n'),
  )
  if (!isRight) return undefined
  const valuesAt = (entry: number) => {
    const [cell] = cells.slice(entry)
    const lines = read[entry] ?? []
    if (lines.length === 0 && cell) return blankCell(cell, known, search)
    const shown = lines.map(line => known.indexOf(line))
    const hidden = (from: number, to: number) =>
      known.slice(from, to).map(line => lineAsPlaceholders(line, search))
    return lines.flatMap((line, index) => {
      const span = texts[entry]?.[index]
      const values = span ? valuesOf(line, span, { ...asked, entry }) : []
      const above = index === 0 ? hidden(0, shown[0] ?? 0) : []
      const below = hidden((shown[index] ?? 0) + 1, shown[index + 1] ?? known.length)
      return values.map((value, at) => ({
        ...value,
        ...(at === 0 && above.length > 0 && { above }),
        ...(at === values.length - 1 && below.length > 0 && { below }),
      }))
    })
  }
  return { shown: read.map(lines => lines.length), valuesAt }
}

/** A reading of a line that no other entry had so far. */
function newLine(span: CellLine, entry: number, asked: Asked): Line | undefined {
  const { texts, search } = asked
  const places = placesIn(span, entry, asked)
  const options = places.map(place => ranked(place, asked))
  const line = readLine({ span, places, options, texts, search })
  if (line) return line
  // What may be a value is no word of the table.
  const isWords = places.length === 0 && !/\d/.test(span.text)
  return isWords ? wordsOfSomeRows(span.text, texts, search) : undefined
}

type Asked = { headings: readonly string[]; texts: CellLines; search: ColumnSearch }

/** Where the entry's values stand in a line of its cell. */
function placesIn(
  span: Span,
  entry: number,
  { headings, search: { page, textsOf, entries } }: Asked,
): Occurrence[] {
  return occurrencesOf(page.text, textsOf(entry), span).flatMap(place => {
    const after = page.text.slice(place.end, span.end)
    const beside = place.end === span.end ? page.besideText(place.start) : undefined
    const around = { after, beside, labels: headings }
    const candidates = asUnitsSay(place.candidates, around, entries[entry] ?? {})
    return candidates.length === 0 ? [] : [{ ...place, candidates }]
  })
}

/** A cell that is blank where others are not. */
function blankCell({ start }: Span, lines: readonly Line[], search: ColumnSearch): RowValue[] {
  const [field] = lines.flatMap(line =>
    line.when ? [{ field: line.when, formats: '', isRounded: false }] : fieldsOf(line),
  )
  if (!field) return []
  const instead = lines.map(line => lineAsPlaceholders(line, search)).join('\n')
  return [{ start, end: start, text: '', choices: [field], isCertain: true, instead }]
}

/** Cells that hold a value each and nothing else, which may have several lines. */
function wholeColumn(
  cells: readonly Span[],
  { headings, texts: lines, search }: Asked,
): ReadColumn | undefined {
  const { page, entries, language } = search
  const spans = cells.map((cell, index) => ({
    start: lines[index]?.[0]?.start ?? cell.start,
    end: lines[index]?.at(-1)?.end ?? cell.start,
  }))
  const texts = spans.map(({ start, end }) => page.text.slice(start, end))
  const first = texts.findIndex(text => text !== '')
  if (first < 0) return { shown: spans.map(() => 0), valuesAt: () => [] }
  const known = search.textsOf(first).get(texts[first] ?? '') ?? []
  const around = { after: '', beside: page.besideText(spans[first]?.start ?? 0), labels: headings }
  const fitting = asUnitsSay(known, around, entries[first] ?? {}).filter(candidate =>
    entries.every((entry, index) => tidy(printedBy(candidate, entry, language)) === tidy(texts[index] ?? '')),
  )
  if (fitting.length === 0) return undefined
  const { choices, isCertain } = likeliest(fitting, headings, search)
  return {
    shown: texts.map(text => (text === '' ? 0 : 1)),
    valuesAt: entry =>
      spans.slice(entry, entry + 1).map(span => ({ ...span, text: texts[entry] ?? '', choices, isCertain })),
  }
}

/** Each field once, first what the labels name; certain where they name none other as well. */
function likeliest(
  all: readonly Candidate[],
  labels: readonly string[],
  search: ColumnSearch,
): Pick<RowValue, 'choices' | 'isCertain'> {
  const weight = ({ field }: Candidate) => bestMatch(labels, search.labels(field))
  const each = [...new Map(all.toReversed().map(one => [one.field.name, one])).values()].toReversed()
  const choices = each.toSorted((one, other) => weight(other) - weight(one))
  const [first, second] = choices
  const isCertain =
    !first?.isUnitLeft &&
    !first?.isNearest &&
    (!first ||
      !second ||
      weight(first) > weight(second) ||
      search.isAlike(first.field.name, second.field.name))
  return { choices, isCertain }
}

/** The places of a line; its only value takes along what stands around it. */
function valuesOf(
  line: Line,
  span: CellLine,
  { headings, texts, search, entry }: Asked & { entry: number },
): RowValue[] {
  const { page } = search
  const places = placesIn(span, entry, { headings, texts, search })
  const chosen = fieldsOf(line)
  const isSometimesBlank = search.entries.some(entry => printLine(line, entry, search) === '')
  const whole = { start: span.start, end: span.end, text: page.text.slice(span.start, span.end) }
  if (isSometimesBlank && chosen.length !== 1) {
    const [field = line.when && { field: line.when, formats: '', isRounded: false }] = chosen
    if (!field) return []
    const isNear = chosen.some(({ isNearest }) => isNearest)
    return [{ ...whole, choices: [field], isCertain: !isNear, instead: lineAsPlaceholders(line, search) }]
  }
  return places.map((place, index): RowValue => {
    const own = chosen[index]
    const others = place.candidates.filter(
      other =>
        own && isRightLine({ parts: line.parts.map(part => (part === own ? other : part)) }, texts, search),
    )
    const before = page.text.slice(places[index - 1]?.end ?? span.start, place.start)
    const found = likeliest(own ? [own, ...others] : others, [...headings, before], search)
    // “HS code 9603.40” goes with its value where another job has none.
    const isAlone = places.length === 1 && place.text !== whole.text
    if (!isSometimesBlank && !isAlone)
      return { start: place.start, end: place.end, text: place.text, ...found }
    const around = {
      before: page.text.slice(span.start, place.start),
      after: page.text.slice(place.end, span.end),
    }
    return { ...whole, ...found, around }
  })
}

/** What a place can mean, first what is in the other rows too and what its heading names. */
function ranked({ candidates }: Occurrence, { headings, texts, search }: Asked): Candidate[] {
  const { entries, labels, language } = search
  const cells = texts.map(lines => lines.map(({ text }) => text).join('\n'))
  const weight = (candidate: Candidate) => {
    const { field } = candidate
    const shown = entries.filter((entry, index) => {
      const one = printedBy(candidate, entry, language)
      return one !== '' && (cells[index] ?? '').includes(one)
    }).length
    return shown * 2 + bestMatch(headings, labels(field))
  }
  return candidates
    .map(candidate => ({ candidate, own: weight(candidate) }))
    .toSorted((one, other) => other.own - one.own)
    .map(({ candidate }) => candidate)
}
