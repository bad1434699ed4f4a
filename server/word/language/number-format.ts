import { decimalsOf } from '#contract/currency-decimals.ts'
import {
  asInternational,
  isWrittenLocally,
  numberSigns,
  picturedSigns,
  type NumberSigns,
  type PictureToken,
} from '#contract/number-signs.ts'
import { type Decimal, readDecimal } from './decimal.ts'
import { nextToFigure } from './unit-signs.ts'

/** One of a picture's sections: what stands around the number, and how its digits are laid out. */
interface Section {
  before: string
  after: string
  /** Undefined when the section is words alone. */
  digits:
    | { fewestWhole: number; isGrouped: boolean; mostFraction: number; fewestFraction: number }
    | undefined
  isPercent: boolean
}

/**
 * Writes numbers by a picture such as `#,##0.00` or `0.0 "kg";-0.0 "kg";"none"`, read once for many values.
 * In a language with a decimal comma, `#.##0,00` may be written too; the result has the language's own signs. A picture
 * that shows other signs, such as `# ##0,00`, prints these.
 * Answers undefined for what is not a number.
 */
export function numberFormatter(
  picture: string,
  language = 'en',
): (value: string | number) => string | undefined {
  const own = numberSigns(language)
  const pictured = picturedSigns(picture, own)
  const signs = pictured?.signs ?? own
  const isLocal = pictured === undefined && isWrittenLocally(picture, signs)
  const read = (parts: PictureToken[]) => readSection(isLocal ? asInternational(parts) : parts)
  const [positive, negative, zero] = splitSections(pictured?.picture ?? picture).map(read)
  if (positive === undefined) return () => ''
  return value => {
    const decimal = readDecimal(value)
    if (decimal === undefined) return undefined
    const isZero = !/[1-9]/.test(decimal.whole) && !/[1-9]/.test(decimal.fraction)
    if (isZero && zero !== undefined) return fill(decimal, zero, signs, false)
    if (decimal.isNegative && !isZero && negative !== undefined) return fill(decimal, negative, signs, false)
    return fill(decimal, positive, signs, decimal.isNegative)
  }
}

/** Writes amounts with their currency's own decimals and its code, such as `USD 1,234.50`. */
export function moneyFormatter(language = 'en'): (value: string | number, currency: string) => string {
  const known = new Map<string, (value: string | number) => string>()
  return (value, currency) => {
    let write = known.get(currency)
    if (write === undefined) {
      write = amountWriter(currency, language)
      known.set(currency, write)
    }
    return write(value)
  }
}

function amountWriter(currency: string, language: string): (value: string | number) => string {
  if (/^[a-z]{3}$/i.test(currency)) {
    const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      // Figures that stand below each other are grouped alike, as by `#,##0.00`; Spanish prose would write 1234,50.
      useGrouping: 'always',
      minimumFractionDigits: decimalsOf(currency),
      maximumFractionDigits: decimalsOf(currency),
    })
    return value => format.format(value as Intl.StringNumericLiteral)
  }
  const format = numberFormatter('#,##0.00', language)
  return value => `${currency === '' ? '' : `${currency}\u00a0`}${format(value) ?? value}`
}

const MAX_DECIMALS = 4

/**
 * Writes amounts without their currency, such as `1,234.50`: with as many decimals as the currency has, and with
 * further ones where the amount has them, so that nothing that was entered is left out.
 */
export function amountFormatter(language = 'en'): (value: string | number, currency: string) => string {
  const known = new Map<number, (value: string | number) => string | undefined>()
  return (value, currency) => {
    const fewest = decimalsOf(currency)
    const digits = '0'.repeat(fewest) + '#'.repeat(MAX_DECIMALS - fewest)
    const write = known.get(fewest) ?? numberFormatter(`#,##0.${digits}`, language)
    known.set(fewest, write)
    return write(value) ?? String(value)
  }
}

/** The number in full, without thousands separators: what a number without a format prints as. */
export function plainNumber(value: string | number, language = 'en'): string {
  const decimal = readDecimal(value)
  if (decimal === undefined) return String(value)
  const fraction = decimal.fraction === '' ? '' : `${numberSigns(language).decimal}${decimal.fraction}`
  return `${decimal.isNegative ? '-' : ''}${decimal.whole}${fraction}`
}

