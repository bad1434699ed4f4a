import { runStep } from '#testing/step.ts'

/** Every call of the API with every field spoilt in every way; `npm test` tries a part of them. */
const { ok } = await runStep('vitest', ['run', '--project', 'node', 'server/fuzz.test.ts'], {
  env: { LADING_FUZZ: 'complete' },
})
process.exitCode = ok ? 0 : 1
