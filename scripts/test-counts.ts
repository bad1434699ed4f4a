import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export type Counts = { passed: number; failed: number; skipped: number }

/** A report that a test program wrote as JSON; undefined where it wrote none. */
export async function readReport<Report>(path: string): Promise<Report | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Report) : undefined
}

const broken: Counts = { passed: 0, failed: 1, skipped: 0 }

/** What vitest's JSON report counts; a file that could not even be loaded counts as one failure. */
export async function countUnits(path: string): Promise<Counts> {
  const report = await readReport<{
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }>(path)
  if (!report) return broken
  const unloaded = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The files of vitest's JSON report in which a test failed, and what the report counts in them. */
export async function countFailedFiles(path: string): Promise<{ files: string[]; counts: Counts }> {
  const report = await readReport<{
    testResults: { name: string; assertionResults: { status: string }[] }[]
  }>(path)
  const failed = (report?.testResults ?? []).filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'failed'),
  )
  const statuses = failed.flatMap(file => file.assertionResults.map(({ status }) => status))
  const count = (wanted: string) => statuses.filter(status => status === wanted).length
  const [passed, failures] = [count('passed'), count('failed')]
  return {
    files: failed.map(({ name }) => name),
    counts: { passed, failed: failures, skipped: statuses.length - passed - failures },
  }
}

/** What Playwright's JSON report counts; a journey that passed only when repeated counts as failed. */
export async function countJourneys(path: string): Promise<Counts> {
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }>(path)
  if (!report) return broken
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** What the report of `npm run faults` counts in rounds; what is found at the end counts as one more. */
export async function countRounds(path: string): Promise<Counts & { leftOut: readonly string[] }> {
  const report = await readReport<{ ok: boolean; done: number; failed: unknown[]; leftOut: string[] }>(path)
  if (!report) return { ...broken, leftOut: [] }
  const { ok, done, failed, leftOut } = report
  const atTheEnd = !ok && failed.length === 0 ? 1 : 0
  return { passed: done - failed.length, failed: failed.length + atTheEnd, skipped: 0, leftOut }
}
