import { expect, test } from 'vitest'
import { documentNameWithout, nameWith } from './file-names.ts'

test.each([
  ['House Bill of Lading.pdf', 'HBL-101', 'House Bill of Lading HBL-101.pdf'],
  ['Bill.pdf', 'KHI/26:7', 'Bill KHI-26-7.pdf'],
  ['Bill HBL-101.docx', 'HBL-101', 'Bill HBL-101.docx'],
  ['Bill', 'a\tb\u202e', 'Bill a-b-'],
  ['.profile', '7', '.profile 7'],
])('%o with %o is %o', (name, mark, whole) => {
  expect(nameWith(name, mark)).toBe(whole)
})

test.each([
  ['HBL LDG-302.docx', ['LDG-302', '302'], 'HBL.docx'],
  ['HBL_LDG-302_final.dotx', ['LDG-302'], 'HBL final.docx'],
  ['LDG-302 - Arrival Notice.dotx', ['LDG-302'], 'Arrival Notice.docx'],
  ['Bill (302).dotx', ['302'], 'Bill.docx'],
  ['Bill 1302.dotx', ['302'], 'Bill 1302.docx'],
  ['LDG-302.dotx', ['LDG-302'], 'Document.docx'],
  ['Bill a.b+c.dotx', ['a.b+c'], 'Bill.docx'],
  ['Bill.dotx', [], 'Document from template Bill.docx'],
])('the documents of %s without %j are called %s', (name, numbers, expected) => {
  expect(documentNameWithout(name, numbers)).toBe(expected)
})
