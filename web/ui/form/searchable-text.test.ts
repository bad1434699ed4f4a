import { expect, test } from 'vitest'
import { matchingOptions, noMatchText } from './searchable-text.ts'

const labelled = (...labels: string[]) => labels.map(label => ({ label }))
const fitting = (typed: string, ...labels: string[]) =>
  matchingOptions(labelled(...labels), typed).map(({ label }) => label)

test('what the text begins stands before what it is only a part of', () => {
  expect(fitting('ger', 'Algeria', 'Germany', 'Niger')).toEqual(['Germany', 'Algeria', 'Niger'])
  expect(fitting(' India ', 'British Indian Ocean Territory', 'Indiana', 'India')).toEqual([
    'India',
    'Indiana',
    'British Indian Ocean Territory',
  ])
})

test('no text fits every entry, in the list’s order', () => {
  expect(fitting('', 'b', 'a')).toEqual(['b', 'a'])
})

test('the sentence says what is wrong, what to do and what counts meanwhile', () => {
  expect(noMatchText('xyz ', undefined)).toBe(
    '“xyz” is not in the list. Choose an entry, or empty the field.',
  )
  expect(noMatchText('xyz', 'Cartons')).toBe(
    '“xyz” is not in the list. Choose an entry, or empty the field. “Cartons” stays chosen until then.',
  )
})
