import { expect, test } from 'vitest'
import { startOfDay } from './moments.ts'

test('a day begins at midnight where the reader is, and ends where the next begins', () => {
  expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString())
  expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
  expect(startOfDay('soon')).toBeUndefined()
})
