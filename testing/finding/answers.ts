import { findable } from '#server/templates/fields/findable.ts'
import { openDocument } from '#server/word/finding/open-document.ts'
import { PageText } from '#server/word/finding/page-text.ts'
import type { PageChanges, ShownPage, ShownPlace } from '#server/word/finding/template-page.ts'
import { writtenAs } from '#server/word/finding/writings.ts'
import type { FieldValue, FieldValues } from '#server/word/language/known-fields.ts'

export interface Answer {
  place: ShownPlace
  placeholder: string
}

type PageChange = PageChanges['changes'][number]

const MOST_TRIES = 400

/**
 * What a person who knows the paper makes of the places that were found: what is certain as it is proposed; of what
 * is asked the choice by which its line reads as the other job's paper has it, and no field where there is none.
 */
export async function answers(
  bytes: Uint8Array,
  { places }: ShownPage,
  { other, truth }: { other: FieldValues; truth: readonly string[] },
): Promise<Answer[]> {
  const document = await openDocument(bytes)
  const page = new PageText(document)
  const marked = places.map(place => ({
    place,
    start: page.offsetOf(place.from) ?? 0,
    end: page.offsetOf(place.to) ?? 0,
  }))
  type Marked = (typeof marked)[number]
  const printed = (placeholder: string) => {
    const [name = '', ...formats] = placeholder.slice(2, -2).split(' | ')
    const field = findable.known.fields.find(one => one.name === name)
    const said = formats.map(format => ` | ${format}`).join('')
    return field ? writtenAs(field, said, other.fields, document.language) : ''
  }
  const printedInRow = (placeholder: string, row: Readonly<Record<string, FieldValue>>) => {
    const [, list, name = '', formats = ''] = /^\{\{(\w+)\.([\w.]+)(.*)\}\}$/s.exec(placeholder) ?? []
    const field = findable.known.lists.find(one => one.name === list)?.fields.find(one => one.name === name)
    return field ? writtenAs(field, formats, row, document.language) : ''
  }
  const left = new Map<string, number>()
  for (const line of truth) left.set(line, (left.get(line) ?? 0) + 1)
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map(tidy)
      .filter(line => line !== '')
  const isOnPaper = (text: string) =>
    [...Map.groupBy(linesOf(text), line => line)].every(
      ([line, same]) => (left.get(line) ?? 0) >= same.length,
    )
  const cross = (text: string) => {
    for (const line of linesOf(text)) left.set(line, (left.get(line) ?? 0) - 1)
  }
  const given = new Map<Marked, string>()
  for (const one of marked.filter(({ place }) => place.kind === 'asked' && place.list !== null)) {
    const rows = other.lists[one.place.list ?? ''] ?? []
    const right = one.place.choices.map(({ placeholder }) => ({
      placeholder,
      count: rows.filter(row => isOnPaper(lineAround(page.text, one, printedInRow(placeholder, row)))).length,
    }))
    const [best] = right.toSorted((first, second) => second.count - first.count)
    if (best && best.count > 0) given.set(one, best.placeholder)
  }
  const single = marked.filter(({ place }) => place.list === null)
  const regions = regionsOf(page.text, single)
  const read = ({ from, to, within }: Region<Marked>, choices: readonly string[]) => {
    let [text, at] = ['', from]
    for (const [index, { start, end }] of within.entries()) {
      const choice = choices[index] ?? ''
      text += page.text.slice(at, start) + (choice.startsWith('{{') ? printed(choice) : choice)
      at = end
    }
    return text + page.text.slice(at, to)
  }
  const proposed = ({ place: { choices } }: Marked) => choices[0]?.placeholder ?? ''
  const isAsked = ({ place }: Marked) => place.kind === 'asked'
  // What is certain is on the paper first; the rest is for what is asked.
  for (const region of regions.filter(({ within }) => !within.some(isAsked)))
    cross(read(region, region.within.map(proposed)))
  for (const region of regions.filter(({ within }) => within.some(isAsked))) {
    const options = region.within.map(one =>
      isAsked(one)
        ? [...one.place.choices.map(({ placeholder }) => placeholder), one.place.text]
        : [proposed(one)],
    )
    let tries = 0
    for (const chosen of combinations(options)) {
      tries += 1
      if (tries > MOST_TRIES) break
      const text = read(region, chosen)
      if (!isOnPaper(text)) continue
      cross(text)
      for (const [index, one] of region.within.entries())
        if (isAsked(one)) given.set(one, chosen[index] ?? '')
      break
    }
  }
  return marked.flatMap(one => {
    const { place } = one
    const placeholder = place.kind === 'asked' ? given.get(one) : place.choices[0]?.placeholder
    return placeholder === undefined ? [] : [{ place, placeholder }]
  })
}

/** What a save sends of a place that becomes a field: its label goes where the value is blank. */
export function changesOfPlace({ from, to, line, choices }: ShownPlace, placeholder: string): PageChange[] {
  const name = choices.find(choice => choice.placeholder === placeholder)?.name
  const change = { from, to, text: placeholder }
  if (!line || name === undefined) return [change]
  return [
    { from: line.from, to: line.from, text: `{{#if ${name}}}` },
    change,
    { from: line.to, to: line.to, text: '{{/if}}' },
  ]
}

/**
 * How often a person is asked to come to these answers: once for each question about several places, and once more for
 * each of them that its answer does not say.
 */
export function timesAsked({ places, questions }: ShownPage, given: readonly Answer[]): number {
  const said = new Map(given.map(({ place, placeholder }) => [place, placeholder]))
  const inQuestions = new Set(questions.flatMap(question => question.places))
  const alone = places.filter(({ kind }, order) => kind === 'asked' && !inQuestions.has(order)).length
  const together = questions.map(({ places: own, answers: possible }) => {
    const right = possible.map(
      ({ choices }) =>
        own.filter((order, at) => {
          const place = places[order]
          return place && said.get(place) === place.choices[choices[at] ?? -1]?.placeholder
        }).length,
    )
    return 1 + own.length - Math.max(...right)
  })
  return together.reduce((sum, times) => sum + times, alone)
}

type Region<Place> = { from: number; to: number; within: Place[] }

/** The lines that hold places, each with all places that it shares with others. */
function regionsOf<Place extends { start: number; end: number }>(
  text: string,
  places: readonly Place[],
): Region<Place>[] {
  const regions: Region<Place>[] = []
  for (const place of places) {
    const [from, to] = [text.lastIndexOf('\n', place.start - 1) + 1, endOfLine(text, place.end)]
    const last = regions.at(-1)
    if (last && last.to >= from) {
      last.to = Math.max(last.to, to)
      last.within.push(place)
    } else regions.push({ from, to, within: [place] })
  }
  return regions
}

const tidy = (line: string) => line.replaceAll(/\s+/g, ' ').trim()

function lineAround(text: string, { start, end }: { start: number; end: number }, printed: string): string {
  return (
    text.slice(text.lastIndexOf('\n', start - 1) + 1, start) + printed + text.slice(end, endOfLine(text, end))
  )
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
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
