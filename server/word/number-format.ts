/** A value as an exact decimal: digits before and after the point. Undefined when it is not a number. */
interface Decimal {
  isNegative: boolean
  whole: string
  fraction: string
}

/** Writes a number by a picture such as `#,##0.00` or `0.0 "kg";-0.0 "kg";"none"`; undefined if it is not a number. */
export function formatNumber(value: string | number, picture: string): string | undefined {
  const decimal = readDecimal(value)
  if (decimal === undefined) return undefined
  const [positive = [], negative, zero] = splitSections(picture)
  const isZero = /^0*$/.test(decimal.whole + decimal.fraction)
  if (isZero && zero !== undefined) return fill({ ...decimal, isNegative: false }, zero)
  if (decimal.isNegative && !isZero && negative !== undefined) {
    return fill({ ...decimal, isNegative: false }, negative)
  }
  return fill(decimal, positive)
}

/** The number in full, without thousands separators: what a number without a format prints as. */
export function plainNumber(value: string | number): string {
  const decimal = readDecimal(value)
  if (decimal === undefined) return String(value)
  const fraction = decimal.fraction === '' ? '' : `.${decimal.fraction}`
  return `${decimal.isNegative ? '-' : ''}${decimal.whole}${fraction}`
}

function readDecimal(value: string | number): Decimal | undefined {
  const text = typeof value === 'number' ? withoutExponent(value) : value.trim()
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (match === null) return undefined
  return {
    isNegative: match[1] === '-',
    whole: (match[2] ?? '').replace(/^0+(?=\d)/, ''),
    fraction: match[3] ?? '',
  }
}

function withoutExponent(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}

interface PictureToken {
  text: string
  isLiteral: boolean
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

function fill(decimal: Decimal, parts: readonly PictureToken[]): string {
  const isDigitPlace = (token: PictureToken) => !token.isLiteral && /[#0,.]/.test(token.text)
  const first = parts.findIndex(isDigitPlace)
  if (first < 0) return parts.map(token => token.text).join('')
  let last = first
  while (last + 1 < parts.length && isDigitPlace(parts[last + 1] ?? { text: '', isLiteral: true })) last += 1
  const before = parts.slice(0, first).map(token => token.text)
  const after = parts.slice(last + 1).map(token => token.text)
  const digits = parts
    .slice(first, last + 1)
    .map(token => token.text)
    .join('')
  const isPercent = parts.some(token => !token.isLiteral && token.text === '%')
  const number = writeDigits(isPercent ? timesHundred(decimal) : decimal, digits)
  const sign = decimal.isNegative && /[1-9]/.test(number) ? '-' : ''
  return `${sign}${before.join('')}${number}${after.join('')}`
}

function writeDigits(decimal: Decimal, picture: string): string {
  const point = picture.indexOf('.')
  const wholePicture = point < 0 ? picture : picture.slice(0, point)
  const fractionPicture = point < 0 ? '' : picture.slice(point + 1).replace(/[^#0]/g, '')
  const rounded = roundTo(decimal, fractionPicture.length)
  const fewestWhole = wholePicture.replace(/[^0]/g, '').length
  const fewestFraction = fractionPicture.lastIndexOf('0') + 1
  let whole = rounded.whole === '0' && fewestWhole === 0 ? '' : rounded.whole.padStart(fewestWhole, '0')
  if (wholePicture.includes(',')) whole = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  let fraction = rounded.fraction
  while (fraction.length > fewestFraction && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return fraction === '' ? whole || '0' : `${whole}.${fraction}`
}

/** Rounds halves away from zero, as invoices do. */
function roundTo(decimal: Decimal, places: number): Decimal {
  const padded = decimal.fraction.padEnd(places + 1, '0')
  const kept =
    BigInt(decimal.whole + padded.slice(0, places)) + (Number(padded.charAt(places)) >= 5 ? 1n : 0n)
  const digits = kept.toString().padStart(places + 1, '0')
  const cut = digits.length - places
  return { isNegative: decimal.isNegative, whole: digits.slice(0, cut), fraction: digits.slice(cut) }
}

function timesHundred(decimal: Decimal): Decimal {
  const fraction = decimal.fraction.padEnd(2, '0')
  const whole = (decimal.whole + fraction.slice(0, 2)).replace(/^0+(?=\d)/, '')
  return { isNegative: decimal.isNegative, whole, fraction: fraction.slice(2) }
}
