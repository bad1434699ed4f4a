import { expect, test } from 'vitest'
import { dice } from '#testing/seed/dice.ts'
import { hangDuration } from './hold.ts'

test('the first round of a kind that hangs and every second one after it outlast the goal of ten seconds', () => {
  const held = Array.from({ length: 6 }, (_, roundsBefore) => hangDuration(roundsBefore, dice(roundsBefore)))
  expect(held.map(milliseconds => milliseconds > 10_000)).toEqual([true, false, true, false, true, false])
})
