// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { draftKey, forgetDraft, keepDraft, readDraft } from './drafts.ts'

const owner = { accountId: 'a', userId: 'u' }
const key = draftKey(owner, 'job', '1')

beforeEach(() => localStorage.clear())

test('what was typed comes back until it is forgotten', () => {
  keepDraft(key, 3, { name: 'Cotton' })
  expect(readDraft(key)).toEqual({
    version: 3,
    at: expect.stringMatching(/^\d{4}-/),
    fields: { name: 'Cotton' },
  })
  forgetDraft(key)
  expect(readDraft(key)).toBeUndefined()
})

test('it belongs to one person and one record', () => {
  keepDraft(key, 3, { name: 'Cotton' })
  expect(readDraft(draftKey({ ...owner, userId: 'other' }, 'job', '1'))).toBeUndefined()
  expect(readDraft(draftKey(owner, 'job', '2'))).toBeUndefined()
})

test('nothing unsaved leaves nothing behind', () => {
  keepDraft(key, 3, { name: 'Cotton' })
  keepDraft(key, 3, {})
  expect(localStorage.length).toBe(0)
})

test('what is no draft is ignored', () => {
  localStorage.setItem(key, '{"fields":1}')
  expect(readDraft(key)).toBeUndefined()
  localStorage.setItem(key, 'nonsense')
  expect(readDraft(key)).toBeUndefined()
})
