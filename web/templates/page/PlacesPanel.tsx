import { memo, useId } from 'react'
import type { PlaceState } from './decisions.ts'
import { variables } from './page-look.ts'
import { inListOrder, type PlaceActions, placeGroups } from './place-list.ts'
import { PlaceItem } from './PlaceItem.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { askedOnce, firstOf, type Questions } from './questions.ts'
import { useGrowing } from './use-growing.ts'
import './places.css'

type Props = {
  states: readonly PlaceState[]
  questions: Questions
  currentKey: string | undefined
  actions: PlaceActions
  /** The places that have a line of their own. */
  plain: ReadonlyMap<string, unknown>
}

/** All places of the page, and what can be done with each. */
export function PlacesPanel({ states: all, questions, currentKey: key, actions, plain }: Props) {
  const hint = useId()
  const states = askedOnce(all, questions)
  const currentKey = key === undefined ? undefined : firstOf(key, questions)
  const [first] = inListOrder(states)
  return (
    <section className="places" aria-label="Fields on the page" data-places>
      <h2 className="places__title">Fields on the page</h2>
      {first === undefined ? (
        <p className="places__hint">
          No field is on this page yet. Click where one belongs, then “Insert a field”.
        </p>
      ) : (
        <p className="places__hint places__hint--keys" id={hint}>
          ↓ and ↑, or J and K, go from one to the next. Enter uses it, Delete dismisses it, C changes it, F
          its format, Ctrl+Z undoes. ? shows all keys.
        </p>
      )}
      {placeGroups.map(({ status, title, hint: says }) => {
        const own = states.filter(one => one.status === status)
        return (
          own.length > 0 && (
            <Group
              key={status}
              title={title}
              says={says}
              isUrgent={status === 'asked'}
              states={own}
              tabKey={currentKey ?? first?.key}
              {...{ questions, currentKey, actions, plain, hint }}
            />
          )
        )
      })}
    </section>
  )
}

type GroupProps = Pick<Props, 'states' | 'questions' | 'currentKey' | 'actions' | 'plain'> & {
  title: string
  /** What becomes of them, where that is not plain. */
  says: string | undefined
  /** A person has something to decide. */
  isUrgent: boolean
  /** The one of all places that is reached by Tab. */
  tabKey: string | undefined
  hint: string
}

function Group({
  title,
  says,
  isUrgent,
  states,
  questions,
  currentKey,
  tabKey,
  hint,
  plain,
  actions,
}: GroupProps) {
  const parts = partsOf(states)
  const shown = useGrowing(parts.length, { weightOf: at => parts[at]?.[1].length ?? 0 })
  return (
    <section className="places__group" aria-label={title}>
      <h3 className={isUrgent ? 'places__group-title places__group-title--asked' : 'places__group-title'}>
        {title} ({states.length})
      </h3>
      {says && <p className="places__hint">{says}</p>}
      <div role="list">
        {parts.slice(0, shown).map(([part, own]) => (
          <Part key={part} states={own} {...{ questions, currentKey, tabKey, hint, plain, actions }} />
        ))}
      </div>
    </section>
  )
}

/** So many lines of the page, at most, have their places in one part of the list. */
const LINES_PER_PART = 20

/** By where they stand on the page: what one decision takes out of a part leaves the other parts as they are. */
const partsOf = (states: readonly PlaceState[]) => [
  ...Map.groupBy(states, ({ from }) => Math.floor(from.paragraph / LINES_PER_PART)),
]

type PartProps = Omit<GroupProps, 'title' | 'says' | 'isUrgent'>

/** Some lines of the list, which the browser leaves out of sight together; drawn anew only where one of them changes. */
const Part = memo(
  ({ states, questions, currentKey, tabKey, hint, plain, actions }: PartProps) => (
    <div className="places__list places__part" style={variables({ '--part-places': states.length })}>
      {states.map(state => {
        const question = questions.get(state.key)
        const shared = {
          ...{ isCurrent: state.key === currentKey, isInTabOrder: state.key === tabKey },
          ...{ hint, actions },
        }
        return question ? (
          <QuestionItem key={state.key} question={question} {...shared} />
        ) : (
          <PlaceItem key={state.key} state={state} isPlain={plain.has(state.key)} {...shared} />
        )
      })}
    </div>
  ),
  isPartAsBefore,
)
Part.displayName = 'Part'

function isPartAsBefore(before: PartProps, now: PartProps): boolean {
  const isIts = (key: string | undefined) => now.states.some(state => state.key === key)
  const isMoved =
    (before.currentKey !== now.currentKey && (isIts(before.currentKey) || isIts(now.currentKey))) ||
    (before.tabKey !== now.tabKey && (isIts(before.tabKey) || isIts(now.tabKey)))
  return (
    !isMoved &&
    before.hint === now.hint &&
    before.actions === now.actions &&
    before.states.length === now.states.length &&
    now.states.every(
      (state, at) =>
        state === before.states[at] &&
        before.plain.has(state.key) === now.plain.has(state.key) &&
        before.questions.get(state.key)?.key === now.questions.get(state.key)?.key,
    )
  )
}
