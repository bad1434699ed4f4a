import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export type Counts = { passed: number; failed: number; skipped: number }

/** A report that a test program wrote as JSON; undefined where it wrote none. */
export async function readReport<Report>(path: string): Promise<Report | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Report) : undefined
}

const broken: Counts = { passed: 0, failed: 1, skipped: 0 }

type FileReport = { name: string; status: string; assertionResults: { status: string }[] }

/**
 * What ran in a file. One that could not be loaded, or whose process ended in the midst of it, is one failure; the
 * tests that were never begun are part of that one.
 */
function countFile({ status, assertionResults }: FileReport): Counts {
  const count = (wanted: string) => assertionResults.filter(test => test.status === wanted).length
  const [passed, failed] = [count('passed'), count('failed')]
  const isBroken = status === 'failed' && failed === 0
  return isBroken
    ? { passed, failed: 1, skipped: 0 }
    : { passed, failed, skipped: assertionResults.length - passed - failed }
}

/** Whether every test passed and the file failed all the same, as where what it started could not be stopped in time. */
const failedOutsideItsTests = ({ status, assertionResults }: FileReport): boolean =>
  status === 'failed' &&
  assertionResults.length > 0 &&
  assertionResults.every(test => test.status === 'passed')

const sum = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
})

/** What vitest's JSON report counts. */
export async function countUnits(path: string): Promise<Counts> {
  const report = await readReport<{ testResults: FileReport[] }>(path)
  return report ? sum(report.testResults.map(countFile)) : broken
}

/**
 * The files of vitest's JSON report in which something failed, and what the report counts in them; `beside` of the
 * failures are no tests, but files whose tests all passed.
 */
export async function countFailedFiles(
  path: string,
): Promise<{ files: string[]; counts: Counts; beside: number }> {
  const report = await readReport<{ testResults: FileReport[] }>(path)
  const failed = (report?.testResults ?? []).filter(file => countFile(file).failed > 0)
  return {
    files: failed.map(({ name }) => name),
    counts: sum(failed.map(countFile)),
    beside: failed.filter(failedOutsideItsTests).length,
  }
}

type JourneySuite = {
  specs: { file: string; tests: { status: string }[] }[]
  suites?: JourneySuite[]
}

const testsOf = (suite: JourneySuite): { file: string; status: string }[] => [
  ...suite.specs.flatMap(({ file, tests }) => tests.map(({ status }) => ({ file, status }))),
  ...(suite.suites ?? []).flatMap(testsOf),
]

/**
 * The files of Playwright's JSON report in which a journey failed, and what the report counts in them: the journeys of
 * a file build on each other.
 */
export async function countFailedJourneyFiles(path: string): Promise<{ files: string[]; counts: Counts }> {
  const report = await readReport<{ suites: JourneySuite[] }>(path)
  const tests = (report?.suites ?? []).flatMap(testsOf)
  const isFailure = ({ status }: { status: string }) => status === 'unexpected' || status === 'flaky'
  const files = [...new Set(tests.filter(isFailure).map(({ file }) => file))]
  const inFiles = tests.filter(({ file }) => files.includes(file))
  const failed = inFiles.filter(isFailure).length
  const skipped = inFiles.filter(({ status }) => status === 'skipped').length
  return { files, counts: { passed: inFiles.length - failed - skipped, failed, skipped } }
}

/**
 * What Playwright's JSON report counts; a journey that passed only when repeated counts as failed. The journeys of a file
 * in which one failed, and that were not begun for that reason, are part of that failure.
 */
export async function countJourneys(path: string): Promise<Counts> {
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }>(path)
  if (!report) return broken
  const { expected, unexpected, flaky, skipped } = report.stats
  const { counts: inFailedFiles } = await countFailedJourneyFiles(path)
  return {
    ...{ passed: expected, failed: unexpected + flaky + report.errors.length },
    skipped: skipped - inFailedFiles.skipped,
  }
}

/** What the report of `npm run faults` counts in rounds; what is found at the end counts as one more. */
export async function countRounds(path: string): Promise<Counts & { leftOut: readonly string[] }> {
  const report = await readReport<{ ok: boolean; done: number; failed: unknown[]; leftOut: string[] }>(path)
  if (!report) return { ...broken, leftOut: [] }
  const { ok, done, failed, leftOut } = report
  const atTheEnd = !ok && failed.length === 0 ? 1 : 0
  return { passed: done - failed.length, failed: failed.length + atTheEnd, skipped: 0, leftOut }
}
