import { expect, test } from 'vitest'
import { countryCode } from './country-names.ts'

test.each([
  ['Italy', 'IT'],
  ['ITALIA', 'IT'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Alemania', 'DE'],
  ['Duitsland', 'DE'],
  ['España', 'ES'],
  ['Österreich', 'AT'],
  ['Suisse', 'CH'],
  ['Türkiye', 'TR'],
  ['پاکستان', 'PK'],
  ['中国', 'CN'],
  ['Polska', 'PL'],
  ['U.S.A.', 'US'],
  ['de', 'DE'],
  ['Nowhere', undefined],
  ['', undefined],
])('%s is %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
