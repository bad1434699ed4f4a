import type { PageProblem } from '#contract/template-pages.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { type PlaceState, stateAt } from './page/decisions.ts'
import type { Closing, Unclosed } from './page/page-problems.ts'
import type { PlaceActions } from './page/place-list.ts'
import { useTemplateLanguage } from './page/template-language.ts'
import { writtenAs } from './page/written-as.ts'
import { suggestionOf } from './TemplateProblems.tsx'
import './templates.css'

type Props = {
  problems: readonly PageProblem[]
  states: readonly PlaceState[]
  onShow: (problem: PageProblem) => void
  actions: Pick<PlaceActions, 'use' | 'dismiss'>
  /** Where a condition or a list that never closes can end. */
  closingOf: (state: PlaceState) => Closing | 'closed' | undefined
  onClose: (closing: Closing) => void
  /** A condition that never closes, alone in its line. */
  unclosedAlone: (state: PlaceState) => Unclosed | undefined
  /** Asks for the lines that it is meant for. */
  onEnclose: (unclosed: Unclosed) => void
}

/** What is to be corrected in the template, each leading to its place on the page, with what was probably meant. */
export function PageProblems({ problems, states, ...ways }: Props) {
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
            {suggestionOf(problem)} <Ways problem={problem} state={stateAt(states, problem)} {...ways} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** As the report says it of a condition or a list. */
const NEVER_CLOSED = /” is never closed\. /

type WaysProps = Omit<Props, 'problems' | 'states'> & { problem: PageProblem; state: PlaceState | undefined }

function Ways({ problem, state, onShow, actions, ...ends }: WaysProps) {
  const { meant, from, place } = problem
  const language = useTemplateLanguage()
  const unclosed = state && !state.isChanged && NEVER_CLOSED.test(problem.message) ? state : undefined
  const closing = unclosed && ends.closingOf(unclosed)
  const alone = unclosed && ends.unclosedAlone(unclosed)
  if (!from) return place && <span className="template-problems__place">In {place}.</span>
  return (
    <>
      <Way label="Show" problem={problem} onClick={() => onShow(problem)} />
      {(state?.isChanged || closing === 'closed') && (
        <span className="template-problems__place"> Corrected when you save.</span>
      )}
      {state && !state.isChanged && meant && (
        <Way
          label={`Use ${meant.name !== '' && meant.name === state.choice?.name ? writtenAs(meant.placeholder, language) || 'no format' : meant.label}`}
          problem={problem}
          onClick={() => actions.use(state.key, meant)}
        />
      )}
      {closing && closing !== 'closed' && (
        <Way label="Close it at the end" problem={problem} onClick={() => ends.onClose(closing)} />
      )}
      {alone && (
        <Way label="Say which lines it is for…" problem={problem} onClick={() => ends.onEnclose(alone)} />
      )}
      {state && !state.isChanged && !meant && state.writing !== 'wordField' && closing !== 'closed' && (
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
