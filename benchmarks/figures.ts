/** The value at `share` of a sorted list, 0.5 being its middle. */
export function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}

export type Spread = { median: number; lowest: number; highest: number }

/** The middle of some rounds, of an even number the mean of the two in the middle, and how far they lie apart. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const lowest = sorted.at(0)
  const highest = sorted.at(-1)
  if (lowest === undefined || highest === undefined) throw new Error('Nothing was measured.')
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  const median = middle.reduce((sum, value) => sum + value, 0) / middle.length
  return { median, lowest, highest }
}

/** 1234.5 → "1,235", 12.34 → "12.3", 1.234 → "1.23". */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2)

/** "1.23 (1.10 to 1.30)" */
export const withSpread = ({ median, lowest, highest }: Spread): string =>
  `${figure(median)} (${figure(lowest)} to ${figure(highest)})`
