import { expect, test } from 'vitest'
import { itemValues } from './form.ts'
import { entryText, itemLine } from './queue-words.ts'

const waiting = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), values: itemValues(null) }))
const state = (count: number, failure = '') => ({ items: waiting(count), isSaving: true, failure, saved: 9 })

test('it says how many items were added and what becomes of the others', () => {
  expect(entryText(state(0), 0)).toBe('')
  expect(entryText(state(0), 1)).toBe('1 item added')
  expect(entryText(state(1), 2)).toBe('2 items added, 1 being saved')
  expect(entryText(state(3, 'No connection.'), 0)).toBe('3 not saved yet')
})

test('an item is told in one line', () => {
  const values = { ...itemValues(null), name: 'Tiles', quantity: 12, modeOfPacking: 13, weightUnit: 0 }
  expect(itemLine(values)).toBe('Tiles, Quantity 12, Packing Mode Cartons, Weight Unit KG')
  expect(itemLine({ ...itemValues(null), quantity: 0 })).toBe('(unnamed), Quantity 0')
})
