import { inOneAlphabet, type NumberSigns, numberSigns } from './number-signs.ts'

export type NumberRules = {
  /** The most digits behind the decimal sign; 0 for whole numbers. */
  decimals: number
  negative: boolean
  /** Nought is refused as well. */
  positive: boolean
  /** The largest amount, either side of nought. */
  limit: number
}

/** What a typed figure means; `other` is what somebody from elsewhere would mean by the same text. */
export type ReadNumber = { value: number | null; other?: number } | { reason: string }

/** A whole number with its digits separated by `sign`: in threes, as in India (12,34,567), or in groups of `size`. */
const isGrouped = (text: string, sign: string, size: number) => {
  const lengths = text.split(sign).map(part => part.length)
  const first = lengths.shift() ?? 0
  const last = lengths.pop()
  const isEvery = (length: number) => first >= 1 && first <= length && lengths.every(one => one === length)
  return (last === 3 && (isEvery(3) || isEvery(2))) || (last === size && isEvery(size))
}

/** The digits of a whole number, grouped or not; null where the groups are not such that anybody writes. */
function wholeDigits(text: string, { groupSize }: NumberSigns): string | null {
  if (/^\d*$/.test(text)) return text
  const sign = text.replace(/\d/g, '').charAt(0)
  const parts = text.split(sign)
  const isPlain = parts.every(part => /^\d+$/.test(part))
  return isPlain && isGrouped(text, sign, groupSize) ? parts.join('') : null
}

type Digits = { whole: string; fraction: string }
type Reading = { digits: Digits; other?: Digits } | null

/** Whole and fraction of an unsigned figure in one alphabet. */
function split(text: string, signs: NumberSigns): Reading {
  if (!/^[\d.,_d]*$/.test(text) || !/\d/.test(text)) return null
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','), text.lastIndexOf('d'))
  if (at < 0) return withFraction(text, '', signs)
  const sign = text.charAt(at)
  const before = text.slice(0, at)
  const behind = text.slice(at + 1)
  // "1,234 567": a fraction has no groups.
  if (!/^\d*$/.test(behind)) return null
  if (before.includes(sign)) return sign === 'd' ? null : withFraction(text, '', signs)
  const asFraction = withFraction(before, behind, signs)
  const isLone = /^[1-9]\d{0,2}$/.test(before) && behind.length === 3 && sign !== 'd'
  if (!isLone || !asFraction) return asFraction
  // A lone sign with three digits behind it can be either; the person's own way of writing decides.
  const grouped = { whole: before + behind, fraction: '' }
  return sign === signs.decimal
    ? { digits: asFraction.digits, other: grouped }
    : { digits: grouped, other: asFraction.digits }
}

function withFraction(before: string, fraction: string, signs: NumberSigns): { digits: Digits } | null {
  const whole = wholeDigits(before, signs)
  return whole === null ? null : { digits: { whole, fraction } }
}

const numberOf = ({ whole, fraction }: Digits, isNegative: boolean) =>
  // No minus before nought.
  Number(`${isNegative ? '-' : ''}${whole || '0'}.${fraction || '0'}`) + 0

/** The reason why a figure that is understood cannot stand here, or null. */
function refusal({ whole, fraction }: Digits, value: number, rules: NumberRules, locale: string) {
  const { decimals, negative, positive, limit } = rules
  if (positive && value <= 0) return 'This must be more than 0.'
  if (value < 0 && !negative) return 'This cannot be negative.'
  if (decimals === 0 && /[1-9]/.test(fraction)) return 'This must be a whole number.'
  if (fraction.replace(/0+$/, '').length > decimals)
    return `At most ${decimals} digits after the ${numberSigns(locale).decimal === ',' ? 'comma' : 'point'}.`
  if (Math.abs(value) > limit || whole.replace(/^0+/, '').length > String(Math.trunc(limit)).length)
    return `At most ${new Intl.NumberFormat(locale).format(limit)}.`
  return null
}

/**
 * Reads a figure as people write it anywhere: comma or point may be the decimal sign, thousands may be parted,
 * digits may be of any script. With one or two digits behind it, a lone comma or point is the decimal sign; with
 * three, the locale decides. What cannot be read comes back with the reason, never as another figure.
 */
export function readNumber(text: string, rules: NumberRules, locale: string): ReadNumber {
  if (text.trim() === '') return { value: null }
  const signs = numberSigns(locale)
  const plain = inOneAlphabet(text, signs)
  const isNegative = plain.startsWith('-')
  const reading = split(plain.replace(/^[-+]/, ''), signs)
  if (!reading) return { reason: `“${text.trim()}” is not a number.` }
  // "1.000" pieces: where there are no decimals, whoever means one piece does not write it so.
  if (rules.decimals === 0 && reading.other && reading.digits.fraction !== '')
    return { reason: `“${text.trim()}” can be read in two ways. Type the whole number without separators.` }
  const value = numberOf(reading.digits, isNegative)
  const reason = refusal(reading.digits, value, rules, locale)
  if (reason) return { reason }
  // A whole number has no second reading.
  return reading.other && rules.decimals > 0
    ? { value, other: numberOf(reading.other, isNegative) }
    : { value }
}
