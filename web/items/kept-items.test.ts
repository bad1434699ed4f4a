// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { draftKey, keepDraft } from '#web/lib/drafts.ts'
import { keepRows, readKeptRows } from '#web/ui/grid/kept-rows.ts'
import { readTypedItem } from './kept-items.ts'

const owner = { accountId: 'a', userId: 'u' }
const key = draftKey(owner, 'items', '1')
const typedKey = draftKey(owner, 'new-item', '1')

beforeEach(() => localStorage.clear())

test('rows outlive the page with their version and what was sent; the last one leaves nothing', () => {
  const rows = [
    { id: 'a', version: 0, base: {}, cells: { name: 'Tiles' }, sent: { name: 'Til' } },
    { id: 'b', version: 3, base: { quantity: 1 }, cells: { quantity: 'dozen' } },
  ]
  keepRows(key, rows)
  expect(readKeptRows(key)).toEqual(rows)
  keepRows(key, [])
  expect(localStorage.length).toBe(0)
})

test('items that waited before there was a grid are new rows; what is no item is left out', () => {
  keepDraft(key, 0, { items: [{ id: 1 }, 'x', null, { id: 'a', values: { name: 'Tiles', quantity: 3 } }] })
  expect(readKeptRows(key)).toEqual([
    { id: 'a', version: 0, base: {}, cells: { name: 'Tiles', quantity: 3 } },
  ])
})

test('an item half typed in the former dialog becomes a new row, with figures as they were typed', () => {
  keepDraft(typedKey, 0, { name: 'Tiles', quantity: '12 pcs', weightUnit: 0, colour: 'red' })
  expect(readTypedItem(typedKey)).toMatchObject([
    { version: 0, base: {}, cells: { name: 'Tiles', quantity: '12 pcs', weightUnit: 0 } },
  ])
  expect(readTypedItem(typedKey)[0]?.cells).not.toHaveProperty('colour')
  keepDraft(typedKey, 0, { name: ' ', weightUnit: 0 })
  expect(readTypedItem(typedKey)).toEqual([])
  expect(readTypedItem(draftKey(owner, 'new-item', '2'))).toEqual([])
})
