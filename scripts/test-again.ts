import type { Counts } from './test-counts.ts'
import type { Outcome } from './test-checks.ts'

/** Failures in more files than these are no accident of a busy machine. Within a file, one can bring about the next. */
const MOST_FILES = 5

const fileOf = (failure: string) => failure.split(':', 1)[0]

/**
 * Whether what failed deserves to be run again, alone: the tests of a few files, in a run that came to its end and left
 * nothing out. Whatever broke outside the tests stays broken.
 */
export const deservesAnotherRun = ({ ok, counts, failures = [] }: Outcome): boolean =>
  !ok &&
  counts !== undefined &&
  counts.failed > 0 &&
  counts.skipped === 0 &&
  failures.length === counts.failed &&
  new Set(failures.map(fileOf)).size <= MOST_FILES &&
  failures.every(failure => !failure.startsWith('outside all '))

/**
 * The outcome of a check whose failed tests ran again by themselves: of a first run in which `replaced` tests were run
 * that `again` ran anew; `beside` of their failures are no tests, which cannot run again. A test that vanished meanwhile
 * counts as failed.
 */
export function joinRuns(first: Outcome, replaced: Counts, again: Outcome, beside = 0): Outcome {
  const before = first.counts ?? replaced
  const now = again.counts ?? { passed: 0, failed: replaced.failed, skipped: 0 }
  const missing = Math.max(0, replaced.passed + replaced.failed - beside - now.passed - now.failed)
  const counts = {
    passed: before.passed - replaced.passed + now.passed,
    failed: before.failed - replaced.failed + now.failed + missing,
    skipped: before.skipped + now.skipped,
  }
  const ok = again.ok && missing === 0
  return ok
    ? { ok, counts, onlyAlone: first.failures ?? [] }
    : { ok, counts, failures: [...(first.failures ?? []), ...(again.failures ?? [])] }
}
