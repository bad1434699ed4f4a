import { expect, test } from 'vitest'
import { figure, percentile, spreadOf, withSpread } from './figures.ts'

test('the median of rounds is the one in the middle, with the lowest and the highest', () => {
  expect(spreadOf([30, 10, 20])).toEqual({ median: 20, lowest: 10, highest: 30 })
  expect(spreadOf([40, 10, 30, 20])).toEqual({ median: 25, lowest: 10, highest: 40 })
  expect(spreadOf([7])).toEqual({ median: 7, lowest: 7, highest: 7 })
  expect(() => spreadOf([])).toThrow('Nothing was measured.')
})

test('a percentile is a value that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([
    51, 100, 100,
  ])
  expect(percentile([3], 0.99)).toBe(3)
  expect(() => percentile([], 0.5)).toThrow('Nothing was measured.')
})

test('figures have three digits or none behind the point', () => {
  expect([0.034, 1.234, 12.34, 99.96, 123.4, 12_345.6].map(figure)).toEqual([
    '0.03',
    '1.23',
    '12.3',
    '100.0',
    '123',
    '12,346',
  ])
  expect(withSpread({ median: 1, lowest: 0.5, highest: 20 })).toBe('1.00 (0.50 to 20.0)')
})