function splitSections(picture: string): PictureToken[][] {
  const sections: PictureToken[][] = [[]]
  for (const token of tokens(picture)) {
    if (!token.isLiteral && token.text === ';') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections
}

/** Quoted stretches are literals; so is a character after a backslash. */
function tokens(picture: string): PictureToken[] {
  const found: PictureToken[] = []
  for (const match of picture.matchAll(/["“”]([^"“”]*)["“”]|['‘’]([^'‘’]*)['‘’]|\\(.)|([\s\S])/gu)) {
    const literal = match[1] ?? match[2] ?? match[3]
    if (literal !== undefined) found.push({ text: literal, isLiteral: true })
    else found.push({ text: match[4] ?? '', isLiteral: false })
  }
  return found
}

function readSection(parts: readonly PictureToken[]): Section {
  const isDigitPlace = (token: PictureToken) => !token.isLiteral && /[#0,.]/.test(token.text)
  const textOf = (some: readonly PictureToken[]) => some.map(token => token.text).join('')
  const first = parts.findIndex(isDigitPlace)
  const isPercent = parts.some(token => !token.isLiteral && token.text === '%')
  if (first < 0) return { before: textOf(parts), after: '', digits: undefined, isPercent }
  const length = parts.slice(first).findIndex(token => !isDigitPlace(token))
  const end = length < 0 ? parts.length : first + length
  const [whole = '', fraction = ''] = textOf(parts.slice(first, end)).split('.')
  const places = fraction.replaceAll(',', '')
  return {
    before: nextToFigure(textOf(parts.slice(0, first))),
    after: nextToFigure(textOf(parts.slice(end))),
    digits: {
      fewestWhole: whole.replace(/[^0]/g, '').length,
      isGrouped: whole.includes(','),
      mostFraction: places.length,
      fewestFraction: places.lastIndexOf('0') + 1,
    },
    isPercent,
  }
}

function fill(decimal: Decimal, section: Section, signs: NumberSigns, hasSign: boolean): string {
  const { before, after, digits, isPercent } = section
  if (digits === undefined) return before
  const rounded = roundTo(isPercent ? timesHundred(decimal) : decimal, digits.mostFraction)
  let whole =
    rounded.whole === '0' && digits.fewestWhole === 0 ? '' : rounded.whole.padStart(digits.fewestWhole, '0')
  if (digits.isGrouped) whole = grouped(whole, signs.group)
  let length = rounded.fraction.length
  while (length > digits.fewestFraction && rounded.fraction[length - 1] === '0') length -= 1
  const number = length === 0 ? whole || '0' : `${whole}${signs.decimal}${rounded.fraction.slice(0, length)}`
  const sign = hasSign && /[1-9]/.test(number) ? '-' : ''
  return `${sign}${before}${number}${after}`
}

function grouped(digits: string, sign: string): string {
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 3)
    text = `${digits.slice(Math.max(0, end - 3), end)}${sign}${text}`
  return text
}

/** Rounds halves away from zero, as invoices do. */
function roundTo(decimal: Decimal, places: number): Decimal {
  const { isNegative, whole, fraction } = decimal
  if (fraction.length <= places) return { isNegative, whole, fraction: fraction.padEnd(places, '0') }
  const isUp = fraction.charAt(places) >= '5'
  if (!isUp) return { isNegative, whole, fraction: fraction.slice(0, places) }
  const digits = (BigInt(whole + fraction.slice(0, places)) + 1n).toString().padStart(places + 1, '0')
  const cut = digits.length - places
  return { isNegative, whole: digits.slice(0, cut), fraction: digits.slice(cut) }
}

function timesHundred(decimal: Decimal): Decimal {
  const fraction = decimal.fraction.padEnd(2, '0')
  const whole = (decimal.whole + fraction.slice(0, 2)).replace(/^0+(?=\d)/, '')
  return { isNegative: decimal.isNegative, whole, fraction: fraction.slice(2) }
}
