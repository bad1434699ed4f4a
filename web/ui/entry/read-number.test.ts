import { expect, test } from 'vitest'
import { withLatinDigits } from '#web/lib/locale.ts'
import { type NumberRules, readNumber } from './read-number.ts'

const measure: NumberRules = { decimals: 4, negative: false, positive: false, limit: 9_999_999_999 }
const amount: NumberRules = { ...measure, negative: true }
const count: NumberRules = { ...measure, decimals: 0, limit: 2_147_483_647 }
const rate: NumberRules = { ...measure, positive: true }

test.each([
  // What people type in fields today, and what they mean.
  ['12,5', 'en', 12.5],
  ['12,50', 'en', 12.5],
  ['12.5', 'de', 12.5],
  ['1.234,56', 'en', 1234.56],
  ['1,234.56', 'de', 1234.56],
  ['1.234.567', 'en', 1_234_567],
  ['12,34,567.5', 'en', 1_234_567.5],
  ['1 234,5', 'fr', 1234.5],
  ["1'234.50", 'en', 1234.5],
  ['1’234’567', 'en', 1_234_567],
  ['1 234.567', 'fr', 1234.567],
  ['0,125', 'en', 0.125],
  ['.5', 'en', 0.5],
  [',5', 'en', 0.5],
  ['5.', 'en', 5],
  ['1234.567', 'de', 1234.567],
  ['278,4512', 'en', 278.4512],
  ['  42 ', 'en', 42],
  ['١٢٫٥', 'en', 12.5],
  ['１２．５', 'en', 12.5],
  ['007', 'en', 7],
  ['+7', 'en', 7],
])('%s in %s is %d', (typed, locale, value) => {
  expect(readNumber(typed, measure, locale)).toEqual({ value })
})

test.each([
  ['1.234', 'en', 1.234, 1234],
  ['1,234', 'en', 1234, 1.234],
  ['1.234', 'de', 1234, 1.234],
  ['1,234', 'de', 1.234, 1234],
  ['1,234', 'de-CH', 1234, 1.234],
  ['1.234', 'pl', 1234, 1.234],
])('%s in %s is %d, and could be %d elsewhere', (typed, locale, value, other) => {
  expect(readNumber(typed, measure, locale)).toEqual({ value, other })
})

test.each([
  ['12x', measure, '“12x” is not a number.'],
  ['1e5', measure, '“1e5” is not a number.'],
  ['12 kg', measure, '“12 kg” is not a number.'],
  ['-', measure, '“-” is not a number.'],
  ['1-2', measure, '“1-2” is not a number.'],
  ['--5', amount, '“--5” is not a number.'],
  ['1.2.3', measure, '“1.2.3” is not a number.'],
  ['12.34.56', measure, '“12.34.56” is not a number.'],
  ['1,23,45', measure, '“1,23,45” is not a number.'],
  ['1 2', measure, '“1 2” is not a number.'],
  ['1,234 567', measure, '“1,234 567” is not a number.'],
  ['-5', measure, 'This cannot be negative.'],
  ['1.5', count, 'This must be a whole number.'],
  ['1,5', count, 'This must be a whole number.'],
  ['1.234', count, '“1.234” can be read in two ways. Type the whole number without separators.'],
  ['10.000', count, '“10.000” can be read in two ways. Type the whole number without separators.'],
  ['0', rate, 'This must be more than 0.'],
  ['-2', rate, 'This must be more than 0.'],
  ['0.12345', measure, 'At most 4 digits after the point.'],
  ['12345678901', measure, 'At most 9,999,999,999.'],
  ['-12345678901', amount, 'At most 9,999,999,999.'],
  ['9999999999.5', measure, 'At most 9,999,999,999.'],
  ['2147483648', count, 'At most 2,147,483,647.'],
  ['1'.repeat(400), measure, 'At most 9,999,999,999.'],
])('%s is refused with its reason', (typed, rules, reason) => {
  expect(readNumber(typed, rules, 'en')).toEqual({ reason })
})

test('an empty field is none, noughts behind the sign are no decimals', () => {
  expect(readNumber(' ', measure, 'en')).toEqual({ value: null })
  expect(readNumber('12.0', count, 'en')).toEqual({ value: 12 })
  expect(readNumber('10,000', count, 'en')).toEqual({ value: 10_000 })
  expect(readNumber('10.000', count, 'de')).toEqual({ value: 10_000 })
  expect(readNumber('-0', amount, 'en')).toEqual({ value: 0 })
  expect(readNumber('-12.5', amount, 'en')).toEqual({ value: -12.5 })
})

/** Every language that this runtime writes figures in, and regions that write them in a way of their own. */
function locales(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap(a => letters.flatMap(b => [a + b, ...letters.map(c => a + b + c)]))
  const languages = Intl.NumberFormat.supportedLocalesOf(codes)
  const regions = ['de-CH', 'de-AT', 'de-LI', 'fr-CH', 'fr-CA', 'it-CH', 'es-MX', 'es-AR', 'es-CO', 'pt-PT']
  const others = ['en-IN', 'en-ZA', 'en-CH', 'en-DE', 'hi-IN', 'ur-PK', 'ar-EG', 'ar-AE', 'ar-MA', 'fa-IR']
  const digits = [
    'bn-BD',
    'mr-IN',
    'ne-NP',
    'my-MM',
    'dz-BT',
    'sr-Latn',
    'uz-Cyrl',
    'zh-TW',
    'ff-Adlm',
    'sat',
  ]
  return [...languages, ...regions, ...others, ...digits]
}

/** A repeatable row of figures: of every length, with every number of decimals, either side of nought. */
function figures(): number[] {
  let state = 20_261_122
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const edges = [0, 1, -1, 0.5, 0.0001, 999, 1000, 1234, -1234, 1.234, 12_345, 1_234_567, 9_999_999_998.9999]
  const random = Array.from({ length: 60 }, (_, index) => {
    const size = 10 ** Math.floor(next() * 10)
    return Number((next() * size * (next() < 0.3 ? -1 : 1)).toFixed(index % 5))
  })
  return [...edges, ...random]
}

test('any figure that any locale writes is read back in that locale as the same figure', () => {
  const all = locales()
  expect(all.length).toBeGreaterThan(180)
  const wrong: string[] = []
  for (const locale of all)
    for (const shown of [locale, withLatinDigits(locale)]) {
      for (const useGrouping of ['auto', 'always', false] as const) {
        const writer = new Intl.NumberFormat(shown, { maximumFractionDigits: 4, useGrouping })
        for (const figure of figures()) {
          const text = writer.format(figure)
          const read = readNumber(text, amount, shown)
          if (!('value' in read) || read.value !== figure + 0)
            wrong.push(`${shown}: ${figure} is written ${text} and read as ${JSON.stringify(read)}`)
        }
      }
    }
  expect(wrong).toEqual([])
})
