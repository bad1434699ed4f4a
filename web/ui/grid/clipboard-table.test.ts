import { expect, test } from 'vitest'
import { readTable, writeTable, withoutUnseen } from './clipboard-table.ts'

test('rows and cells are read as spreadsheets copy them', () => {
  expect(readTable('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(readTable('a\n\nb')).toEqual([['a'], [''], ['b']])
  expect(readTable('a\t\tb')).toEqual([['a', '', 'b']])
  expect(readTable('one')).toEqual([['one']])
})

test('quotes belong to the table only around what needs them', () => {
  expect(readTable('"two\nlines"\t"a ""b"""\r\nc')).toEqual([['two\nlines', 'a "b"'], ['c']])
  expect(readTable('"Tea"\t12"\t"open')).toEqual([['"Tea"', '12"', '"open']])
})

test('what is copied is read as it was', () => {
  const rows = [
    ['plain', 'two\nlines', ''],
    ['a\tb', 'say "x"', '12"'],
  ]
  expect(readTable(writeTable(rows))).toEqual(rows)
})

test('what nobody sees is left out of a pasted text, and what scripts need stays', () => {
  expect(withoutUnseen('\u202eMSKU\u202c\t1\u0000\u00852\r\n\u2066a\u2069\ud83db\u000bc\u007f')).toBe(
    'MSKU\t12\r\nab c',
  )
  const scripts = 'שלום\u200f \u200eسلام\u061c 日本 🚢 zero\u200djoin'
  expect(withoutUnseen(scripts)).toBe(scripts)
})
