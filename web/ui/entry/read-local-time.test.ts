import { describe, expect, test } from 'vitest'
import { isStoredLocalTime, readLocalTime, readTime } from './read-local-time.ts'

const rules = { today: '2026-11-27', country: 'DE', locale: 'en' }
const read = (text: string) => readLocalTime(text, rules)

describe('a time', () => {
  test.each([
    ['14:00', '14:00'],
    ['1400', '14:00'],
    ['0830', '08:30'],
    ['8.30', '08:30'],
    ['8h05', '08:05'],
    ['2pm', '14:00'],
    ['2 pm', '14:00'],
    ['12am', '00:00'],
    ['12:30 pm', '12:30'],
    ['2:15p', '14:15'],
  ])('%s is %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })

  test.each(['24:00', '2460', '13pm', '0am', '14', '140', '', 'noon', '12:5'])('%s is none', text => {
    expect(readTime(text)).toBeNull()
  })
})

describe('a day with a time', () => {
  test.each([
    ['2026-12-03 14:00', '2026-12-03T14:00'],
    ['2026-12-03T14:00', '2026-12-03T14:00'],
    ['3.12.2026 1400', '2026-12-03T14:00'],
    ['3 Dec 2026 2pm', '2026-12-03T14:00'],
    ['3 Dec 2026, 2:30 PM', '2026-12-03T14:30'],
    ['tomorrow 8:15', '2026-11-28T08:15'],
    ['+3 1200', '2026-11-30T12:00'],
    ['fri 2 pm', '2026-12-04T14:00'],
  ])('%s is %s', (text, at) => {
    expect(read(text)).toEqual({ at })
  })

  test('without its time it waits for one', () => {
    expect(read('2026-12-03')).toEqual({ day: '2026-12-03' })
    expect(read('3 Dec 2026')).toEqual({ day: '2026-12-03' })
    expect(read('  ')).toEqual({ at: null })
  })

  test('is offered where it can be two, and refused where it is none', () => {
    const us = { ...rules, country: null }
    expect(readLocalTime('03/04/2026 1400', us)).toEqual({
      reason: '“03/04/2026” can mean two days.',
      choices: ['2026-04-03T14:00', '2026-03-04T14:00'],
    })
    for (const text of ['1400', '2pm', '2026-12-03 25:00', '2026-02-30 14:00', 'soon'])
      expect(read(text), text).toHaveProperty('reason')
  })
})

test('what is kept has a day of the calendar and a time of the day', () => {
  expect(isStoredLocalTime('2026-12-03T14:00')).toBe(true)
  for (const text of ['2026-12-03', '2026-02-30T14:00', '2026-12-03T24:00', '2026-12-03 14:00', ''])
    expect(isStoredLocalTime(text), text).toBe(false)
})
