import type { Item } from './items.ts'

const MOST_VOLUME = 9_999_999_999
/** Digits behind the point that a dimension is counted with. */
const SCALE = 3
const FEWEST_DIGITS = 6
const MOST_DIGITS = 10

type Measured = Pick<Item, 'numberOfPacks' | 'length' | 'width' | 'height' | 'dimensionUnit'>

const thousandths = (figure: number) => BigInt(Math.round(figure * 10 ** SCALE))

/**
 * The volume of all packages in cubic metres, exact and rounded half up to three decimals: packs × length × width ×
 * height. Null where one of them is missing, or where it is more than a volume can be.
 */
export function packedVolume({
  numberOfPacks,
  length,
  width,
  height,
  dimensionUnit,
}: Measured): number | null {
  if (numberOfPacks === null || length === null || width === null || height === null) return null
  const product = BigInt(numberOfPacks) * thousandths(length) * thousandths(width) * thousandths(height)
  // Cubic thousandths of a centimetre are 1e-15 m³; those of an inch (2.54 cm) 2.54³ times as much.
  const [factor, digits] = dimensionUnit === 1 ? [16_387_064n, 21n] : [1n, 15n]
  const step = 10n ** (digits - 3n)
  const litres = (product * factor + step / 2n) / step
  const volume = Number(litres) / 1000
  return volume > MOST_VOLUME ? null : volume
}

/** The volume of an item in cubic metres: the one that somebody typed, else that of its packages. */
export function volumeOfItem(item: Measured & Pick<Item, 'volume'>): {
  volume: number | null
  isTyped: boolean
} {
  return item.volume === null
    ? { volume: packedVolume(item), isTyped: false }
    : { volume: item.volume, isTyped: true }
}

/** The digits of a code of the Harmonized System, as declarations take them. */
export const hsDigits = (code: string): string => code.replaceAll(/[\s.]/g, '')

/** What is odd about an HS code; null for none and for one of 6 to 10 digits, with or without dots. */
export function hsCodeWarning(code: string | null): string | null {
  if (code === null || code.trim() === '') return null
  const digits = hsDigits(code)
  if (/\D/.test(digits)) return 'An HS code has digits alone: 5205.11 or 520511.'
  if (digits.length >= FEWEST_DIGITS && digits.length <= MOST_DIGITS) return null
  return `An HS code has ${FEWEST_DIGITS} to ${MOST_DIGITS} digits; this one has ${digits.length}.`
}
