import { expect, type Locator, type Page } from '@playwright/test'

/** How a locale parts the whole from the fraction; the texts below mean different figures by it. */
export type TypistLocale = { locale: string; decimal: 'point' | 'comma' }

export const typistLocales: readonly TypistLocale[] = [
  { locale: 'en-GB', decimal: 'point' },
  { locale: 'de-DE', decimal: 'comma' },
  { locale: 'fr-FR', decimal: 'comma' },
  { locale: 'en-IN', decimal: 'point' },
  { locale: 'pt-BR', decimal: 'comma' },
  { locale: 'ar-EG', decimal: 'point' },
]

/** What a typed text means: the value to be stored, or `refused` where it must stay in the field with a reason. */
export const refused = Symbol('refused')
type Meaning<Value> = Value | typeof refused
export type Entry<Value> = { text: string; meaning: Meaning<Value> }

const entries = <Value>(pairs: readonly (readonly [string, Meaning<Value>])[]): Entry<Value>[] =>
  pairs.map(([text, meaning]) => ({ text, meaning }))

/** Weights and volumes: four decimals at most, nothing negative. */
export const measures = ({ decimal }: TypistLocale) =>
  entries<number | null>([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1,234', decimal === 'point' ? 1234 : 1.234],
    ['1.234', decimal === 'point' ? 1.234 : 1234],
    ['12 450,5', 12_450.5],
    ["1'234'567.25", 1_234_567.25],
    ['12,34,567.8', 1_234_567.8],
    ['0,125', 0.125],
    ['.75', 0.75],
    ['١٢٣٫٥', 123.5],
    ['9999999999', 9_999_999_999],
    ['42 ', 42],
    ['12kg', refused],
    ['-5', refused],
    ['1e5', refused],
    ['12345678901', refused],
    ['0.12345', refused],
    ['1.2.3', refused],
    ['12.34.56', refused],
  ])

/** Numbers of packages and pieces. */
export const counts = ({ decimal }: TypistLocale) =>
  entries<number | null>([
    ['120', 120],
    ['12 000', 12_000],
    ['1,200', decimal === 'point' ? 1200 : refused],
    ['1.200', decimal === 'comma' ? 1200 : refused],
    ['2147483647', 2_147_483_647],
    ['1.5', refused],
    ['1,5', refused],
    ['-3', refused],
    ['2147483648', refused],
    ['a dozen', refused],
  ])

/** Charges: credits are negative. */
export const amounts = (writer: TypistLocale) => [
  ...measures(writer).filter(({ text }) => text !== '-5'),
  ...entries<number | null>([
    ['-1.234,56', -1234.56],
    ['-20', -20],
    ['−20.25', -20.25],
    ['-99999999999', refused],
  ]),
]

/** Calendar dates for a company in Germany, whose day is `today`. */
export const dates = (today: string) => {
  const day = (count: number) =>
    new Date(Date.parse(`${today}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
  return entries<string | null>([
    ['2026-12-03', '2026-12-03'],
    ['3 Dec 2026', '2026-12-03'],
    ['3.12.2026', '2026-12-03'],
    ['20261203', '2026-12-03'],
    ['03/12/2026', '2026-12-03'],
    ['Dec 3, 2026', '2026-12-03'],
    ['today', day(0)],
    ['+3', day(3)],
    ['2026-02-30', refused],
    ['soon', refused],
    ['3 Dec', refused],
    ['1899-12-31', refused],
  ])
}

/** Words, marks and numbers that only look like figures: kept letter by letter. */
export const texts = entries<string | null>([
  ['007', '007'],
  ['12,5', '12,5'],
  ['  two spaces  ', '  two spaces  '],
  ['上海外高桥', '上海外高桥'],
  ['مرحبا 12', 'مرحبا 12'],
  ['A\u00a0B\u3000C', 'A\u00a0B\u3000C'],
  ['O’Neill & Søn <b>', 'O’Neill & Søn <b>'],
  ['{{Shipment.Name}}', '{{Shipment.Name}}'],
  ['1e5', '1e5'],
])

export const entryMethods = ['typed', 'pasted', 'undone and typed'] as const
export const exitMethods = ['Tab', 'Enter', 'Escape', 'a click elsewhere'] as const
export type TypingStyle = {
  entering: (typeof entryMethods)[number]
  leaving: (typeof exitMethods)[number]
}

/** One way of working after the other, so that every field meets several of them. */
export const typingStyleAt = (turn: number): TypingStyle => ({
  entering: entryMethods[turn % entryMethods.length] ?? 'typed',
  leaving: exitMethods[turn % exitMethods.length] ?? 'Tab',
})

/** Puts a text into a field in place of what stands there, and leaves it. */
export async function enter(page: Page, field: Locator, text: string, hand: TypingStyle): Promise<void> {
  const { keyboard } = page
  await field.click()
  await keyboard.press('ControlOrMeta+a')
  if (hand.entering === 'pasted') {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await keyboard.press('ControlOrMeta+v')
  } else {
    if (hand.entering === 'undone and typed') {
      await keyboard.type('77')
      await keyboard.press('ControlOrMeta+z')
      await keyboard.press('ControlOrMeta+a')
    }
    await keyboard.type(text)
  }
  // In a field of several lines Enter begins the next one.
  const hasLines = await field.evaluate(element => element.tagName === 'TEXTAREA')
  if (hand.leaving === 'Enter' && hasLines) await keyboard.press('Tab')
  else if (hand.leaving === 'a click elsewhere') await page.getByRole('heading').first().click()
  else await keyboard.press(hand.leaving)
  if (hand.leaving !== 'Tab') await field.blur()
}

/** A refused text still stands in its field, marked as wrong. */
export async function expectKept(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveValue(text)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}
