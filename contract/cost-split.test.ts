import { describe, expect, test } from 'vitest'
import { splitCost } from './cost-split.ts'

/** The same question by counting: how often a minor unit of each fits below its exact part. */
function byCounting(amountInMinor: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((total, weight) => total + weight, 0n)
  const sign = amountInMinor < 0n ? -1n : 1n
  const size = amountInMinor * sign
  const shares = weights.map(weight => {
    let [low, high] = [0n, size]
    while (low < high) {
      const middle = (low + high + 1n) / 2n
      if (middle * whole <= size * weight) low = middle
      else high = middle - 1n
    }
    return low
  })
  let left = size - shares.reduce((total, share) => total + share, 0n)
  let largest = 0
  for (const [index, weight] of weights.entries()) if (weight > (weights[largest] ?? 0n)) largest = index
  for (; left > 0n; left -= 1n) shares[largest] = (shares[largest] ?? 0n) + 1n
  return shares.map(share => share * sign)
}

/** The same figures each time: mulberry32. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('costs are split', () => {
  test('by weights, the remainder on the largest', () => {
    expect(splitCost(100, [1, 1, 1], 2)).toEqual([33.34, 33.33, 33.33])
    expect(splitCost(100, [1, 2, 2], 0)).toEqual([20, 40, 40])
    expect(splitCost(1000, [12.5, 10, 8.7], 2)).toEqual([400.65, 320.51, 278.84])
    expect(splitCost(-100, [1, 1, 1], 2)).toEqual([-33.34, -33.33, -33.33])
    expect(splitCost(10.0005, [1, 3], 3)).toEqual([2.5, 7.501])
  })

  test('among those that say something', () => {
    expect(splitCost(100, [null, 3, 0, 1], 2)).toEqual([0, 75, 0, 25])
    expect(splitCost(0, [1, 2], 2)).toEqual([0, 0])
    expect(splitCost(100, [null, 0], 2)).toBeNull()
    expect(splitCost(100, [], 2)).toBeNull()
  })

  test('exactly, in 10,000 random cases as by counting', () => {
    const random = randomOf(20_261_203)
    const upTo = (most: number) => Math.floor(random() * most)
    for (let round = 0; round < 10_000; round += 1) {
      const decimals = upTo(4)
      const inMinor = BigInt(upTo(2_000_000_000) - 1_000_000_000)
      const weights = Array.from({ length: 1 + upTo(40) }, () => BigInt(upTo(50_000_000)))
      if (weights.every(weight => weight === 0n)) continue
      const shares = splitCost(
        Number(inMinor) / 10 ** decimals,
        weights.map(weight => Number(weight) / 10_000),
        decimals,
      )
      const found = shares?.map(share => BigInt(Math.round(share * 10 ** decimals)))
      expect(found).toEqual(byCounting(inMinor, weights))
      expect(found?.reduce((total, share) => total + share, 0n)).toBe(inMinor)
    }
  })
})
