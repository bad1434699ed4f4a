import type { PlacedProblem } from '#server/word/report.ts'
import { isFormat, nearestFormat } from '#server/word/language/formats.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'
import { findPlaceholders } from '#server/word/language/expression.ts'
import type { OpenDocument } from './open-document.ts'
import { onlyValue } from './placeholder-text.ts'

type Spot = { paragraph: number; offset: number }

/** A stretch of the page that problems may be about. */
export interface Sourced {
  from: Spot
  to: Spot
  /** As the template's report calls it, and what is in it. */
  sources: readonly string[]
  /** In the language of text placeholders; undefined for what cannot be changed on the page. */
  placeholder: string | undefined
  name: string
}

/** Something to correct, and where on the page it stands. */
export interface ShownProblem {
  problem: TemplateProblem
  /** What does not stand in the way of filling. */
  isWarning: boolean
  /** Null where it is not on the page, such as in a chart. */
  from: Spot | null
  to: Spot | null
  /** What the place becomes where the likely correction is taken; null where none is known. */
  meant: { placeholder: string; name: string } | null
}

/** The problems of a template with their places: of two that read alike, each has its own. */
export function placedProblems(
  found: readonly PlacedProblem[],
  places: readonly Sourced[],
  { paragraphs, copies }: Pick<OpenDocument, 'paragraphs' | 'copies'>,
): ShownProblem[] {
  const copied = new Set(copies.values())
  const orders = new Map<string, Map<number, number>>()
  const stands = standing(found, places)
  const open = new Map<number, number[]>()
  const shown = new Map<string, ShownProblem>()
  for (const { origin, problem, isWarning } of found) {
    const { paragraph, source, order } = origin
    if (paragraph !== undefined && copied.has(paragraph)) continue
    const key = sourceAt(paragraph, source)
    const alike = orders.get(key) ?? new Map<number, number>()
    const nth = alike.get(order) ?? alike.size
    alike.set(order, nth)
    orders.set(key, alike)
    const candidates = paragraph === undefined ? [] : (stands.get(key) ?? [])
    const place = candidates[nth] ?? candidates.at(-1)
    const openIn = (at: number) => {
      const starts = open.get(at) ?? unfinished(paragraphs[at]?.text ?? '')
      open.set(at, starts)
      return starts
    }
    const spots = place ?? (paragraph === undefined ? undefined : lineOf(paragraph, source, nth, openIn))
    const one: ShownProblem = {
      ...{ problem, isWarning, from: spots?.from ?? null, to: spots?.to ?? null },
      meant: place?.placeholder === undefined ? null : meantAt(place.placeholder, place.name, problem),
    }
    // The same of the same place is said once.
    shown.set(JSON.stringify([problem, one.from, one.to]), one)
  }
  return [...shown.values()].toSorted(
    (one, other) =>
      (one.from?.paragraph ?? LAST) - (other.from?.paragraph ?? LAST) ||
      (one.from?.offset ?? 0) - (other.from?.offset ?? 0),
  )
}

/** What is not on the page comes last. */
const LAST = Number.MAX_SAFE_INTEGER

const sourceAt = (paragraph: number | undefined, source: string) => `${paragraph} ${source}`

/** The places that each problem may be about, by its paragraph and what it calls them. */
function standing(found: readonly PlacedProblem[], places: readonly Sourced[]): Map<string, Sourced[]> {
  const stands = new Map<string, Sourced[]>(
    found.map(({ origin: { paragraph, source } }) => [sourceAt(paragraph, source), []]),
  )
  if (stands.size === 0) return stands
  for (const place of places)
    for (let paragraph = place.from.paragraph; paragraph <= place.to.paragraph; paragraph += 1)
      for (const source of new Set(place.sources)) stands.get(sourceAt(paragraph, source))?.push(place)
  return stands
}

/** Where braces begin that never close. */
const unfinished = (text: string): number[] =>
  findPlaceholders(text).flatMap(({ isFinished, start }) => (isFinished ? [] : start))

/** Braces that never close are no place, but stand somewhere; of other things the line is known. */
function lineOf(
  paragraph: number,
  source: string,
  nth: number,
  openIn: (paragraph: number) => readonly number[],
): { from: Spot; to: Spot } {
  const at = source === '{{' ? (openIn(paragraph)[nth] ?? 0) : 0
  return { from: { paragraph, offset: at }, to: { paragraph, offset: at } }
}

function meantAt(
  placeholder: string,
  name: string,
  { name: wrong, suggestion }: TemplateProblem,
): ShownProblem['meant'] {
  if (suggestion !== undefined && placeholder.startsWith('{ ')) {
    // Of a field of Word only a name is corrected, as merge fields spell it.
    const right = placeholder.replaceAll(wrong, () => asMergeName(suggestion, wrong))
    return right === placeholder ? null : { placeholder: right, name: '' }
  }
  if (suggestion !== undefined) {
    const right = placeholder.replace(wrong, () => suggestion)
    // Of a condition or a list the name says nothing of what is printed.
    const isValue = onlyValue(right) !== undefined
    return right === placeholder ? null : { placeholder: right, name: isValue ? suggestion : '' }
  }
  const right = withKnownFormats(placeholder)
  return right === placeholder ? null : { placeholder: right, name }
}

const asMergeName = (name: string, like: string) => (like.includes('.') ? name : name.replaceAll('.', '_'))

/** With the nearest format in the place of each that there is none of, or without it. */
function withKnownFormats(placeholder: string): string {
  const unknown = onlyValue(placeholder)?.formats.filter(({ name }) => !isFormat(name)) ?? []
  return unknown.reduce((text, { name }) => {
    const nearest = nearestFormat(name)
    const written = new RegExp(String.raw`\s*\|\s*${name}(?![\p{L}])(\s*:\s*("[^"]*"|'[^']*'))?`, 'iu')
    return text.replace(written, (_, argument: string | undefined) =>
      nearest === undefined ? '' : ` | ${nearest}${argument ?? ''}`,
    )
  }, placeholder)
}
