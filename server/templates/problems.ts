import type { TemplateProblem } from '#contract/templates.ts'
import type { TemplateProblem as FoundProblem } from '#server/word/file/word-error.ts'

/** Nobody mends more at a time, and a template made to have many would weigh down every list that it is in. */
export const MAX_PROBLEMS = 50

const LONGEST_NAME = 200
const LONGEST_MESSAGE = 600

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

/** A template's problems as people see them: the first fifty, and how many more there are. */
export function presentProblems(found: readonly FoundProblem[]): TemplateProblem[] {
  const told = found.slice(0, MAX_PROBLEMS).map(presentProblem)
  const more = found.length - told.length
  return more > 0 ? [...told, furtherProblems(more)] : told
}

/** How many of them are placeholders that stay as they stand. */
export const leftPlaces = (found: readonly FoundProblem[]): number =>
  found.filter(({ kind }) => kind === 'left').length

const furtherProblems = (more: number): TemplateProblem => ({
  name: null,
  message:
    more === 1
      ? 'One more problem is not listed. Correct these first.'
      : `${more} more problems are not listed. Correct these first.`,
  place: 'the whole template',
  suggestion: null,
})

/** A problem as people see it. */
export const presentProblem = ({ name, message, place, suggestion }: FoundProblem): TemplateProblem => ({
  name: name ? shortened(name, LONGEST_NAME) : null,
  message: shortened(message, LONGEST_MESSAGE),
  place,
  suggestion: suggestion ?? null,
})

/** Those of a template that came before their number was limited. */
export function limitedProblems(kept: readonly TemplateProblem[]): TemplateProblem[] {
  // What was limited when it was kept has one more, which says how many were left out.
  if (kept.length <= MAX_PROBLEMS + 1) return [...kept]
  return [...kept.slice(0, MAX_PROBLEMS), furtherProblems(kept.length - MAX_PROBLEMS)]
}
