import { buildWebIfStale } from '#server/web-build.ts'
import { runStep } from '#testing/step.ts'

const MANY = '300'

/** The journey that types items without a stop, many times over; LADING_TYPING_SEED makes them other ones. */
console.log(`Web pages: ${await buildWebIfStale()}.`)
const { ok } = await runStep('playwright', ['test', 'e2e/item-typing.spec.ts', '--workers=1'], {
  env: { LADING_TYPING_RUNS: process.env['LADING_TYPING_RUNS'] ?? MANY },
})
process.exitCode = ok ? 0 : 1
