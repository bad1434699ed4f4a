import { expect, test } from 'vitest'
import { sharedMegabytes } from './start.ts'

test.each([
  [512, 64],
  [2048, 128],
  [4000, 250],
  [8192, 512],
  [262_144, 512],
])('of %i MiB of memory PostgreSQL keeps %i for its files', (memory, shared) => {
  expect(sharedMegabytes(memory * 1024 * 1024)).toBe(shared)
})
