import { expect, test } from 'vitest'
import { cacheCount, cachedCount } from './count-cache.ts'

test('what was asked at length is forgotten before it takes more than some megabytes', () => {
  const known = { revision: '1', matches: 7 }
  const key = (number: number) => `${number} ${'x'.repeat(20_000)}`
  for (let number = 0; number < 500; number++) cacheCount(key(number), known)
  const kept = Array.from({ length: 500 }, (_, number) => cachedCount(key(number))).filter(Boolean)
  expect(kept.length).toBeLessThan(105)
  expect(cachedCount(key(499))).toEqual(known)
})
