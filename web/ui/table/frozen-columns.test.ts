import { expect, test } from 'vitest'
import { frozenPlaces } from './frozen-columns.ts'

const widths: Record<string, number> = { id: 84, name: 220, eta: 104 }
const places = (...order: string[]) =>
  frozenPlaces(
    order.map(id => ({ id })),
    ['id', 'name'],
    id => widths[id] ?? 0,
  )

test('frozen columns stand beside each other, in the order of the table', () => {
  const beside = { '--left-id': '0px', '--left-name': '84px', '--frozen-width': '304px' }
  expect(places('id', 'name', 'eta')).toEqual(beside)
  expect(places('id', 'eta', 'name')).toEqual(beside)
  expect(places('name', 'eta', 'id')).toEqual({
    '--left-name': '0px',
    '--left-id': '220px',
    '--frozen-width': '304px',
  })
  expect(places('name', 'eta')).toEqual({ '--left-name': '0px', '--frozen-width': '220px' })
})
