import { expect, test } from 'vitest'
import { RecentUse } from './recent-use.ts'

test('what was used a half-life ago counts half, and each company for itself', () => {
  let now = 0
  const use = new RecentUse(1000, () => now)
  use.add('a', 8)
  expect([use.of('a'), use.of('b')]).toEqual([8, 0])
  now = 1000
  use.add('b', 1)
  expect([use.of('a'), use.of('b')]).toEqual([4, 1])
  use.add('a', 4)
  now = 3000
  expect([use.of('a'), use.of('b')]).toEqual([2, 0.25])
})
