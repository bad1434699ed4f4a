import type { RefObject } from 'react'
import type { PageDifference, PageProblem, TemplatePage } from '#contract/template-pages.ts'
import { type PlaceState, stateAt } from './decisions.ts'
import { placeOf } from './differences.ts'
import { revealLine } from './reveal.ts'

type Options = {
  page: TemplatePage
  states: readonly PlaceState[]
  root: RefObject<HTMLElement | null>
  go: (key: string) => void
}

/** Ways to what is to be mended: to its place, where there is one, or else to its line of the page. */
export function showing({ page, states, root, go }: Options) {
  const show = (state: PlaceState | undefined, line: number | null | undefined) => {
    if (state) go(state.key)
    else if (typeof line === 'number' && root.current) revealLine(root.current, line)
  }
  return {
    showProblem: (problem: PageProblem) => show(stateAt(states, problem), problem.from?.paragraph),
    showDifference: (difference: PageDifference) =>
      show(placeOf(page, states, difference), difference.paragraph),
  }
}
