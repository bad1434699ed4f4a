import type { FieldChoice, PageProblem, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { conditionOn } from './conditions.ts'
import { type PlaceState, stateAt } from './decisions.ts'
import { type Lines, linesBetween, resized } from './page-lines.ts'
import { pageTextOf } from './page-text.ts'

/** What led here: a mistake of the report, by what it names and where it says that is; or a field that a job lacks. */
export type Shown = { name: string | undefined; place: string | undefined }

/** A condition or a list stays, unless it is to be corrected. */
export const mustStay = ({ problems }: TemplatePage, state: PlaceState) =>
  state.status === 'rule' &&
  !problems.some(problem => !problem.isWarning && stateAt([state], problem) !== undefined)

/** The one that the report tells at that place; of a report that is older the one of that name. */
export function problemOf({ problems }: TemplatePage, { name, place }: Shown): PageProblem | undefined {
  const there = problems.filter(one => place !== undefined && one.place === place)
  return there.find(one => one.name === (name ?? null)) ?? there[0] ?? problems.find(one => one.name === name)
}

/** The place of a field, by its name in the file or by what people call it: “Consignee” is one of its lines, too. */
export function placeNamed(states: readonly PlaceState[], { name }: Shown): PlaceState | undefined {
  if (name === undefined) return undefined
  return (
    states.find(({ text }) => text.includes(name)) ??
    states.find(({ choice }) => choice?.label === name) ??
    states.find(({ choice }) => choice?.label.startsWith(`${name}:`))
  )
}

export type Closing = { at: PageSpot; choice: FieldChoice }

/**
 * Where a condition or a list that never closes can end: at the end of its line, or where what is around it ends there.
 * Undefined for one that stands alone in its line, since nobody knows how many lines it was meant for, and for one that
 * closes in the file.
 */
export function closingOf(
  page: Pick<TemplatePage, 'parts' | 'enclosures'>,
  states: readonly PlaceState[],
  { status, writing, from, to, text }: PlaceState,
): Closing | 'closed' | undefined {
  const [, name] = /^\{\{\s*#\s*([\w.]+)/.exec(text) ?? []
  if (name === undefined || status !== 'rule' || writing !== 'placeholder') return undefined
  const isBefore = (one: PageSpot, other: PageSpot) =>
    one.paragraph < other.paragraph || (one.paragraph === other.paragraph && one.offset < other.offset)
  if (isClosed(page, from)) return undefined
  const { paragraph } = to
  const line = pageTextOf(page).textOf(paragraph)
  const around = page.enclosures
    .filter(({ opening, closing }) => isBefore(opening.from, from) && isBefore(to, closing.to))
    .map(({ closing }) => closing.from)
    .filter(one => one.paragraph === paragraph)
  const offset = Math.min(line.trimEnd().length, ...around.map(one => one.offset))
  if (line.slice(to.offset, offset).trim() === '') return undefined
  const placeholder = `{{/${name}}}`
  const isPut = states.some(
    one =>
      one.kind === 'inserted' &&
      one.choice?.placeholder === placeholder &&
      one.from.paragraph === paragraph &&
      one.from.offset === offset,
  )
  if (isPut) return 'closed'
  return { at: { paragraph, offset }, choice: { placeholder, name: '', label: `End of ${text}` } }
}

const isClosed = ({ enclosures }: Pick<TemplatePage, 'enclosures'>, at: PageSpot) =>
  enclosures.some(({ opening: { from } }) => from.paragraph === at.paragraph && from.offset === at.offset)

/** A condition that never closes and stands alone in its line: the lines are still to be said. */
export type Unclosed = {
  /** What goes once the condition stands around lines. */
  opening: PlaceState
  field: FieldChoice
  /** The line below it, which it was meant for at least. */
  lines: Lines
}

const ON_ONE_FIELD = /^\{\{\s*#if\s+([A-Za-z]+(?:\.[A-Za-z]+)*)\s*\}\}$/

/** Undefined where the condition asks for more than one field, and where no line follows it. */
export function unclosedAlone(
  page: Pick<TemplatePage, 'parts' | 'enclosures'>,
  states: readonly PlaceState[],
  opening: PlaceState,
): Unclosed | undefined {
  const { status, writing, from, text } = opening
  const [, name] = ON_ONE_FIELD.exec(text) ?? []
  if (name === undefined || status !== 'rule' || writing !== 'placeholder' || isClosed(page, from))
    return undefined
  const { paragraph } = from
  if (pageTextOf(page).textOf(paragraph).trim() !== text) return undefined
  const own = linesBetween(page, paragraph, paragraph)
  const both = own && resized(page, own, 'last', 1)
  const lines = both && resized(page, both, 'first', -1)
  const { label = name } = states.find(({ choice }) => choice?.name === name)?.choice ?? {}
  return lines && { opening, lines, field: conditionOn({ name, label }) }
}
