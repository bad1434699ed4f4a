import { expect, test } from 'vitest'
import { mailStates } from '#contract/mail-states.ts'
import {
  cargoLines,
  daysBetween,
  daysInWords,
  nextDate,
  isMailTrouble,
  proposedName,
  recipientsInWords,
  scheduleWarning,
} from './rail-words.ts'

const none = { swbro: null, etd: null, eta: null }

test('days are told in words, across months, years and summer time', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3)
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect([0, 1, -1, 2, -2, 1200].map(daysInWords)).toEqual([
    'today',
    'tomorrow',
    'yesterday',
    'in 2 days',
    '2 days ago',
    'in 1,200 days',
  ])
})

test('the next date is the first that is not past; once all are past, the last one', () => {
  const dates = { swbro: '2026-11-30', etd: '2026-12-03', eta: '2027-01-09' }
  expect(nextDate(none, '2026-11-20')).toBeNull()
  expect(nextDate(dates, '2026-11-30')).toEqual({ label: 'Ready on', date: '2026-11-30', days: 0 })
  expect(nextDate(dates, '2026-12-01')).toEqual({ label: 'ETD', date: '2026-12-03', days: 2 })
  expect(nextDate(dates, '2026-12-04')).toEqual({ label: 'ETA', date: '2027-01-09', days: 36 })
  expect(nextDate(dates, '2027-01-10')).toEqual({ label: 'ETA', date: '2027-01-09', days: -1 })
  expect(nextDate({ ...dates, swbro: 'next week', etd: '3 Dec' }, '2026-11-20')?.label).toBe('ETA')
})

test('the cargo says what is known and understood', () => {
  const nothing = { numberOfPackages: null, grossWeight: null, weightUnit: 0, volume: null, volumeUnit: 0 }
  expect(cargoLines(nothing)).toEqual([])
  expect(cargoLines({ ...nothing, numberOfPackages: 1, grossWeight: '12kg', volume: 31.2 })).toEqual([
    '1 package',
    '31.2 Cubic Meter',
  ])
  expect(
    cargoLines({ ...nothing, numberOfPackages: 412, grossWeight: 12450.5, weightUnit: null, volume: 0 }),
  ).toEqual(['412 packages', '12,450.5', '0 Cubic Meter'])
})

test('an arrival before the departure is told, and what is no date is not compared', () => {
  expect(scheduleWarning({ etd: '2026-12-20', eta: '2026-12-10' })).toBe('ETA is before ETD.')
  expect(scheduleWarning({ etd: '2026-12-20', eta: '2026-12-20' })).toBeNull()
  expect(scheduleWarning({ etd: '2026-12-20', eta: '1 Dec' })).toBeNull()
  expect(scheduleWarning({ etd: null, eta: '2026-12-10' })).toBeNull()
})

test('a name is proposed from commodity, consignee and route, as soon as two of them are known', () => {
  const job = {
    commodity: 'Green tea',
    consignee: 'Rotterdam Tea Company B.V.',
    loadingPort: 'Karachi',
    dischargePort: 'Antwerp',
    destinationPort: 'Rotterdam',
  }
  expect(proposedName(job)).toBe('Green tea, Rotterdam Tea, Karachi–Rotterdam')
  expect(proposedName({ ...job, destinationPort: null })).toBe('Green tea, Rotterdam Tea, Karachi–Antwerp')
  expect(proposedName({ ...job, commodity: '  ', consignee: 'Sialkot Surgical (Pvt) Ltd' })).toBe(
    'Sialkot Surgical, Karachi–Rotterdam',
  )
  expect(proposedName({ ...job, consignee: 'Company Ltd', loadingPort: null })).toBe(
    'Green tea, Company Ltd, Rotterdam',
  )
  const alone = {
    commodity: 'Tea',
    consignee: null,
    loadingPort: null,
    dischargePort: null,
    destinationPort: null,
  }
  expect(proposedName(alone)).toBeNull()
})

test('two recipients of an e-mail are named, the others counted', () => {
  expect(recipientsInWords(['Ann'])).toBe('Ann')
  expect(recipientsInWords(['Ann', 'Bilal'])).toBe('Ann, Bilal')
  expect(recipientsInWords(['Ann', 'Bilal', 'Cem', 'Dan'])).toBe('Ann, Bilal and 2 more')
})

test('an e-mail that may not have arrived wants a look', () => {
  expect(mailStates.filter(isMailTrouble)).toEqual(['partly', 'refused', 'givenUp', 'uncertain', 'notSent'])
})
