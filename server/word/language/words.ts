import { readDecimal } from './decimal.ts'

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'sixteen seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ')
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion']

export type Hundredths = 'where any' | 'always' | 'never'

/**
 * A number in English words, as amounts are written out: “one thousand two hundred five and 40/100”.
 * Undefined for what is not a number, or has more than 15 digits before the point.
 */
export function inWords(value: string | number, hundredths: Hundredths = 'where any'): string | undefined {
  const decimal = readDecimal(value)
  if (decimal === undefined) return undefined
  const places = hundredths === 'never' ? 0 : 2
  const { whole, cents } = rounded(decimal.whole, decimal.fraction, places)
  if (whole.length > 15) return undefined
  const isZero = !/[1-9]/.test(whole + cents)
  const sign = decimal.isNegative && !isZero ? 'minus ' : ''
  const isShown = hundredths === 'always' || (hundredths === 'where any' && cents !== '00')
  return `${sign}${wholeInWords(whole)}${isShown ? ` and ${cents}/100` : ''}`
}

function rounded(whole: string, fraction: string, places: number): { whole: string; cents: string } {
  const kept = fraction.padEnd(places, '0').slice(0, places)
  const isUp = (fraction[places] ?? '0') >= '5'
  const digits = (BigInt(whole + kept) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0')
  return { whole: digits.slice(0, digits.length - places), cents: digits.slice(digits.length - places) }
}

function wholeInWords(whole: string): string {
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  const words = groups.flatMap((group, index) => {
    const text = upToThousand(Number(group))
    return text === '' ? [] : [`${text}${SCALES[groups.length - 1 - index] ?? ''}`]
  })
  return words.length === 0 ? 'zero' : words.join(' ')
}

function upToThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts = hundreds === 0 ? [] : [`${SMALL[hundreds]} hundred`]
  if (rest > 0 && rest < 20) parts.push(SMALL[rest] ?? '')
  else if (rest > 0) {
    const ones = rest % 10
    parts.push(`${TENS[Math.floor(rest / 10)]}${ones === 0 ? '' : `-${SMALL[ones]}`}`)
  }
  return parts.join(' ')
}

/** “1st”, “22nd”, “13th”. */
export function asOrdinal(whole: string): string {
  const last = Number(whole.slice(-1))
  const isTeen = whole.length > 1 && whole.at(-2) === '1'
  return `${whole}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`
}
