import { expect, test } from 'vitest'
import { sharedMegabytes, whatTakesLong } from './start.ts'

test.each([
  [512, 64],
  [2048, 128],
  [4000, 250],
  [8192, 512],
  [262_144, 512],
])('of %i MiB of memory PostgreSQL keeps %i for its files', (memory, shared) => {
  expect(sharedMegabytes(memory * 1024 * 1024)).toBe(shared)
})

test.each([
  ['LOG:  database system was shut down at 2026-11-24 19:19:11 UTC', /^PostgreSQL is starting; /],
  ['', /^PostgreSQL is starting; /],
  [
    'LOG:  database system was interrupted; last known up at 2026-11-24 19:19:11 UTC',
    /after an interruption; /,
  ],
  [
    'LOG:  database system was not properly shut down; automatic recovery in progress',
    /after an interruption; /,
  ],
])(
  'a start that takes long after “%s” is not taken for an interruption where there was none',
  (said, words) => {
    expect(whatTakesLong(said)).toMatch(words)
  },
)
