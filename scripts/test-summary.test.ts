import { expect, test } from 'vitest'
import { summarise } from './test-summary.ts'

const format = { name: 'format', ok: true, seconds: 0.31 }
const tests = { name: 'tests', ok: true, seconds: 20, counts: { passed: 500, failed: 0, skipped: 0 } }
const journeys = { name: 'journeys', ok: true, seconds: 60, counts: { passed: 12, failed: 0, skipped: 0 } }
const checks = [format, tests, journeys]
const leftOut = [format, { ...tests, counts: { passed: 495, failed: 0, skipped: 5 } }, journeys]

test('a good run ends with the sum of tests and journeys', () => {
  expect(summarise({ checks, inCi: true })).toEqual({
    ok: true,
    lines: [
      '── summary',
      '  format          ok (0.3 s)',
      '  tests           500 passed, 0 failed (20.0 s)',
      '  journeys        12 passed, 0 failed (60.0 s)',
      'Everything that ran passed.',
      '512 passed, 0 failed',
    ],
  })
})

test('one check that fails is a failure of the run', () => {
  const { ok, lines } = summarise({ checks: [{ ...format, ok: false }, tests, journeys], inCi: false })
  expect(ok).toBe(false)
  expect(lines).toContain('  format          FAILED (0.3 s)')
  expect(lines.at(-2)).toBe('NOT everything passed: see above.')
})

test('tests that passed in a run that broke down all the same are a failure', () => {
  const { ok, lines } = summarise({ checks: [{ ...tests, ok: false }], inCi: false })
  expect(ok).toBe(false)
  expect(lines).toContain('  tests           500 passed, 0 failed, FAILED (20.0 s)')
})

test('what failed is repeated before the sums, with its reason', () => {
  const failures = ['server/jobs.test.ts: a job is kept\n    expected 1 to be 2']
  const { lines } = summarise({ checks: [{ ...tests, ok: false, failures }, journeys], inCi: false })
  expect(lines.slice(0, 3)).toEqual(['── what failed', ...failures, '── summary'])
})

test('what passed only by itself is named in a run that is well', () => {
  const onlyAlone = ['server/jobs.test.ts: a job is kept\n    expected 1 to be 2']
  const { ok, lines } = summarise({ checks: [{ ...tests, onlyAlone }, journeys], inCi: true })
  expect(ok).toBe(true)
  expect(lines.slice(0, 3)).toEqual([
    '── what failed first and passed when it ran again by itself',
    ...onlyAlone,
    '── summary',
  ])
  expect(lines).toContain('Passed only by itself: 1, named above. Find out why.')
})

test('without LibreOffice the run says what it left out', () => {
  const { ok, lines } = summarise({ checks: leftOut, withoutLibreOffice: 'soffice not found', inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('LibreOffice: soffice not found.')
  expect(lines).toContain('The tests that need it were LEFT OUT (5).')
})

test('with CI=true, what was left out is a failure', () => {
  expect(summarise({ checks: leftOut, withoutLibreOffice: 'soffice not found', inCi: true }).ok).toBe(false)
})

test('a skipped test is a failure where LibreOffice is there', () => {
  const { ok, lines } = summarise({ checks: leftOut, inCi: false })
  expect(ok).toBe(false)
  expect(lines).toContain('5 tests were skipped: every test must run, so this is a failure.')
})

test('a quick turn says that the long tests, the faults and the journeys are missing', () => {
  const leaves = { withoutLongTests: 41, withoutJourneys: true }
  const { ok, lines } = summarise({ checks: [format, tests], ...leaves, inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('The long tests (41 files) and the faults were left out: npm test runs them.')
  expect(lines).toContain('The journeys were left out, as asked.')
})

test('without an independent mail server the run says what it left out', () => {
  const { ok, lines } = summarise({ checks, withoutAiosmtpd: 'aiosmtpd not found', inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('Mail: aiosmtpd not found.')
  expect(lines).toContain('The test of e-mail with an independent mail server was LEFT OUT.')
})

test('without PgBouncer or HAProxy the run says what it left out', () => {
  const { ok, lines } = summarise({ checks, withoutProxies: 'pgbouncer not found', inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('PgBouncer, HAProxy: pgbouncer not found.')
  expect(lines).toContain('The tests of several machines were LEFT OUT.')
})

test('without systemd or Caddy the run says what it left out', () => {
  const { ok, lines } = summarise({ checks, withoutPackaging: 'caddy not found', inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('Packaging: caddy not found.')
  expect(lines).toContain('What systemd and Caddy say of their files was LEFT OUT.')
})

test('without an S3 server the run says what it left out', () => {
  const { ok, lines } = summarise({ checks, withoutS3: 'swift-proxy-server not found', inCi: false })
  expect(ok).toBe(true)
  expect(lines).toContain('S3: swift-proxy-server not found.')
  expect(lines).toContain('The tests of the file store in an S3 bucket were LEFT OUT.')
})

test.each([
  { what: 'S3 server', missing: { withoutS3: 'the S3 server did not start' } },
  { what: 'mail server', missing: { withoutAiosmtpd: 'aiosmtpd not found' } },
  { what: 'systemd and Caddy', missing: { withoutPackaging: 'caddy not found' } },
  { what: 'pooler', missing: { withoutProxies: 'pgbouncer not found' } },
  { what: 'Firefox', missing: { withoutFirefox: 'firefox-esr not found' } },
])('with CI=true a missing $what is a failure, with its reason', ({ missing }) => {
  const { ok, lines } = summarise({ checks, ...missing, inCi: true })
  expect(ok).toBe(false)
  expect(lines).toContain('With CI=true every test must run, so this is a failure.')
  expect(lines.join('\n')).toContain(Object.values(missing).join())
})

test('a fault that could not be made is named; whether that is a failure, the rounds themselves say', () => {
  const rounds = { name: 'faults', ok: true, seconds: 80, counts: { passed: 20, failed: 0, skipped: 0 } }
  const { ok, lines } = summarise({
    checks: [...checks, rounds],
    withoutFaults: ['a full and a read-only disk (only root can mount a disk of its own)'],
    inCi: false,
  })
  expect(ok).toBe(true)
  expect(lines).toContain('  faults          20 passed, 0 failed (80.0 s)')
  expect(lines).toContain(
    'Faults: a full and a read-only disk (only root can mount a disk of its own) was LEFT OUT.',
  )
})
