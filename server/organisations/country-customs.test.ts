import { expect, test } from 'vitest'
import { countryOf, customsOf } from '#contract/country-customs.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { isTimeZone } from '#contract/time-zones.ts'
import { countries } from './countries.ts'

test('every country that can be chosen has a currency and, where people live, a time zone', () => {
  for (const { id } of countries()) {
    const customs = customsOf(id)
    expect([id, customs?.currency]).toEqual([id, expect.stringMatching(/^[A-Z]{3}$/)])
    expect(customs?.timeZones.filter(zone => !isTimeZone(zone))).toEqual([])
    expect(decimalsOf(customs?.currency ?? '')).toBeLessThanOrEqual(3)
  }
  expect(
    countries()
      .filter(({ id }) => customsOf(id)?.timeZones.length === 0)
      .map(({ id }) => id),
  ).toEqual([...['BV', 'HM']])
  expect(customsOf('QQ')).toBe(null)
})

test('every time zone that a browser can tell leads to a country, but for those that belong to none', () => {
  const without = Intl.supportedValuesOf('timeZone').filter(zone => countryOf(zone, undefined) === null)
  expect(without.filter(zone => zone !== 'UTC')).toEqual([])
})

test('the language decides between the countries of one time zone, and nothing else', () => {
  expect(countryOf('Europe/Berlin', 'US')).toBe('DE')
  expect(countryOf('Etc/UTC', 'PK')).toBe('PK')
  expect(countryOf('Etc/UTC', undefined)).toBe(null)
  expect(countryOf('Etc/UTC', 'QQ')).toBe(null)
})
