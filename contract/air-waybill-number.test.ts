import { expect, test } from 'vitest'
import { airlinePrefixFault, airWaybillFault } from './air-waybill-number.ts'

test.each([
  ['176-12345675', null],
  ['17612345675', null],
  ['176 1234 5675', null],
  ['176-12345674', { message: 'The check digit should be 5.', corrected: '176-12345675' }],
  [' 020-0000 0019 ', { message: 'The check digit should be 1.', corrected: '020-0000 0011' }],
  // Nobody knows which digit is missing: the check digit is offered, and the number of digits is said.
  [
    '176-1234567',
    { message: 'An air waybill number has 11 digits; this one has 10.', corrected: '176-12345675' },
  ],
  [
    '176-1234 567',
    { message: 'An air waybill number has 11 digits; this one has 10.', corrected: '176-1234 5675' },
  ],
  ['176-123456', { message: 'An air waybill number has 11 digits; this one has 9.', corrected: null }],
  ['176-123456755', { message: 'An air waybill number has 11 digits; this one has 12.', corrected: null }],
  // What is no such number is somebody's own.
  ['MAEU123456789', null],
  ['1761234567', null],
  ['176-12', null],
  ['', null],
])('the check digit of %s', (text, fault) => {
  expect(airWaybillFault(text)).toEqual(fault)
})

/** The remainder by subtracting sevens from the digits, one after the other. */
function remainderBySevens(serial: string): number {
  let rest = 0
  for (const digit of serial) {
    rest = rest * 10 + Number(digit)
    while (rest >= 7) rest -= 7
  }
  return rest
}

test('1,000 numbers agree with another way to reckon', () => {
  for (let number = 0; number < 1000; number += 1) {
    const serial = String((number * 7_919_117) % 10_000_000).padStart(7, '0')
    const right = remainderBySevens(serial)
    for (let digit = 0; digit < 10; digit += 1)
      expect(airWaybillFault(`125-${serial}${digit}`)?.corrected ?? `125-${serial}${digit}`).toBe(
        `125-${serial}${right}`,
      )
  }
})

test.each([
  ['176-1234 5675', '176', null],
  ['17612345675', '176', null],
  ['157-1234 5675', '176', { prefix: '157', corrected: null }],
  ['1234 5675', '176', { prefix: null, corrected: '176-1234 5675' }],
  ['MEDU1234567', '176', null],
  ['', '176', null],
])('the prefix of %s, carried by the airline of %s', (text, prefix, fault) => {
  expect(airlinePrefixFault(text, prefix)).toEqual(fault)
})
