import { expect, test } from 'vitest'
import { jobNumbersIn, numbersIn } from './numbers-in-text.ts'

const spellings = (text: string) => numbersIn(text).flatMap(one => one.spellings)

test.each([
  ['Container MSCU 123456-7', ['mscu1234567']],
  ['MSCU1234567', ['mscu1234567']],
  ['AWB 176-1234 5675', ['176-12345675', '17612345675', '176-1234 5675']],
  ['Bill of lading: LDG-0815', ['ldg-0815']],
  ['HBL_LDG-0815', ['ldg-0815']],
  ['Our bill LDG 0815', ['ldg 0815', 'ldg0815', 'ldg-0815']],
  ['(KSOL4711/A)', ['ksol4711/a', 'ksol4711']],
])('%s holds %j', (text, expected) => {
  expect(spellings(text)).toEqual(expect.arrayContaining(expected))
})

test.each([
  'Dated 2026-12-03',
  '31.12.2026',
  'USD 12,500.00',
  '1.044,5 kg',
  'in 2026',
  'Karachi',
  '40',
  'No. 12',
])('%s holds no number', text => {
  expect(spellings(text)).toEqual([])
})

test.each(['MSCU 123456(7)', 'MSCU 123456,7', 'MSCU 123456+7'])('%s is no container', text => {
  expect(spellings(text)).not.toContain('mscu1234567')
})

test('a document of very many numbers is read to an end', () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `LDG-${index + 10_000}`).join(' ')
  expect(numbersIn(text)).toHaveLength(400)
  expect(numbersIn(`${'A1-'.repeat(70_000)}`)).toEqual([])
})

test.each([
  ['Our ref: 302', 'Bill', ['302']],
  ['JOB NO. 0302 of May', 'Bill', ['302']],
  ['Your ref 302', 'Bill', []],
  ['Profile 302', 'Bill', []],
  ['', 'HBL LDG-302', ['302']],
  ['', 'Bill (2)', []],
  ['', 'Bill 2026-11-28', []],
  ['', 'Invoice 2026', []],
])('%o in %o names the jobs %j', (text, stem, expected) => {
  expect(jobNumbersIn(text, stem).flatMap(one => one.spellings)).toEqual(expected)
})
