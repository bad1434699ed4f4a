import { expect, test } from 'vitest'
import { decide, insert, keyOf, NOTHING_DECIDED, statesOf } from './decisions.ts'
import { changedBetween } from './following.ts'
import { etd, number, sailing, samplePage } from './sample-page.ts'

const page = samplePage()
const before = statesOf(page, NOTHING_DECIDED)
const changed = (decisions: typeof NOTHING_DECIDED) => changedBetween(statesOf(page, decisions), before)

test('an undo leads to the place whose decision it takes back', () => {
  expect(changed(decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'use', choice: etd }))).toBe(keyOf(sailing))
  expect(changed(decide(NOTHING_DECIDED, keyOf(number), { kind: 'dismiss' }))).toBe(keyOf(number))
})

test('where a field is gone it leads to what follows there, and nowhere where all is as before', () => {
  const inserted = insert(NOTHING_DECIDED, { id: 'new', at: { paragraph: 4, offset: 0 }, choice: etd })
  expect(changed(inserted)).toBe(keyOf(sailing))
  expect(changed(NOTHING_DECIDED)).toBe(undefined)
})
