import { expect, test } from 'vitest'
import { dayRange } from '#contract/day-ranges.ts'
import { daysInBoth, daysOf } from './day-ranges.ts'

test.each([
  ['today', '2026-11-24', '2026-11-24'],
  ['yesterday', '2026-11-23', '2026-11-23'],
  ['tomorrow', '2026-11-25', '2026-11-25'],
  ['this-week', '2026-11-23', '2026-11-29'],
  ['before-today', undefined, '2026-11-23'],
  ['last-3-days', '2026-11-21', '2026-11-24'],
  ['next-7-days', '2026-11-24', '2026-12-01'],
  ['next-999-days', '2026-11-24', '2029-08-19'],
])('on a Tuesday, %s is from %s to %s', (range, from, to) => {
  expect(dayRange.parse(range)).toBe(range)
  expect(daysOf(range, '2026-11-24')).toEqual({ ...(from && { from }), to })
})

test.each([
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2026-11-29', '2026-11-23', '2026-11-29'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
  ['2024-02-29', '2024-02-26', '2024-03-03'],
])('the week of %s is from %s to %s', (today, from, to) => {
  expect(daysOf('this-week', today)).toEqual({ from, to })
})

test.each(['', 'Today', 'last-0-days', 'last-1000-days', 'last-3', 'today ', 'before today', 'last-03-days'])(
  '“%s” is no range of days',
  text => {
    expect(dayRange.safeParse(text).success).toBe(false)
  },
)

test('two ranges at once mean the days that lie in both', () => {
  expect(daysInBoth({ from: '2026-01-02', to: '2026-01-09' }, { from: '2026-01-05' })).toEqual({
    from: '2026-01-05',
    to: '2026-01-09',
  })
  expect(daysInBoth({ to: '2026-01-09' }, { to: '2026-01-05' })).toEqual({ to: '2026-01-05' })
  expect(daysInBoth({}, {})).toEqual({})
})
