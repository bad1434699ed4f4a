import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { movedHouses } from './moved-houses.ts'

const house = (differs: Job['differs']): Job['houses'][number] => ({ id: 'x', jobId: 1, name: null, differs })
const master = (...houses: Job['differs'][]) => ({ houses: houses.map(house) }) as Job

test('houses that follow in all of what was saved are told in one sentence', () => {
  expect(movedHouses(master([], []), ['etd', 'eta', 'name'])).toEqual({
    fields: ['etd', 'eta'],
    moved: 'ETD, ETA changed here and in 2 houses of this job.',
    kept: '',
  })
})

test('where they follow in some of it, each field has its own number, and who keeps their own is told', () => {
  const three = master([], ['etd'], ['etd', 'mbl'])
  expect(movedHouses(three, ['etd', 'voyage', 'eta'])).toEqual({
    fields: ['voyage', 'etd', 'eta'],
    moved: 'Voyage, ETA changed here and in 3 houses of this job; ETD here and in 1.',
    kept: '2 houses keep their own ETD.',
  })
  expect(movedHouses(master([], ['etd', 'voyage']), ['etd', 'voyage'])).toMatchObject({
    moved: 'Voyage, ETD changed here and in 1 house of this job.',
    kept: '1 house keeps its own Voyage, ETD.',
  })
})

test('where no house follows, that is told; without houses and for other fields nothing is', () => {
  expect(movedHouses(master(['etd']), ['etd'])).toEqual({
    fields: [],
    moved: '',
    kept: '1 house keeps its own ETD.',
  })
  expect(movedHouses(master([]), ['name', 'grossWeight'])).toBeNull()
  expect(movedHouses(master(), ['etd'])).toBeNull()
})
