import type { PageProblem } from '#contract/template-pages.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { type PlaceState, stateAt } from './page/decisions.ts'
import type { PlaceActions } from './page/place-list.ts'
import { writtenAs } from './page/written-as.ts'
import { suggestionOf } from './TemplateProblems.tsx'
import './templates.css'

type Props = {
  problems: readonly PageProblem[]
  states: readonly PlaceState[]
  onShow: (problem: PageProblem) => void
  actions: Pick<PlaceActions, 'use' | 'dismiss'>
}

/** What is to be corrected in the template, each leading to its place on the page, with what was probably meant. */
export function PageProblems({ problems, states, onShow, actions }: Props) {
  const wrong = problems.filter(({ isWarning }) => !isWarning)
  if (wrong.length === 0) return null
  return (
    <Banner tone="warning">
      {countText(wrong.length, 'place')} to correct. Until then{' '}
      {wrong.length === 1 ? 'it stays' : 'they stay'} blank.
      <ul className="template-problems">
        {wrong.map((problem, index) => (
          // The same mistake may stand at the same place twice.
          <li key={`${index} ${problem.place}`}>
            {problem.message}
            {suggestionOf(problem)}{' '}
            <Ways problem={problem} state={stateAt(states, problem)} {...{ onShow, actions }} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

type WaysProps = Pick<Props, 'onShow' | 'actions'> & { problem: PageProblem; state: PlaceState | undefined }

function Ways({ problem, state, onShow, actions }: WaysProps) {
  const { meant, from, place } = problem
  if (!from) return place && <span className="template-problems__place">In {place}.</span>
  return (
    <>
      <Way label="Show" problem={problem} onClick={() => onShow(problem)} />
      {state?.isChanged && <span className="template-problems__place"> Corrected when you save.</span>}
      {state && !state.isChanged && meant && (
        <Way
          label={`Use ${meant.name !== '' && meant.name === state.choice?.name ? writtenAs(meant.placeholder) || 'no format' : meant.label}`}
          problem={problem}
          onClick={() => actions.use(state.key, meant)}
        />
      )}
      {state && !state.isChanged && !meant && state.writing !== 'wordField' && (
        <Way label="Take it out" problem={problem} onClick={() => actions.dismiss(state.key)} />
      )}
    </>
  )
}

type WayProps = { label: string; problem: PageProblem; onClick: () => void }

const Way = ({ label, problem: { name, place }, onClick }: WayProps) => (
  <>
    {' '}
    <button
      type="button"
      className="banner__action"
      aria-label={`${label}: ${name ?? ''}, ${place}`}
      onClick={onClick}
    >
      {label}
    </button>
  </>
)
