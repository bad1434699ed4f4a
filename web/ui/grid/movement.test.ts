import { expect, test } from 'vitest'
import { placeAfter, rangeOf } from './movement.ts'

const size = { rows: 3, columns: 5 }
const after = (key: string, row: number, column: number, held: 'shift' | 'ctrl' | '' = '') =>
  placeAfter({ key, shiftKey: held === 'shift', ctrlKey: held === 'ctrl' }, { row, column }, size, 3)

test('arrows move by one cell and stop at the edges', () => {
  expect(after('ArrowDown', 0, 1)).toEqual({ row: 1, column: 1 })
  expect(after('ArrowDown', 2, 1)).toEqual({ row: 2, column: 1 })
  expect(after('ArrowLeft', 1, 0)).toEqual({ row: 1, column: 0 })
  expect(after('ArrowRight', 1, 2)).toEqual({ row: 1, column: 3 })
  expect(after('ArrowUp', 2, 1, 'ctrl')).toEqual({ row: 0, column: 1 })
})

test('Home and End stay among the fields of the row', () => {
  expect(after('Home', 1, 2)).toEqual({ row: 1, column: 0 })
  expect(after('End', 1, 0)).toEqual({ row: 1, column: 2 })
  expect(after('End', 0, 0, 'ctrl')).toEqual({ row: 2, column: 2 })
})

test('Tab goes on to the next row, and out of the grid at its ends', () => {
  expect(after('Tab', 0, 2)).toEqual({ row: 1, column: 0 })
  expect(after('Tab', 1, 0, 'shift')).toEqual({ row: 0, column: 2 })
  expect(after('Tab', 2, 2)).toBeNull()
  expect(after('Tab', 0, 0, 'shift')).toBeNull()
  expect(after('a', 0, 0)).toBeNull()
})

test('a range has its corners in order', () => {
  expect(rangeOf({ row: 2, column: 0 }, { row: 1, column: 3 })).toEqual({
    top: 1,
    bottom: 2,
    left: 0,
    right: 3,
  })
})
