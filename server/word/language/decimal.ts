/** A value as an exact decimal: digits before and after the point. */
export interface Decimal {
  isNegative: boolean
  whole: string
  fraction: string
}

export function readDecimal(value: string | number): Decimal | undefined {
  const text = typeof value === 'number' ? withoutExponent(value) : value.trim()
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (match === null) return undefined
  const whole = match[2] ?? ''
  return {
    isNegative: match[1] === '-',
    whole: whole.startsWith('0') ? whole.replace(/^0+(?=\d)/, '') : whole,
    fraction: match[3] ?? '',
  }
}

function withoutExponent(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}

export function isNumeric(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && readDecimal(value) !== undefined
}

/** Negative, zero or positive, as `left` is less than, equal to or more than `right`. */
export function compareNumbers(left: string | number, right: string | number): number {
  const [one, other] = [readDecimal(left), readDecimal(right)]
  if (one === undefined || other === undefined) return Number.NaN
  const places = Math.max(one.fraction.length, other.fraction.length)
  const difference = inUnits(one, places) - inUnits(other, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The exact sum; what is not a number is left out, and nothing comes of no numbers. */
export function sumOf(values: Iterable<unknown>): string | null {
  let total = 0n
  let places = 0
  let isAny = false
  for (const value of values) {
    const decimal = typeof value === 'string' || typeof value === 'number' ? readDecimal(value) : undefined
    if (decimal === undefined) continue
    isAny = true
    if (decimal.fraction.length > places) {
      total *= 10n ** BigInt(decimal.fraction.length - places)
      places = decimal.fraction.length
    }
    total += inUnits(decimal, places)
  }
  if (!isAny) return null
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0')
  const cut = digits.length - places
  const fraction = places === 0 ? '' : `.${digits.slice(cut)}`
  return `${total < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}

function inUnits({ isNegative, whole, fraction }: Decimal, places: number): bigint {
  const size = BigInt(whole + fraction.padEnd(places, '0'))
  return isNegative ? -size : size
}
