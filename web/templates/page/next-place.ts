import type { PlaceState } from './decisions.ts'
import { inListOrder } from './place-list.ts'
import { askedOnce, firstOf, type Questions } from './questions.ts'

type Around = { states: readonly PlaceState[]; questions: Questions }

/** What a person has yet to decide, a question about several places counted once. */
export const toDecide = ({ states, questions }: Around): PlaceState[] =>
  askedOnce(states, questions).filter(({ status }) => status === 'asked')

/**
 * The next place to decide on the page, or the one before it, from the last to the first again; where nothing is left to
 * decide, the next of all places in the order of the list.
 */
export function nextPlace(around: Around, key: string | undefined, by: 1 | -1): string | undefined {
  const { states, questions } = around
  const open = toDecide(around)
  const list = open.length > 0 ? open : inListOrder(askedOnce(states, questions))
  const own = key === undefined ? undefined : firstOf(key, questions)
  const at = list.findIndex(one => one.key === own)
  if (at >= 0) return list.at((at + by) % list.length)?.key
  // From a place that is decided to the nearest one on that side.
  const order = new Map(states.map((state, index) => [state.key, index]))
  const here = order.get(own ?? '') ?? -1
  const is = (state: PlaceState) => (order.get(state.key) ?? 0) > here
  const next = by === 1 ? list.find(is) : list.findLast(state => !is(state))
  return (next ?? list.at(by === 1 ? 0 : -1))?.key
}
