import { runStep } from '#testing/step.ts'

/** Workers that are killed while they send e-mails, thirty times; `npm test` kills fewer. */
const { ok } = await runStep('vitest', ['run', '--project', 'node', 'server/mails/kills.test.ts'], {
  env: { LADING_KILLS: 'complete' },
})
process.exitCode = ok ? 0 : 1
