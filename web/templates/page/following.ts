import type { PlaceState } from './decisions.ts'
import { inListOrder } from './place-list.ts'
import { askedOnce, firstOf, type Questions } from './questions.ts'

type Passed = { states: readonly PlaceState[]; questions: Questions; after: readonly PlaceState[] }

/** The place of the same kind that follows one which was decided on, or the one before it, or else the same. */
export function following({ states, questions, after }: Passed, decided: PlaceState) {
  const list = inListOrder(askedOnce(states, questions)).filter(({ status }) => status === decided.status)
  const at = list.findIndex(({ key }) => key === firstOf(decided.key, questions))
  const next = list[at + 1] ?? list[at - 1] ?? decided
  return after.some(({ key }) => key === next.key) ? next.key : undefined
}
