import { expect, test } from 'vitest'
import { nameWith } from './file-names.ts'

test.each([
  ['House Bill of Lading.pdf', 'HBL-101', 'House Bill of Lading HBL-101.pdf'],
  ['Bill.pdf', 'KHI/26:7', 'Bill KHI-26-7.pdf'],
  ['Bill HBL-101.docx', 'HBL-101', 'Bill HBL-101.docx'],
  ['Bill', 'a\tb\u202e', 'Bill a-b-'],
  ['.profile', '7', '.profile 7'],
])('%o with %o is %o', (name, mark, whole) => {
  expect(nameWith(name, mark)).toBe(whole)
})
