import type { Problem } from '#contract/errors.ts'
import { ApiProblem, messageOf } from '#web/lib/problem.ts'
import { valueText as shownText } from './value-text.ts'

type Change = NonNullable<Problem['changes']>[number]

const valueText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `“${shownText(value)}”` : 'nothing'

/** The newest value of each field, in the order in which the fields were first changed. */
const newestOf = (changes: readonly Change[]) => [
  ...new Map(changes.map(change => [change.field, change])).values(),
]

/**
 * What somebody else changed since this person opened the record: "Pick Up is now “120” (Anna Visser)."
 * `labelOf` gives the name of a field as the screen shows it, null for one that it does not show.
 */
export function changesText(error: unknown, labelOf: (field: string) => string | null): string {
  if (!(error instanceof ApiProblem)) return messageOf(error)
  const said = newestOf(error.problem.changes ?? []).flatMap(change => {
    const label = labelOf(change.field)
    return label ? [`${label} is now ${valueText(change.new)}${change.by ? ` (${change.by})` : ''}.`] : []
  })
  return [error.message, ...said].join(' ')
}
