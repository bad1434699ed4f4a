import { expect, test } from 'vitest'
import { type DateRules, readDate } from './read-date.ts'

// A Sunday.
const rules: DateRules = { today: '2026-11-22', country: 'PK', locale: 'en' }
const read = (typed: string, change: Partial<DateRules> = {}) => readDate(typed, { ...rules, ...change })

test.each([
  ['2026-12-03', '2026-12-03'],
  ['2026-12-3', '2026-12-03'],
  ['20261203', '2026-12-03'],
  ['2026.2.9', '2026-02-09'],
  ['2026/12/03', '2026-12-03'],
  ['3 Dec 2026', '2026-12-03'],
  ['3 dec 26', '2026-12-03'],
  ['03-DEC-2026', '2026-12-03'],
  ['3Dec2026', '2026-12-03'],
  ['Dec 3, 2026', '2026-12-03'],
  ['December 3 2026', '2026-12-03'],
  ['3rd of December 2026', '2026-12-03'],
  ['1st Sept 2026', '2026-09-01'],
  ['Thu, 3 Dec 2026', '2026-12-03'],
  ['2026 Dec 3', '2026-12-03'],
  ['3.12.2026', '2026-12-03'],
  ['3.12.26', '2026-12-03'],
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['03122026', '2026-12-03'],
  ['20122026', '2026-12-20'],
  ['today', '2026-11-22'],
  ['Tomorrow', '2026-11-23'],
  ['yesterday', '2026-11-21'],
  ['+3', '2026-11-25'],
  ['+3d', '2026-11-25'],
  ['-1 day', '2026-11-21'],
  ['+2w', '2026-12-06'],
  ['in 10 days', '2026-12-02'],
  ['this friday', '2026-11-27'],
  ['+ 45', '2027-01-06'],
  ['-2', '2026-11-20'],
  ['fri', '2026-11-27'],
  ['Friday', '2026-11-27'],
  ['sun', '2026-11-29'],
  ['mon', '2026-11-23'],
  ['29 Feb 2028', '2028-02-29'],
  ['２０２６-１２-０３', '2026-12-03'],
])('%s is %s', (typed, date) => {
  expect(read(typed)).toEqual({ date })
})

test('an empty field is no date', () => {
  expect(read('  ')).toEqual({ date: null })
})

test('day and month stand in the order of the company’s country', () => {
  expect(read('03/12/2026', { country: 'GB' })).toEqual({ date: '2026-12-03' })
  expect(read('03/12/2026', { country: 'DE' })).toEqual({ date: '2026-12-03' })
  expect(read('03/12/2026', { country: 'US' })).toEqual({ date: '2026-03-12' })
  expect(read('03-12-26', { country: 'GB' })).toEqual({ date: '2026-12-03' })
})

test('without a country, or where the year comes first, both readings are offered and none is taken', () => {
  const both = { choices: ['2026-12-03', '2026-03-12'] }
  expect(read('03/12/2026', { country: null })).toEqual(both)
  expect(read('03/12/2026', { country: 'CN' })).toEqual(both)
  expect(read('03/12/2026', { country: 'XX' })).toEqual(both)
  expect(read('03/03/2026', { country: null })).toEqual({ date: '2026-03-03' })
  expect(read('31/12/2026', { country: null })).toEqual({ date: '2026-12-31' })
  expect(read('26-12-23')).toEqual({ choices: ['2023-12-26', '2026-12-23'] })
})

test('next Friday is the coming one to some and that of next week to others: both are offered', () => {
  expect(read('next friday')).toEqual({ choices: ['2026-11-27', '2026-12-04'] })
  // Of the day that today is, both mean the same.
  expect(read('next sunday')).toEqual({ date: '2026-11-29' })
})

test('months and days are understood in the person’s own language too', () => {
  expect(read('3. Dezember 2026', { locale: 'de' })).toEqual({ date: '2026-12-03' })
  expect(read('3 déc. 2026', { locale: 'fr' })).toEqual({ date: '2026-12-03' })
  expect(read('freitag', { locale: 'de' })).toEqual({ date: '2026-11-27' })
  expect(read('3 Dec 2026', { locale: 'ja' })).toEqual({ date: '2026-12-03' })
})

const how = 'Type it like 2026-12-03, 3 Dec 2026, today, +3 or Fri.'

test.each([
  ['2026-02-30', 'February 2026 has 28 days.'],
  ['30 Feb 2026', 'February 2026 has 28 days.'],
  ['31.11.2026', 'November 2026 has 30 days.'],
  ['2026-13-01', `There is no month 13. ${how}`],
  ['1899-12-31', 'The year 1899 is out of range. Dates are from 1900 to 2199.'],
  ['3 Dec 3026', 'The year 3026 is out of range. Dates are from 1900 to 2199.'],
  ['+9999', null],
  ['Fri 3 Dec 2026', '2026-12-03 is not a fri. Type the date without the day of the week.'],
  ['soon', `“soon” cannot be read as a date. ${how}`],
  ['2026', `“2026” cannot be read as a date. ${how}`],
  ['45/45/2026', null],
  ['3 Dec 2026 or later', `“3 Dec 2026 or later” cannot be read as a date. ${how}`],
  ['2026-12-03T10:00', `“2026-12-03T10:00” cannot be read as a date. ${how}`],
  ['30 Feb', `There is no such day in that month. ${how}`],
])('%s is no date, with its reason', (typed, reason) => {
  const answer = read(typed)
  if (typed === '+9999') expect(answer).toEqual({ date: '2054-04-08' })
  else expect(answer).toEqual({ reason: reason ?? `There is no month 45. ${how}` })
})

test.each([
  ['5 dec', '5 Dec 2026', '2026-12-05', '2026-11-23'],
  ['Jan 5', '5 Jan 2027', '2027-01-05', '2026-11-23'],
  ['29 feb', '29 Feb 2028', '2028-02-29', '2026-11-23'],
])('%s lacks its year: the nearest such day is offered, not taken', (typed, words, day, today) => {
  expect(readDate(typed, { today, country: null, locale: 'en' })).toEqual({
    reason: `Add the year: ${words}.`,
    choices: [day],
  })
})

test.each([
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['03-04-26', 'mdy', '2026-03-04'],
  ['26/12/03', 'ymd', '2026-12-03'],
  ['20/11/12', 'ymd', '2020-11-12'],
  // Dots are German, whoever types them, and a day that is no month is a day.
  ['03.04.2026', 'mdy', '2026-04-03'],
  ['31/12/2026', 'mdy', '2026-12-31'],
  // A year of four figures at the end leaves day and month to the country.
  ['03/04/2026', 'ymd', '2026-04-03'],
] as const)('%s in a company that writes %s', (typed, dateOrder, date) =>
  expect(read(typed, { dateOrder })).toEqual({ date }),
)

test('the company’s own order comes before that of its country', () => {
  expect(read('03/04/2026', { country: 'US', dateOrder: 'dmy' })).toEqual({ date: '2026-04-03' })
  expect(read('03/04/2026', { country: null, dateOrder: 'mdy' })).toEqual({ date: '2026-03-04' })
})
