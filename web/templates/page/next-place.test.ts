import { expect, test } from 'vitest'
import type { PlaceState } from './decisions.ts'
import { nextPlace, toDecide } from './next-place.ts'
import { questionsOf } from './questions.ts'
import { NOTHING_DECIDED, statesOf } from './decisions.ts'
import { pageWithQuestions } from './sample-page.ts'

const state = (key: string, status: PlaceState['status'], paragraph: number): PlaceState => ({
  ...{ key, status, from: { paragraph, offset: 0 }, to: { paragraph, offset: 4 }, text: '512W' },
  ...{ kind: 'found', writing: null, choice: undefined, choices: [], list: null, isChanged: false },
})
const around = (...states: PlaceState[]) => ({ states, questions: new Map() })
const page = around(
  state('a', 'found', 0),
  state('b', 'asked', 1),
  state('c', 'field', 2),
  state('d', 'asked', 3),
)

test('leads from one place to decide to the next, and from the last to the first', () => {
  expect(nextPlace(page, undefined, 1)).toBe('b')
  expect(nextPlace(page, 'b', 1)).toBe('d')
  expect(nextPlace(page, 'd', 1)).toBe('b')
  expect(nextPlace(page, 'b', -1)).toBe('d')
})

test('from a decided place it leads to the nearest on that side', () => {
  expect(nextPlace(page, 'c', 1)).toBe('d')
  expect(nextPlace(page, 'c', -1)).toBe('b')
  expect(nextPlace(page, 'a', -1)).toBe('d')
})

test('where nothing is left to decide it leads through all places, as the list has them', () => {
  const decided = around(state('a', 'field', 0), state('b', 'found', 1), state('c', 'rule', 2))
  expect(nextPlace(decided, undefined, 1)).toBe('b')
  expect(nextPlace(decided, 'b', 1)).toBe('a')
  expect(nextPlace(decided, 'a', 1)).toBe('b')
  expect(nextPlace(around(), undefined, 1)).toBe(undefined)
})

test('a question about several places is decided once', () => {
  const asked = pageWithQuestions()
  const states = statesOf(asked, NOTHING_DECIDED)
  const questions = questionsOf(asked, states)
  const [first, second] = toDecide({ states, questions })
  expect(toDecide({ states, questions })).toHaveLength(2)
  // From any of its places.
  expect(nextPlace({ states, questions }, states[1]?.key, 1)).toBe(second?.key)
  expect(nextPlace({ states, questions }, second?.key, 1)).toBe(first?.key)
})
