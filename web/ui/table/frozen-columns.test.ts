import { expect, test } from 'vitest'
import { fittingFrozen, frozenPlaces } from './frozen-columns.ts'

const widths: Record<string, number> = { id: 84, name: 220, eta: 104 }
const widthOf = (id: string) => widths[id] ?? 0
const fitting = (order: string[], windowWidth = 1440) =>
  fittingFrozen(
    order.map(id => ({ id })),
    ['id', 'name'],
    widthOf,
    windowWidth,
  )

test('frozen columns stand beside each other, in the order of the table', () => {
  const places = (...order: string[]) => frozenPlaces(fitting(order), widthOf)
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

test('they leave half of the window to the others', () => {
  expect(fitting(['id', 'name', 'eta'], 608)).toEqual(['id', 'name'])
  expect(fitting(['id', 'name', 'eta'], 607)).toEqual(['id'])
  expect(fitting(['name', 'id', 'eta'], 390)).toEqual(['id'])
  expect(fitting(['id', 'name', 'eta'], 160)).toEqual([])
})
