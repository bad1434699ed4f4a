import { describe, expect, test } from 'vitest'
import { dateFormatter } from './date-format.ts'
import { compileFormats } from './formats.ts'
import type { FieldKind, FieldValue } from './known-fields.ts'
import { numberFormatter, plainNumber } from './number-format.ts'
import type { FormatCall } from '#server/word/file/tree.ts'

test.each([
  ['2026-12-03', 'dd MMM yyyy', '03 Dec 2026'],
  ['2026-12-03', 'd/M/yy', '3/12/26'],
  ['2026-12-03', 'dddd d MMMM yyyy', 'Thursday 3 December 2026'],
  ['2026-12-03', 'ddd MMM', 'Thu Dec'],
  ['2026-12-03', 'yyyy-MM-dd', '2026-12-03'],
  ['2026-12-03', 'dd/mm/yyyy', '03/12/2026'],
  ['2026-12-03T16:05:09Z', 'H:mm', '16:05'],
  ['2026-12-03', "d 'of' MMMM", '3 of December'],
  ['2026-12-03', 'd “day” M', '3 day 12'],
  ['2026-12-03', 'MM\\M', '12M'],
  ['2026-12-03T16:05:09Z', 'HH:mm:ss', '16:05:09'],
  ['2026-12-03T16:05:09Z', 'h:mm am/pm', '4:05 pm'],
  ['2026-12-03T00:05:09.123+00:00', 'hh:mm AM/PM', '12:05 AM'],
  ['0099-01-01', 'yyyy', '0099'],
  [new Date(Date.UTC(2026, 11, 3)), 'dd.MM.yyyy', '03.12.2026'],
])('date %s by %s is %s', (value, picture, expected) => {
  expect(dateFormatter(picture)(value)).toBe(expected)
})

test.each(['', 'TBA', '2026-02-30', '2026-13-01', '2026-12-03 and more', '2026-12-03T25:00Z', new Date('x')])(
  'not a date: %s',
  value => {
    expect(dateFormatter('yyyy')(value)).toBeUndefined()
  },
)

test('months in another language', () => {
  expect(dateFormatter('d MMMM yyyy', 'de')('2026-12-03')).toBe('3 Dezember 2026')
})

test.each([
  ['18450.5', '#,##0.00', '18,450.50'],
  [18450.5, '#,##0.00', '18,450.50'],
  ['1234567.891', '#,##0', '1,234,568'],
  ['0.5', '0', '1'],
  ['-0.5', '0', '-1'],
  ['-0.4', '0', '0'],
  ['2.675', '0.00', '2.68'],
  ['0.1', '#.##', '.1'],
  ['0', '#.##', '0'],
  ['12', '0000', '0012'],
  ['12.10', '0.##', '12.1'],
  ['12.00', '0.##', '12'],
  ['7', '0.0 "kg"', '7.0\u00a0kg'],
  ['7', '“USD” #,##0.00', 'USD\u00a07.00'],
  ['0.125', '0.0%', '12.5%'],
  ['-5', '0.00;(0.00)', '(5.00)'],
  ['-5', "0.00;'minus' 0", 'minus\u00a05'],
  ['0', "0.00;-0.00;'nil'", 'nil'],
  ['0.00', '0;-0;"none"', 'none'],
  ['99999999999999999999.995', '#,##0.00', '100,000,000,000,000,000,000.00'],
  [0.1 + 0.2, '0.00', '0.30'],
  [1e21, '#,##0', '1,000,000,000,000,000,000,000'],
  ['5', '"flat"', 'flat'],
  ['7', '0 "USD per kg"', '7\u00a0USD\u00a0per\u00a0kg'],
  ['7', '0 "packages, said to contain"', '7 packages, said to contain'],
])('number %s by %s is %s', (value, picture, expected) => {
  expect(numberFormatter(picture)(value)).toBe(expected)
})

test.each(['', 'ten', '1,000', '1e5', Number.NaN, Number.POSITIVE_INFINITY])('not a number: %s', value => {
  expect(numberFormatter('0')(value)).toBeUndefined()
})

test('a number without a format keeps its digits', () => {
  expect(plainNumber('00123.4500')).toBe('123.4500')
  expect(plainNumber('-7')).toBe('-7')
  expect(plainNumber('to follow')).toBe('to follow')
})

describe('the formats of a placeholder', () => {
  const write = (kind: FieldKind, value: FieldValue, ...calls: FormatCall[]): string => {
    const format = compileFormats(kind, calls)
    return typeof format === 'string' ? `refused: ${format}` : format(value)
  }

  test('each kind has a form of its own', () => {
    expect(write('date', '2026-12-03')).toBe('03 Dec 2026')
    expect(write('dateTime', '2026-12-03T16:05:09Z')).toBe('03 Dec 2026 16:05')
    expect(write('number', '12.50')).toBe('12.50')
    expect(write('number', 1040)).toBe('1040')
    expect(write('boolean', true)).toBe('Yes')
    expect(write('text', 'As it is ')).toBe('As it is ')
  })

  test('formats follow each other', () => {
    const month: FormatCall = { name: 'date', argument: 'MMM' }
    expect(write('date', '2026-12-03', month, { name: 'upper' })).toBe('DEC')
    expect(write('text', 'Straße', { name: 'upper' })).toBe('STRASSE')
    expect(write('text', 'KG', { name: 'lower' })).toBe('kg')
    expect(write('number', 1234.5, { name: 'number' })).toBe('1,234.5')
    expect(write('date', '2026-12-03', { name: 'date' })).toBe('03 Dec 2026')
  })

  test('a value of another kind is printed as it is', () => {
    expect(write('text', 'to be advised', { name: 'date', argument: 'yyyy' })).toBe('to be advised')
    expect(write('date', 'to be advised')).toBe('to be advised')
    expect(write('text', 'about 5', { name: 'number', argument: '0.00' })).toBe('about 5')
  })

  test('nothing prints nothing', () => {
    for (const value of [null, undefined, '']) {
      expect(write('text', value)).toBe('')
      expect(write('date', value, { name: 'date', argument: '"on" yyyy' })).toBe('')
      expect(write('number', value, { name: 'number', argument: '0.00' }, { name: 'upper' })).toBe('')
    }
    expect(write('number', Number.NaN)).toBe('')
    expect(write('text', Number.POSITIVE_INFINITY, { name: 'upper' })).toBe('')
  })

  test('an unknown format is named, with what was probably meant', () => {
    expect(write('date', '', { name: 'dat' })).toBe('refused: “dat” is not a format; did you mean “date”?')
    expect(write('date', '', { name: 'barcode' })).toBe('refused: “barcode” is not a format')
  })
})
