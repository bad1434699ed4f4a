import { expect, test } from 'vitest'
import { amountText, clockText, mediumDateText, momentText, moneyText, timeText } from './format.ts'

const at = (hour: number, minute: number, day = new Date(2026, 11, 3)) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute, 7).toISOString()

test('times have 24 hours, in the reader’s zone', () => {
  expect([clockText(at(0, 5)), clockText(at(12, 0)), clockText(at(21, 5))]).toEqual([
    '00:05',
    '12:00',
    '21:05',
  ])
  expect(momentText(at(0, 5))).toBe('Dec 3, 2026, 00:05')
  expect(momentText(at(21, 5))).toBe('Dec 3, 2026, 21:05')
  expect([momentText(null), momentText(undefined)]).toEqual(['', ''])
})

test('a moment of today is its time alone', () => {
  expect(timeText(at(21, 5, new Date()))).toBe('21:05')
  expect(timeText(at(9, 5))).toBe('Dec 3, 2026, 09:05')
})

test('a document’s date is in the medium format that the specification asks for', () => {
  expect(mediumDateText(at(21, 5))).toBe('Dec 3, 2026, 9:05:07 PM')
})

test('amounts have at least the decimals of their currency, and keep those that were entered', () => {
  expect([1450, 1450.5, 0.1255, -20].map(amount => amountText(amount, 'USD'))).toEqual([
    '1,450.00',
    '1,450.50',
    '0.1255',
    '-20.00',
  ])
  expect([amountText(1450, 'JPY'), amountText(1.5, 'KWD')]).toEqual(['1,450', '1.500'])
  expect([moneyText(1450, 'EUR'), moneyText(0, 'JPY'), moneyText(null, 'EUR')]).toEqual([
    '1,450.00 EUR',
    '0 JPY',
    '',
  ])
})
