import type { PageDifference, TemplatePage } from '#contract/template-pages.ts'
import type { PlaceState } from './decisions.ts'
import { pageTextOf } from './page-text.ts'

/** The differences of each paragraph of the page. */
export function differencesByLine(
  differences: readonly PageDifference[],
): ReadonlyMap<number, readonly PageDifference[]> {
  const known = differences.filter(({ paragraph }) => paragraph !== null)
  return Map.groupBy(known, ({ paragraph }) => paragraph ?? 0)
}

/** What one side of a difference says, in a sentence. */
const saysOf = (text: string) => (text === '' ? 'nothing' : `“${text}”`)

/** What the page says and what the template prints, each in a sentence: of long texts where they differ, with a little around. */
export function sidesOf(difference: Pick<PageDifference, 'before' | 'after'>) {
  const [before, after] = cutShort(...differingLines(difference))
  return { before: saysOf(before), after: saysOf(after) }
}

type Sides = [before: string, after: string]

/** The lines of a paragraph that differ; where one side has more of them, all from the first to the last. */
function differingLines({ before, after }: Pick<PageDifference, 'before' | 'after'>): Sides {
  const [own, other] = [before.split('\n'), after.split('\n')]
  if (before === '' || after === '' || own.length + other.length === 2) return [before, after]
  if (own.length === other.length) {
    const isDifferent = (_: string, at: number) => own[at] !== other[at]
    return [own.filter(isDifferent).join('\n'), other.filter(isDifferent).join('\n')]
  }
  const start = alike(own, other)
  const end = alike(own.slice(start).toReversed(), other.slice(start).toReversed())
  // A line alone does not say where it is missing.
  const first = Math.max(0, start - 1)
  return [own, other].map(lines => lines.slice(first, lines.length - end).join('\n')) as Sides
}

/** How many of both are the same from the first on. */
function alike(own: readonly string[], other: readonly string[]): number {
  const at = own.findIndex((one, index) => one !== other[index])
  return at < 0 ? own.length : at
}

/** So much is read at a glance, in signs; and so much of what is the same stands around what differs in a longer text. */
const AT_A_GLANCE = 120
const AROUND = 30

/** From a word before what differs to a word behind it. */
function cutShort(before: string, after: string): Sides {
  if (before === '' || after === '' || Math.max(before.length, after.length) <= AT_A_GLANCE)
    return [before, after]
  const [own, other] = [before, after].map(text => text.split(/(?<=\s)/)) as [string[], string[]]
  const start = alike(own, other)
  const end = alike(own.slice(start).toReversed(), other.slice(start).toReversed())
  const same = { start: own.slice(0, start), end: end === 0 ? [] : own.slice(-end) }
  const lead = within(same.start.toReversed()).toReversed()
  const trail = within(same.end)
  const shown = (words: readonly string[]) =>
    [
      lead.length < same.start.length ? '… ' : '',
      ...lead,
      ...words.slice(start, words.length - end),
      ...trail,
    ]
      .join('')
      .trim() + (trail.length < same.end.length ? ' …' : '')
  return [shown(own), shown(other)]
}

/** So many words as have room around what differs. */
function within(words: readonly string[]): string[] {
  let room = AROUND
  const end = words.findIndex(word => (room -= word.length) < 0)
  return words.slice(0, end < 0 ? words.length : end)
}

/** The field that prints a line otherwise: the first whose value differs, or else the first of its paragraph. */
export function placeOf(
  page: Pick<TemplatePage, 'parts'>,
  states: readonly PlaceState[],
  { before, after, paragraph }: PageDifference,
): PlaceState | undefined {
  const own = states.filter(
    ({ from, status, kind }) =>
      from.paragraph === paragraph && status !== 'rule' && kind !== 'condition' && kind !== 'added',
  )
  const text = pageTextOf(page).textOf(paragraph ?? -1)
  const fields = own.filter(({ kind, to }) => kind === 'field' && to.paragraph === paragraph)
  const between = fields.map(({ to }, index) =>
    plain(text.slice(to.offset, fields[index + 1]?.from.offset ?? text.length)),
  )
  const [first] = fields
  const start = first ? plain(text.slice(0, first.from.offset)) : ''
  const [said, printed] = [valuesIn(before, start, between), valuesIn(after, start, between)]
  const at = printed?.findIndex((value, index) => value !== said?.[index]) ?? -1
  return fields[at] ?? own[0]
}

/** Conditions print nothing of themselves. */
const plain = (text: string) =>
  text.replaceAll(/\{\{\s*[#/][^{}]*\}\}|\{\{\s*else[^{}]*\}\}/g, '').replaceAll(/\s+/g, ' ')

/** What stands in a line in the places between fixed texts; undefined where the line has them not. */
function valuesIn(line: string, start: string, between: readonly string[]): string[] | undefined {
  if (!line.startsWith(start.trimStart())) return undefined
  let at = start.trimStart().length
  const values: string[] = []
  for (const [index, text] of between.entries()) {
    const isLast = index === between.length - 1
    const wanted = isLast ? text.trimEnd() : text
    const end = isLast ? line.length - wanted.length : line.indexOf(wanted, at)
    if (end < at || !line.startsWith(wanted, end)) return undefined
    values.push(line.slice(at, end))
    at = end + wanted.length
  }
  return values
}
