import { expect, test } from 'vitest'
import { deservesAnotherRun, joinRuns } from './test-again.ts'

const failures = ['jobs.test.ts: a job is kept\n    expected 1 to be 2']
const first = { ok: false, counts: { passed: 500, failed: 1, skipped: 0 }, failures }
const replaced = { passed: 6, failed: 1, skipped: 0 }

test.each([
  ['one failed test', first, true],
  ['nothing that failed', { ok: true, counts: { passed: 501, failed: 0, skipped: 0 } }, false],
  ['a run that broke down', { ok: false }, false],
  [
    'a run that failed beside its tests',
    { ok: false, counts: { passed: 501, failed: 0, skipped: 0 } },
    false,
  ],
  [
    'failures of which one brought about the next',
    { ...first, counts: { passed: 494, failed: 7, skipped: 0 }, failures: Array<string>(7).fill('a: b') },
    true,
  ],
  [
    'failures in more files than a busy machine makes',
    {
      ...first,
      counts: { passed: 495, failed: 6, skipped: 0 },
      failures: Array.from({ length: 6 }, (_, file) => `${file}.test.ts: a`),
    },
    false,
  ],
  ['tests that were left out', { ...first, counts: { passed: 500, failed: 1, skipped: 2 } }, false],
  [
    'an error outside all tests',
    { ...first, failures: ['outside all tests\n    nobody waited for this'] },
    false,
  ],
  ['a file that could not be loaded beside it', { ...first, counts: { ...first.counts, failed: 2 } }, false],
])('%s: whether it runs again', (_, outcome, expected) => {
  expect(deservesAnotherRun(outcome)).toBe(expected)
})

test('what passes by itself counts as passed and is named', () => {
  const again = { ok: true, counts: { passed: 7, failed: 0, skipped: 0 }, failures: [] }
  expect(joinRuns(first, replaced, again)).toEqual({
    ok: true,
    counts: { passed: 501, failed: 0, skipped: 0 },
    onlyAlone: failures,
  })
})

test('what fails again is a failure, with both reasons', () => {
  const reason = 'jobs.test.ts: a job is kept\n    expected 1 to be 3'
  const again = { ok: false, counts: { passed: 6, failed: 1, skipped: 0 }, failures: [reason] }
  expect(joinRuns(first, replaced, again)).toEqual({
    ok: false,
    counts: { passed: 500, failed: 1, skipped: 0 },
    failures: [...failures, reason],
  })
})

test('a test that does not run the second time is a failure', () => {
  const fewer = { ok: true, counts: { passed: 6, failed: 0, skipped: 0 }, failures: [] }
  expect(joinRuns(first, replaced, fewer)).toMatchObject({ ok: false, counts: { failed: 1 } })
  expect(joinRuns(first, replaced, { ok: false })).toMatchObject({ ok: false, counts: { failed: 7 } })
})

test('a file that failed when its tests were over, and not again, counts as passed', () => {
  const again = { ok: true, counts: { passed: 6, failed: 0, skipped: 0 }, failures: [] }
  expect(joinRuns(first, replaced, again, 1)).toEqual({
    ok: true,
    counts: { passed: 500, failed: 0, skipped: 0 },
    onlyAlone: failures,
  })
})
