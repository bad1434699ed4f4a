import { runStep } from '#testing/step.ts'

/** Every starter paper for every job of testing/papers/cases.ts, some as PDF too, read by a reader of its own. */
const { ok } = await runStep('vitest', ['run', 'server/templates/generation/papers-read.test.ts'], {
  env: { PAPERS: 'all' },
})
process.exitCode = ok ? 0 : 1
