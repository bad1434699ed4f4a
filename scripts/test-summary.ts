import type { Counts } from './test-counts.ts'

export type Check = {
  name: string
  ok: boolean
  seconds: number
  counts?: Counts
  /** What failed, each with its reason: the end of a long output is often all that is kept of it. */
  failures?: string[]
  /** What failed beside everything else and passed when it ran again by itself, each with its reason. */
  onlyAlone?: string[]
}

type Run = {
  checks: Check[]
  /** Why LibreOffice could not be had, where it could not. */
  withoutLibreOffice?: string | undefined
  /** Why no S3 server could be had, where none could. */
  withoutS3?: string | undefined
  /** Why no independent mail server could be had, where none could. */
  withoutAiosmtpd?: string | undefined
  /** Why no pooler could be had, where none could. */
  withoutProxies?: string | undefined
  /** Why systemd or Caddy could not look at their files, where one could not. */
  withoutPackaging?: string | undefined
  /** Why the main job was not tried in Firefox, where it was not. */
  withoutFirefox?: string | undefined
  /** Kinds of faults that could not be made here, each with the reason. */
  withoutFaults?: readonly string[] | undefined
  /** How many files of long tests a quick turn left out. */
  withoutLongTests?: number | undefined
  withoutJourneys?: boolean | undefined
  inCi: boolean
}

function verdict({ name, ok, seconds, counts }: Check): string {
  const words = counts ? `${counts.passed} passed, ${counts.failed} failed` : ok ? 'ok' : 'FAILED'
  return `  ${name.padEnd(16)}${words}${counts && !ok && counts.failed === 0 ? ', FAILED' : ''} (${seconds.toFixed(1)} s)`
}

/** The last lines of a run, and whether all of it is well. Nothing is left out without a word. */
export function summarise(run: Run) {
  const { checks, withoutLibreOffice, withoutS3, withoutAiosmtpd, withoutProxies, inCi } = run
  const { withoutPackaging, withoutFirefox, withoutFaults, withoutLongTests, withoutJourneys } = run
  const sum = (kind: keyof Counts) => checks.reduce((total, { counts }) => total + (counts?.[kind] ?? 0), 0)
  const failures = checks.flatMap(check => check.failures ?? [])
  const onlyAlone = checks.flatMap(check => check.onlyAlone ?? [])
  const lines = [
    ...(onlyAlone.length > 0
      ? ['── what failed first and passed when it ran again by itself', ...onlyAlone]
      : []),
    ...(failures.length > 0 ? ['── what failed', ...failures] : []),
    '── summary',
    ...checks.map(verdict),
  ]
  let ok = checks.every(check => check.ok)
  const skipped = sum('skipped')
  if (withoutLibreOffice) {
    lines.push(`LibreOffice: ${withoutLibreOffice}.`, `The tests that need it were LEFT OUT (${skipped}).`)
    if (inCi) lines.push('With CI=true every test must run, so this is a failure.')
    ok &&= !inCi
  } else if (skipped > 0) {
    lines.push(`${skipped} tests were skipped: every test must run, so this is a failure.`)
    ok = false
  }
  // Their tests are not even made where they are missing, so that nothing counts as skipped.
  const isIncomplete = [withoutS3, withoutAiosmtpd, withoutProxies, withoutPackaging, withoutFirefox].some(
    Boolean,
  )
  if (withoutS3) lines.push(`S3: ${withoutS3}.`, 'The tests of the file store in an S3 bucket were LEFT OUT.')
  if (withoutAiosmtpd)
    lines.push(
      `Mail: ${withoutAiosmtpd}.`,
      'The test of e-mail with an independent mail server was LEFT OUT.',
    )
  if (withoutProxies)
    lines.push(`PgBouncer, HAProxy: ${withoutProxies}.`, 'The tests of several machines were LEFT OUT.')
  if (withoutPackaging)
    lines.push(`Packaging: ${withoutPackaging}.`, 'What systemd and Caddy say of their files was LEFT OUT.')
  if (withoutFirefox) lines.push(`Firefox: ${withoutFirefox}.`, 'The journey in Firefox was LEFT OUT.')
  if (isIncomplete && inCi) {
    lines.push('With CI=true every test must run, so this is a failure.')
    ok = false
  }
  for (const words of withoutFaults ?? []) lines.push(`Faults: ${words} was LEFT OUT.`)
  if (withoutLongTests)
    lines.push(`The long tests (${withoutLongTests} files) and the faults were left out: npm test runs them.`)
  if (withoutJourneys) lines.push('The journeys were left out, as asked.')
  if (onlyAlone.length > 0)
    lines.push(`Passed only by itself: ${onlyAlone.length}, named above. Find out why.`)
  lines.push(ok ? 'Everything that ran passed.' : 'NOT everything passed: see above.')
  lines.push(`${sum('passed')} passed, ${sum('failed')} failed`)
  return { lines, ok }
}
