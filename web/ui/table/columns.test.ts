import { expect, test } from 'vitest'
import { type Column, inOrder, movedColumns } from './columns.ts'

const columns: Column<object>[] = ['id', 'name', 'status', 'etd', 'eta'].map(id => ({
  id,
  header: id,
  text: () => id,
}))
const idsOf = (some: readonly Column<object>[]) => some.map(column => column.id)
const without = (...hidden: string[]) => columns.filter(column => !hidden.includes(column.id))

test('without an order of the person’s own, columns stand as the table has them', () => {
  expect(idsOf(inOrder(columns, []))).toEqual(['id', 'name', 'status', 'etd', 'eta'])
})

test('columns that the person’s order does not know follow at the end, unknown names are ignored', () => {
  expect(idsOf(inOrder(columns, ['eta', 'gone', 'id']))).toEqual(['eta', 'id', 'name', 'status', 'etd'])
})

test.each([
  ['name', 1, ['id', 'status', 'name', 'etd', 'eta']],
  ['name', 2, ['id', 'status', 'etd', 'name', 'eta']],
  ['etd', -2, ['id', 'etd', 'name', 'status', 'eta']],
  ['name', 99, ['id', 'status', 'etd', 'eta', 'name']],
  ['name', -99, ['name', 'id', 'status', 'etd', 'eta']],
  ['id', -1, ['id', 'name', 'status', 'etd', 'eta']],
  ['name', 0, ['id', 'name', 'status', 'etd', 'eta']],
  ['gone', 1, ['id', 'name', 'status', 'etd', 'eta']],
])('%s moved by %i', (id, by, order) => {
  expect(movedColumns(columns, columns, id, by)).toEqual(order)
})

test('a hidden column is stepped over', () => {
  expect(movedColumns(columns, without('status', 'etd'), 'name', 1)).toEqual([
    'id',
    'status',
    'etd',
    'eta',
    'name',
  ])
  expect(movedColumns(columns, without('id', 'name'), 'etd', -1)).toEqual([
    'id',
    'name',
    'etd',
    'status',
    'eta',
  ])
})
