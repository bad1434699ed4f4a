import { memo } from 'react'
import { Action } from './PlaceItem.tsx'
import type { PlaceActions } from './place-list.ts'
import { type QuestionState, wordsOfQuestion } from './questions.ts'

type Props = {
  question: QuestionState
  isCurrent: boolean
  isInTabOrder: boolean
  hint: string
  actions: PlaceActions
}

const MOST_ANSWERS = 5

/** One question about several places: an answer decides all of them. */
export const QuestionItem = memo(({ question, isCurrent, isInTabOrder, hint, actions }: Props) => {
  const words = wordsOfQuestion(question)
  const [first] = question.states
  if (!first) return null
  return (
    <li className="place place--asked" data-item={first.key}>
      <button
        type="button"
        className="place__go"
        data-go
        aria-current={isCurrent || undefined}
        aria-describedby={hint}
        tabIndex={isInTabOrder ? 0 : -1}
        onClick={() => actions.go(first.key)}
      >
        <span className="place__label">{words.label}</span>
        <span className="place__text">{words.text}</span>
      </button>
      <div className="place__actions">
        {question.answers.slice(0, MOST_ANSWERS).map(({ label }, answer) => (
          <Action
            key={label}
            label={label}
            of={`for all of ${words.name}`}
            isChoice
            onClick={() => actions.answer(first.key, answer)}
          />
        ))}
        <Action label="Not a field" of={words.name} onClick={() => actions.dismissAll(first.key)} />
      </div>
    </li>
  )
})
QuestionItem.displayName = 'QuestionItem'
