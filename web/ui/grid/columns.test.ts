import { expect, test } from 'vitest'
import { cellReason, cellText, choicesFor, editText, type GridColumn, readCell } from './columns.ts'

const name: GridColumn = { id: 'name', label: 'Name', kind: 'text', maxLength: 5, width: 100 }
const weight: GridColumn = { id: 'weight', label: 'Weight', kind: 'number', decimals: 4, width: 100 }
const mode: GridColumn = {
  id: 'mode',
  label: 'Mode',
  kind: 'choice',
  width: 100,
  choices: [
    { value: 0, label: 'Cartons', code: 'CT' },
    { value: 1, label: 'Cases', code: 'CS' },
  ],
}

test('a text means what its column can hold, else it stays as it was typed', () => {
  expect(readCell(weight, '1,200.5')).toBe(1200.5)
  expect(readCell(weight, '12 pcs')).toBe('12 pcs')
  expect(readCell(mode, ' cartons ')).toBe(0)
  expect(readCell(mode, 'cs')).toBe(1)
  expect(readCell(mode, 'cart')).toBe('cart')
  expect([readCell(name, '  '), readCell(weight, ''), readCell(mode, ' ')]).toEqual([null, null, null])
})

test('what cannot be saved says why', () => {
  expect(cellReason(weight, '12 pcs')).toBe('“12 pcs” is not a number.')
  expect(cellReason(mode, 'pallts')).toBe('“pallts” is not in the list.')
  expect(cellReason(name, 'Cotton')).toBe('At most 5 characters.')
  expect([cellReason(name, 'Yarn'), cellReason(weight, 3), cellReason(mode, null)]).toEqual([
    null,
    null,
    null,
  ])
})

test('a figure is shown with separators and edited without them', () => {
  expect([cellText(weight, 8200.5), editText(weight, 8200.5)]).toEqual(['8,200.5', '8200.5'])
  expect([cellText(mode, 1), editText(mode, 1)]).toEqual(['Cases', 'Cases'])
})

test('choices are found by label and by code', () => {
  const found = (typed: string) => choicesFor(mode.choices, typed, [1]).others.map(one => one.label)
  expect(found('case')).toEqual(['Cases'])
  expect(found('ct')).toContain('Cartons')
})

test('the choice that a text means comes before those whose names happen to hold it, but not before its own name', () => {
  const choices = [
    { value: 'permit', label: 'Export Permit' },
    { value: 'order', label: 'Purchase Order' },
  ]
  const found = (typed: string) => choicesFor(choices, typed, [], 'order').others.map(one => one.value)
  expect(found('po')).toEqual(['order', 'permit'])
  expect(found('export permit')).toEqual(['permit'])
})

test('of all choices those used last come first, and stand there once', () => {
  const { recent, others } = choicesFor(mode.choices, ' ', [1, 77])
  expect([recent, others].map(list => list.map(one => one.label))).toEqual([['Cases'], ['Cartons']])
  expect(choicesFor(mode.choices, 'ca', [1]).recent).toEqual([])
})
