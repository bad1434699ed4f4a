import type { FieldChoice, PageProblem, PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { type PlaceState, stateAt } from './decisions.ts'
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
  const isClosed = page.enclosures.some(
    ({ opening }) => opening.from.paragraph === from.paragraph && opening.from.offset === from.offset,
  )
  if (isClosed) return undefined
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
