import { expect, test } from 'vitest'
import { jobChangeWords } from './job-change-words.ts'

test('a change of many jobs says how many others it changed, and where it changed none', () => {
  expect(jobChangeWords({ others: 4, isUndo: false })).toBe('with 4 others')
  expect(jobChangeWords({ others: 1, isUndo: false })).toBe('with 1 other')
  expect(jobChangeWords({ others: 0, isUndo: false })).toBe('in a change of this job alone')
  expect(jobChangeWords({ others: 0, isUndo: true })).toBe('undo of a change of many jobs')
})
