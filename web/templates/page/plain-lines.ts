import type { TemplatePage } from '#contract/template-pages.ts'
import { ALWAYS, cutBy, isPlace, LISTS, NAME } from './conditions.ts'
import { type Lines, linesBetween, rowsAround } from './page-lines.ts'
import { pageTextOf } from './page-text.ts'
import type { Decisions, PlaceState } from './place-state.ts'

type Page = Pick<TemplatePage, 'parts' | 'enclosures'>

const LONGEST_LABEL = 40
const LONGEST_UNIT = 12

/** How many places have something between two paragraphs, told without looking at each of them. */
function countOf(states: readonly PlaceState[]): (lines: Lines) => number {
  const begun = cumulated(states.map(({ from }) => from.paragraph))
  const ended = cumulated(states.map(({ to }) => to.paragraph))
  return ({ first, last }) => begun(last) - ended(first - 1)
}

/** How many of the numbers are at most so large. */
function cumulated(numbers: readonly number[]): (most: number) => number {
  const rising = numbers.toSorted((one, other) => one - other)
  const counts: number[] = []
  for (const [index, number] of rising.entries()) counts[number] = index + 1
  const [least, largest] = [rising[0] ?? 0, rising.at(-1) ?? -1]
  for (let at = least; at <= largest; at += 1) counts[at] ??= counts[at - 1] ?? 0
  return most => (most < least ? 0 : (counts[Math.min(most, largest)] ?? 0))
}

/** The line or the row of a place that prints nothing but a label and that field; undefined where it is not plain. */
function plainLines(page: Page, count: (lines: Lines) => number, state: PlaceState): Lines | undefined {
  const { from, to, choice } = state
  const index = from.paragraph
  // Its label goes with it by itself.
  if (state.line) return undefined
  if (!isPlace(state) || state.status === 'asked' || to.paragraph !== index) return undefined
  if (!choice || LISTS.test(choice.name) || !NAME.test(choice.name) || ALWAYS.test(choice.name))
    return undefined
  const { textOf, cellsOf } = pageTextOf(page)
  const line = linesBetween(page, index, index)
  if (!line) return undefined
  const isAlone = (lines: Lines) => count(lines) === 1
  const [before, after] = [textOf(index).slice(0, from.offset), textOf(index).slice(to.offset)]
  const isLabel = (text: string) => /\p{L}/u.test(text) && text.trim().length <= LONGEST_LABEL
  if (isLabel(before)) return after.length <= LONGEST_UNIT && isAlone(line) ? line : undefined
  const row = cellsOf(index).length > 0 ? rowsAround(page, line) : undefined
  if (!row || before.trim() !== '' || after.trim() !== '' || !isAlone(row)) return undefined
  const others = Array.from({ length: row.last - row.first + 1 }, (_, at) => row.first + at).filter(
    one => one !== index && textOf(one).trim() !== '',
  )
  const [label] = others
  return label !== undefined && others.length === 1 && label < index && isLabel(textOf(label))
    ? row
    : undefined
}

/** By the key of a place the lines that are plainly its own, where no condition asks for its field yet. */
export function plainOf(
  page: Page,
  states: readonly PlaceState[],
  decisions: Decisions,
): ReadonlyMap<string, Lines> {
  const conditions = states.filter(({ status }) => status === 'condition')
  const count = countOf(states)
  const plain = new Map<string, Lines>()
  for (const state of states) {
    const lines = plainLines(page, count, state)
    if (!lines || cutBy(page, decisions, lines) !== undefined) continue
    const isAsked = conditions.some(
      ({ choice, label, from, to }) =>
        from.paragraph <= state.from.paragraph &&
        to.paragraph >= state.to.paragraph &&
        (choice?.name === state.choice?.name || label?.includes(state.choice?.label ?? '')),
    )
    if (!isAsked) plain.set(state.key, lines)
  }
  return plain
}
