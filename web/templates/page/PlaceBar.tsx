import { useId } from 'react'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import type { PlaceState } from './decisions.ts'
import { nextPlace, toDecide } from './next-place.ts'
import type { PlaceActions } from './place-list.ts'
import { PlaceItem } from './PlaceItem.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { SaveButton, type Saving } from './SaveButton.tsx'
import { UndoButton } from './UndoButton.tsx'
import { firstOf, type Questions } from './questions.ts'
import './place-bar.css'

type Props = {
  states: readonly PlaceState[]
  questions: Questions
  currentKey: string | undefined
  actions: PlaceActions
  /** The places that have a line of their own. */
  plain: ReadonlyMap<string, unknown>
  isListOpen: boolean
  onListOpen: (isOpen: boolean) => void
  saving: Saving
}

/** Below the page of a telephone: how much is left to decide, the way from one place to the next, what can be done there, and Save. */
export function PlaceBar({
  states,
  questions,
  currentKey,
  actions,
  plain,
  isListOpen,
  onListOpen,
  saving,
}: Props) {
  const hint = useId()
  const around = { states, questions }
  const left = toDecide(around).length
  const key = currentKey === undefined ? undefined : firstOf(currentKey, questions)
  const state = isListOpen ? undefined : states.find(one => one.key === key && one.status !== 'rule')
  const question = state && questions.get(state.key)
  const shared = { isCurrent: true, isInTabOrder: true, hint, actions }
  const go = (by: 1 | -1) => {
    const next = nextPlace(around, currentKey, by)
    if (next === undefined) return
    onListOpen(false)
    actions.go(next)
  }
  const fields = states.filter(({ status }) => status === 'found' || status === 'field')
  const what = left > 0 ? 'place to decide' : 'field'
  return (
    <section className="place-bar" aria-label="Place by place" data-place-bar>
      {state && (
        <div role="list" className="place-bar__place" data-places>
          {question ? (
            <QuestionItem question={question} {...shared} />
          ) : (
            <PlaceItem state={state} isPlain={plain.has(state.key)} {...shared} />
          )}
        </div>
      )}
      <div className="place-bar__row">
        <button
          type="button"
          className={left > 0 ? 'place-bar__list place-bar__list--asked' : 'place-bar__list'}
          aria-expanded={isListOpen}
          onClick={() => onListOpen(!isListOpen)}
        >
          {left > 0 ? `${left} to decide` : `Fields (${fields.length})`}
          <span className="place-bar__way">{isListOpen ? 'Close the list' : 'Show the list'}</span>
        </button>
        <p className="place-bar__hint" id={hint}>
          Decide on it, or go on to the next.
        </p>
        <UndoButton size="md" mayUndo={saving.mayUndo} onUndo={saving.onUndo} />
        <button
          type="button"
          className="place-bar__step"
          aria-label={`Previous ${what}`}
          onClick={() => go(-1)}
        >
          <IconChevronLeft size={24} aria-hidden />
        </button>
        <button type="button" className="place-bar__step" aria-label={`Next ${what}`} onClick={() => go(1)}>
          <IconChevronRight size={24} aria-hidden />
        </button>
        <SaveButton {...saving} isShort />
      </div>
    </section>
  )
}
