import type { FieldValue, KnownField, KnownList } from '#server/word/language/known-fields.ts'
import { labelMatch } from './labels.ts'
import { type Candidate, type Occurrence, placeholderOf } from './occurrences.ts'
import type { PageText, Span } from './page-text.ts'
import { printedBy } from './row-styles.ts'
import { plainText, writtenAs } from './writings.ts'

export type Entry = Readonly<Record<string, FieldValue>>

export interface ColumnSearch {
  page: PageText
  list: KnownList
  entries: readonly Entry[]
  /** What each entry's fields can read like. */
  textsOf: (entry: number) => ReadonlyMap<string, readonly Candidate[]>
  labels: (field: KnownField) => readonly string[]
  /** Whether two of its fields print the same unless a job is unusual: the first that is named counts. */
  isAlike: (one: string, other: string) => boolean
  language: string
}

export interface CellLine extends Span {
  text: string
}

/** The lines of each entry's cell. */
export type CellLines = readonly (readonly CellLine[])[]

/** One line of a cell: what stands as it is, and fields; words of some rows stand where `when` is filled in. */
export interface Line {
  parts: readonly (string | Candidate)[]
  when?: KnownField
}

export const tidy = (line: string): string =>
  /\s\s|[^\S ]|^\s|\s$/.test(line) ? line.replaceAll(/\s+/g, ' ').trim() : line

export const fieldsOf = ({ parts }: Line): Candidate[] => parts.filter(part => typeof part !== 'string')

/** The lines of a cell that hold anything; a value of several lines counts as one. */
export function linesOf(page: PageText, { start, end }: Span, values: readonly string[] = []): CellLine[] {
  const text = page.text.slice(start, end)
  const together = values.flatMap(value => {
    const at = text.indexOf(value)
    return at < 0 ? [] : [{ from: start + at, to: start + at + value.length }]
  })
  const lines: CellLine[] = []
  let at = start
  for (const line of text.split('\n')) {
    const [from, to] = [at + (line.length - line.trimStart().length), at + line.trimEnd().length]
    const last = lines.at(-1)
    if (line.trim() === '') {
      // A blank line parts nothing.
    } else if (last && together.some(one => one.from <= last.start && to <= one.to)) {
      last.end = to
      last.text = tidy(page.text.slice(last.start, to))
    } else lines.push({ start: from, end: to, text: tidy(line) })
    at += line.length + 1
  }
  return lines
}

/** The values of an entry that have several lines. */
export const longValues = ({ fields }: KnownList, entry: Entry): string[] =>
  fields.flatMap(({ name }) => {
    const value = entry[name]
    return typeof value === 'string' && value.includes('\n') ? [plainText(value).trim()] : []
  })

/** A line for an entry; nothing where all its values are blank. */
export function printLine(line: Line, entry: Entry, { language }: ColumnSearch): string {
  if (line.when && writtenAs(line.when, '', entry, language) === '') return ''
  const written = (part: string | Candidate) =>
    typeof part === 'string' ? part : printedBy(part, entry, language)
  const fields = fieldsOf(line)
  if (fields.length > 0 && fields.every(field => written(field) === '')) return ''
  return tidy(line.parts.map(written).join(''))
}

/** A line as a template has it, blank where its values are. */
export function lineAsPlaceholders(line: Line, { list }: ColumnSearch): string {
  const { parts, when } = line
  const fields = fieldsOf(line)
  const [only, ...others] = fields
  if (only && others.length === 0 && !when) {
    const at = parts.indexOf(only)
    const words = (some: readonly (string | Candidate)[]) =>
      some.filter(part => typeof part === 'string').join('')
    const around = { before: words(parts.slice(0, at)), after: words(parts.slice(at + 1)) }
    return placeholderOf(only, { list: list.name, around })
  }
  const text = parts
    .map(part => (typeof part === 'string' ? part : placeholderOf(part, { list: list.name })))
    .join('')
  const asked = when ? [when] : fields.map(({ field }) => field)
  const condition = [...new Set(asked.map(({ name }) => `${list.name}.${name}`))].join(' or ')
  return condition === '' ? text : `{{#if ${condition}}}${text}{{/if}}`
}

const MOST_TRIES = 300

type NewLine = {
  span: Span
  places: readonly Occurrence[]
  options: readonly (readonly Candidate[])[]
  texts: CellLines
  search: ColumnSearch
}

/** A reading of a line that is right for every entry: it stands in its cell, or prints nothing. */
export function readLine({ span, places, options, texts, search }: NewLine): Line | undefined {
  const { page } = search
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
    if (isRightLine(line, texts, search)) return line
  }
  return undefined
}

/** Whether each entry's cell has the line as the entry prints it, or the entry prints nothing. */
export function isRightLine(line: Line, texts: CellLines, search: ColumnSearch): boolean {
  return texts.every((lines, entry) => {
    const text = printLine(line, search.entries[entry] ?? {}, search)
    return text === '' || lines.some(own => own.text === text)
  })
}

/** Words that stand in just those rows where a field is filled in, such as “Subtotal”. */
export function wordsOfSomeRows(text: string, texts: CellLines, search: ColumnSearch): Line | undefined {
  const { entries, language, list, labels } = search
  const isShown = texts.map(lines => lines.some(line => line.text === text))
  const fits = list.fields.filter(field =>
    entries.every((entry, index) => (writtenAs(field, '', entry, language) !== '') === isShown[index]),
  )
  const named = (field: KnownField) => labelMatch(text, labels(field))
  const [when] = fits.toSorted((one, other) => named(other) - named(one))
  // In every row they are what the table says anyway.
  return when && isShown.includes(false) ? { parts: [text], when } : undefined
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
