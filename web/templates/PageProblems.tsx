import type { TemplateProblem } from '#contract/templates.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import type { PlaceState } from './page/decisions.ts'
import { suggestionOf } from './TemplateProblems.tsx'
import './templates.css'

type Props = {
  problems: readonly TemplateProblem[]
  states: readonly PlaceState[]
  onShow: (key: string) => void
}

/** What the template names that does not exist, each leading to its place on the page. */
export function PageProblems({ problems, states, onShow }: Props) {
  if (problems.length === 0) return null
  return (
    <Banner tone="warning">
      {countText(problems.length, 'place')} to correct. Until then{' '}
      {problems.length === 1 ? 'it stays' : 'they stay'} blank.
      <ul className="template-problems">
        {problems.map((problem, index) => {
          const { name, message, place } = problem
          const there =
            name === null ? undefined : states.find(one => one.kind === 'field' && one.text.includes(name))
          return (
            // The same mistake may stand at the same place twice.
            <li key={`${index} ${place}`}>
              {message}
              {suggestionOf(problem)}{' '}
              {there ? (
                <button type="button" className="banner__action" onClick={() => onShow(there.key)}>
                  Show
                </button>
              ) : (
                place && <span className="template-problems__place">In {place}.</span>
              )}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}
