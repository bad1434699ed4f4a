import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { movedHouses } from './moved-houses.ts'

const house = (differs: Job['differs']): Job['houses'][number] => ({ id: 'x', jobId: 1, name: null, differs })
const master = (...houses: Job['differs'][]) => ({ houses: houses.map(house) }) as Job

test('houses that follow in any of what was saved are counted once', () => {
  expect(movedHouses(master([], ['etd'], ['etd', 'eta']), ['etd', 'eta', 'name'])).toEqual({
    fields: ['etd', 'eta'],
    words: 'ETD, ETA changed here and in 2 houses of this job.',
  })
})

test('nothing is told where no house follows', () => {
  expect(movedHouses(master(['etd']), ['etd'])).toBeNull()
  expect(movedHouses(master([]), ['name', 'grossWeight'])).toBeNull()
  expect(movedHouses(master(), ['etd'])).toBeNull()
})
