import { expect, test } from 'vitest'
import { type Beginning, beginningOf, changeOf, nameOfAddress, type Surroundings } from './proposals.ts'

const fresh: Beginning = {
  ...{ countryId: null, currency: 'USD', timeZone: 'UTC', dateOrder: null, paperSize: null },
}
const around = (timeZone: string, language = 'en-US'): Surroundings => ({
  timeZone,
  language,
  currencies: Intl.supportedValuesOf('currency'),
})

test.each([
  ['Asia/Karachi', 'en-US', ['PK', 'PKR', 'Asia/Karachi', 'dmy', 'A4']],
  // As browsers still call it.
  ['Asia/Calcutta', 'en-US', ['IN', 'INR', 'Asia/Kolkata', 'dmy', 'A4']],
  ['America/Denver', 'en-US', ['US', 'USD', 'America/Denver', 'mdy', 'Letter']],
  ['Europe/Berlin', 'de-DE', ['DE', 'EUR', 'Europe/Berlin', 'dmy', 'A4']],
  ['Asia/Tokyo', 'ja', ['JP', 'JPY', 'Asia/Tokyo', 'ymd', 'A4']],
  // A clock without a country: the language’s.
  ['UTC', 'en-ZA', ['ZA', 'ZAR', 'Africa/Johannesburg', 'ymd', 'A4']],
])('a browser in %s with %s proposes', (zone, language, expected) => {
  const { countryId, currency, timeZone, dateOrder, paperSize } = beginningOf(
    fresh,
    {},
    around(zone, language),
  )
  expect([countryId, currency, timeZone, dateOrder, paperSize]).toEqual(expected)
})

test('another country proposes anew what nobody has chosen, and leaves what somebody has', () => {
  const here = around('Asia/Karachi')
  const chosen = { countryId: 'CA', currency: 'EUR' }
  expect(beginningOf(fresh, chosen, here)).toEqual({
    ...{
      countryId: 'CA',
      currency: 'EUR',
      timeZone: 'America/Toronto',
      dateOrder: 'ymd',
      paperSize: 'Letter',
    },
  })
  expect(beginningOf(fresh, { ...chosen, countryId: 'AE' }, here)).toEqual({
    ...{ countryId: 'AE', currency: 'EUR', timeZone: 'Asia/Dubai', dateOrder: 'dmy', paperSize: 'A4' },
  })
  expect(beginningOf(fresh, { countryId: null }, here)).toEqual(fresh)
})

test('a company that has a country keeps what it has', () => {
  const stored: Beginning = { ...fresh, countryId: 'DE', currency: 'USD', paperSize: 'A4' }
  expect(beginningOf(stored, {}, around('Asia/Karachi'))).toEqual(stored)
  expect(beginningOf(stored, { countryId: 'US' }, around('Asia/Karachi'))).toEqual({
    ...stored,
    countryId: 'US',
  })
  expect(changeOf(stored, { ...stored, countryId: 'US' })).toEqual({ countryId: 'US' })
})

test('a currency that the browser cannot name is not proposed', () => {
  const here = { ...around('Asia/Karachi'), currencies: ['USD'] }
  expect(beginningOf(fresh, {}, here)).toMatchObject({ countryId: 'PK', currency: 'USD' })
})

test.each([
  ['anna.visser@maas.example', 'Anna Visser'],
  ['sara_khan-ali+work@x.example', 'Sara Khan Ali'],
  ['desk', 'Desk'],
  ['', ''],
])('%s is the address of %s', (email, name) => expect(nameOfAddress(email)).toBe(name))
