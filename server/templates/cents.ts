import { round, sum } from '#contract/decimals.ts'

const DECIMALS = 2

/**
 * Amounts rounded to two decimals such that their sum is the rounded sum: each is what the sum up to it grows by.
 * null stays null and counts nothing.
 */
export function cents(amounts: readonly (number | null)[]): (number | null)[] {
  let exact = 0
  return amounts.map(amount => {
    if (amount === null) return null
    const before = round(exact, DECIMALS)
    exact = sum([exact, amount])
    return sum([round(exact, DECIMALS), -before])
  })
}
