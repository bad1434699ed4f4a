import { runStep } from '#testing/step.ts'

const tests = ['server/mails/kills.test.ts', 'server/templates/generation/number-kills.test.ts']

/** Workers that are killed while they send e-mails or make documents, thirty times; `npm test` kills fewer. */
const { ok } = await runStep('vitest', ['run', '--project', 'node', ...tests], {
  env: { LADING_KILLS: 'complete' },
})
process.exitCode = ok ? 0 : 1
