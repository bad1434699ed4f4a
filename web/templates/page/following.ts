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

/** The first place that is not as it was, or else the place that stands where one is gone; undefined where all are alike. */
export function changedBetween(
  before: readonly PlaceState[],
  after: readonly PlaceState[],
): string | undefined {
  const former = new Map(before.map(state => [state.key, state]))
  const changed = after.find(state => !isAsBefore(state, former.get(state.key)))
  if (changed) return changed.key
  const left = new Set(after.map(({ key }) => key))
  const gone = before.findIndex(({ key }) => !left.has(key))
  return gone < 0 ? undefined : (after[gone] ?? after.at(-1))?.key
}

const isAsBefore = (state: PlaceState, before: PlaceState | undefined) =>
  before?.status === state.status &&
  before.choice?.placeholder === state.choice?.placeholder &&
  before.from.paragraph === state.from.paragraph &&
  before.from.offset === state.from.offset
