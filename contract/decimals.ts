const SCALE = 4
const UNIT = 10n ** BigInt(SCALE)

/** A JSON number of at most four decimals as whole ten-thousandths, so that sums stay exact. */
export function toUnits(value: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(SCALE).split('.')
  const sign = whole.startsWith('-') ? -1n : 1n
  return BigInt(whole) * UNIT + sign * BigInt(fraction)
}

/** Whole ten-thousandths as a JSON number. */
export const fromUnits = (units: bigint) => Number(units) / Number(UNIT)

const roundedDivision = (dividend: bigint, divisor: bigint) => {
  const half = divisor / 2n
  return dividend >= 0n ? (dividend + half) / divisor : (dividend - half) / divisor
}

/** The exact sum; nulls count nothing. */
export function sum(values: readonly (number | null | undefined)[]): number {
  return fromUnits(values.reduce<bigint>((total, value) => total + toUnits(value ?? 0), 0n))
}

/** value × factor, rounded half away from zero to four decimals; the factor may have up to eight. */
export function multiply(value: number, factor: number): number {
  const FACTOR_SCALE = 8
  const [whole = '0', fraction = ''] = factor.toFixed(FACTOR_SCALE).split('.')
  const sign = whole.startsWith('-') ? -1n : 1n
  const scaled = BigInt(whole) * 10n ** BigInt(FACTOR_SCALE) + sign * BigInt(fraction)
  return fromUnits(roundedDivision(toUnits(value) * scaled, 10n ** BigInt(FACTOR_SCALE)))
}

/** Rounded half away from zero to so many decimals, at most four. */
export function round(value: number, decimals: number): number {
  const step = 10n ** BigInt(SCALE - decimals)
  return fromUnits(roundedDivision(toUnits(value), step) * step)
}

/** The product of figures of up to eight decimals, exact, then rounded once, half away from zero, to so many decimals. */
export function product(values: readonly number[], decimals: number): number {
  const FIGURE_SCALE = 8
  const figures = values.map(value => BigInt(value.toFixed(FIGURE_SCALE).replace('.', '')))
  const exact = figures.reduce((result, figure) => result * figure, 1n)
  const rounded = roundedDivision(exact, 10n ** BigInt(FIGURE_SCALE * values.length - decimals))
  return Number(rounded) / 10 ** decimals
}
