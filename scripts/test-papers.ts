import { runStep } from '#testing/step.ts'

/**
 * Every starter paper for every job of testing/papers/cases.ts, some as PDF too, and all papers of the sample jobs in both
 * formats, read by a reader of its own; and every starter paper by sea, air and road, looked through by Microsoft's Open XML SDK.
 */
const tests = [
  'server/templates/generation/papers-read.test.ts',
  'server/templates/starters-by-mode.test.ts',
  'testing/seed/samples/sample-papers.test.ts',
  'testing/finding/papers-found.test.ts',
]
const { ok } = await runStep('vitest', ['run', ...tests], { env: { PAPERS: 'all' } })
process.exitCode = ok ? 0 : 1
