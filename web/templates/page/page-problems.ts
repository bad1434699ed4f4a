import type { PageProblem, TemplatePage } from '#contract/template-pages.ts'
import { type PlaceState, stateAt } from './decisions.ts'

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
