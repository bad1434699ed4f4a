import { memo } from 'react'
import { ListItem, type ListItemProps } from './ListItem.tsx'
import { Action } from './PlaceItem.tsx'
import type { PlaceActions } from './place-list.ts'
import { type QuestionState, wordsOfQuestion } from './questions.ts'

type Props = ListItemProps & {
  question: QuestionState
  actions: PlaceActions
}

const MOST_ANSWERS = 5

/** One question about several places: an answer decides all of them. */
export const QuestionItem = memo(({ question, isCurrent, isInTabOrder, hint, actions }: Props) => {
  const { label, text, name } = wordsOfQuestion(question)
  const [first] = question.states
  if (!first) return null
  return (
    <ListItem
      {...{ itemKey: first.key, status: 'asked', words: { label, text }, isCurrent, isInTabOrder, hint }}
      onGo={() => actions.go(first.key)}
    >
      {question.answers.slice(0, MOST_ANSWERS).map(({ label: said }, answer) => (
        <Action
          key={said}
          label={said}
          of={`for all of ${name}`}
          isChoice
          onClick={() => actions.answer(first.key, answer)}
        />
      ))}
      <Action label="Not a field" of={name} onClick={() => actions.dismissAll(first.key)} />
    </ListItem>
  )
})
QuestionItem.displayName = 'QuestionItem'
