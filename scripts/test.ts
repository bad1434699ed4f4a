import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '#server/web-build.ts'
import { ensureAiosmtpd } from './aiosmtpd.ts'
import { ensureHeadlessShell } from './headless-shell.ts'
import { ensureLibreOffice } from './libreoffice.ts'
import { startS3Server } from './s3-server.ts'
import { installedTool } from '#testing/installed-tool.ts'
import { longTests } from '#testing/long-tests.ts'
import { root, runStep } from '#testing/step.ts'
import { countJourneys, countRounds, countUnits } from './test-counts.ts'
import { journeyFailures, unitFailures } from './test-failures.ts'
import { type Check, summarise } from './test-summary.ts'

const { values: flags } = parseArgs({
  options: { 'no-journeys': { type: 'boolean' }, quick: { type: 'boolean' } },
})
const results = join(root, 'test-results')
const checks: Check[] = []
/** Each kind of fault at least once. */
const ROUNDS = '20'

async function check(name: string, work: () => Promise<Omit<Check, 'name' | 'seconds'>>): Promise<boolean> {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const outcome = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { ok: false }
  })
  checks.push({ name, seconds: (performance.now() - started) / 1000, ...outcome })
  return outcome.ok
}

const command = (program: string, ...args: string[]) => runStep(program, args)

async function units(env: Record<string, string>) {
  const report = join(results, 'units.json')
  const unhandled = join(results, 'unhandled.json')
  const { ok } = await runStep('vitest', ['run', '--allowOnly=false'], {
    env: { ...env, LADING_TEST_REPORTS: results },
  })
  const counts = await countUnits(report)
  return { ok: ok && counts.failed === 0, counts, failures: await unitFailures(report, unhandled) }
}

async function journeys(env: Record<string, string>) {
  const report = join(results, 'journeys.json')
  const { ok } = await runStep('playwright', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const counts = await countJourneys(report)
  return { ok: ok && counts.failed === 0, counts, failures: await journeyFailures(report) }
}

let withoutFaults: readonly string[] = []

async function faults() {
  const report = join(results, 'faults.json')
  const { ok } = await command(process.execPath, 'scripts/faults.ts', '--rounds', ROUNDS, '--json', report)
  const { leftOut, ...counts } = await countRounds(report)
  withoutFaults = leftOut
  return { ok: ok && counts.failed === 0, counts }
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const libreOffice = ensureLibreOffice()
// One after the other: two installations would wait for each other's lock.
const s3Server = libreOffice.then(startS3Server)
const aiosmtpd = s3Server.then(ensureAiosmtpd)
// Each of the tests' processes would fetch one of its own.
const validator = installedTool('ooxml-validator').catch((error: Error) => console.error(error.message))
const runsJourneys = !flags['quick'] && !flags['no-journeys']
// Without it they run in the browser that is there.
const headlessShell = runsJourneys ? aiosmtpd.then(ensureHeadlessShell) : undefined

await check('format', () => command('biome', 'format', '.'))
await check('lint', () => command('oxlint'))
await check('types', () => command('tsc', '-b'))
await check('database types', () => command(process.execPath, 'scripts/database-types.ts', '--verify'))

await validator
const withoutLibreOffice = await libreOffice
const s3 = await s3Server
const withoutAiosmtpd = await aiosmtpd
const env: Record<string, string> = {
  ...(withoutLibreOffice && { LADING_WITHOUT_LIBREOFFICE: '1' }),
  ...(typeof s3 !== 'string' && { LADING_TEST_S3_ENDPOINT: s3.endpoint }),
  ...(flags['quick'] && { LADING_QUICK_TESTS: '1' }),
}

await check('tests', () => units(env))
if (typeof s3 !== 'string') await s3.stop()
if (!flags['quick']) {
  const built = await check('web build', async () => {
    console.log(`Web pages: ${await buildWebIfStale()}.`)
    return { ok: true }
  })
  await check('faults', async () => (built ? faults() : { ok: false }))
  await headlessShell
  if (runsJourneys) await check('journeys', async () => (built ? journeys(env) : { ok: false }))
}

const { lines, ok } = summarise({
  checks,
  withoutLibreOffice,
  withoutS3: typeof s3 === 'string' ? s3 : undefined,
  withoutAiosmtpd,
  withoutFaults,
  withoutLongTests: flags['quick'] ? longTests.length : undefined,
  withoutJourneys: !runsJourneys,
  inCi: process.env['CI'] === 'true',
})
console.log(`\n${lines.join('\n')}`)
process.exitCode = ok ? 0 : 1
