// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { draftKey, keepDraft } from '#web/lib/drafts.ts'
import { itemValues } from './form.ts'
import { changeKeptItems, readKeptItems } from './kept-items.ts'

const key = draftKey({ accountId: 'a', userId: 'u' }, 'items', '1')
const item = (id: string) => ({ id, values: { ...itemValues(null), name: id, quantity: 3 } })

beforeEach(() => localStorage.clear())

test('unsaved items outlive the page, in their order', () => {
  changeKeptItems(key, kept => [...kept, item('a')])
  changeKeptItems(key, kept => [...kept, item('b')])
  expect(readKeptItems(key)).toEqual([item('a'), item('b')])
})

test('a change leaves alone what came from a closed tab meanwhile', () => {
  changeKeptItems(key, kept => [...kept, item('of this tab')])
  changeKeptItems(key, kept => [...kept, item('of a closed one')])
  changeKeptItems(key, kept => kept.filter(({ id }) => id !== 'of this tab'))
  expect(readKeptItems(key)).toEqual([item('of a closed one')])
})

test('the last one leaves nothing behind', () => {
  changeKeptItems(key, () => [item('a')])
  changeKeptItems(key, () => [])
  expect(localStorage.length).toBe(0)
})

test('what is no item is left out', () => {
  const values = { name: 'Tiles', colour: 'red' }
  keepDraft(key, 0, { items: [{ id: 1, values: {} }, 'x', null, { id: 'a', values }] })
  expect(readKeptItems(key)).toEqual([{ id: 'a', values: { ...itemValues(null), name: 'Tiles' } }])
})
