import { expect, test } from 'vitest'
import { outlook } from './currency-words.ts'

const none = {
  currency: 'USD',
  jobs: 1,
  ownSections: 0,
  foreignSections: 0,
  withoutRate: 0,
  typedTotals: 0,
  latest: null,
}

test('says for each kind of figure that there is what becomes of it', () => {
  expect(
    outlook({ ...none, ownSections: 1, foreignSections: 2, withoutRate: 1, typedTotals: 3 }, 'JPY', 151.27),
  ).toEqual([
    '1 charge section in USD keeps its amounts, at 1 USD = 151.27 JPY.',
    '2 charge sections in other currencies keep their amounts. Exchange rates are converted from USD to JPY; amounts in JPY need none.',
    '1 of them has no exchange rate: what counted as 1 USD counts as 1 JPY. Enter a rate before or after the change.',
    '3 typed Finance Totals: 1,000.00 USD becomes 151,270 JPY.',
  ])
  expect(outlook(none, 'JPY', 151.27)).toEqual([])
})
