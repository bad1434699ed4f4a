import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureAiosmtpd } from './aiosmtpd.ts'
import { ensurePackagingPrograms } from './packaging-programs.ts'
import { ensureFirefox } from './firefox.ts'
import { ensureProxies } from './proxies.ts'
import { ensureHeadlessShell } from './headless-shell.ts'
import { ensureLibreOffice } from './libreoffice.ts'
import { startS3Server } from './s3-server.ts'
import { installedTool } from '#testing/installed-tool.ts'
import { longTests } from '#testing/long-tests.ts'
import { root } from '#testing/step.ts'
import { type Outcome, type Run, runChecks } from './test-checks.ts'
import { deservesAnotherRun, joinRuns } from './test-again.ts'
import {
  countFailedFiles,
  countFailedJourneyFiles,
  countJourneys,
  countRounds,
  countUnits,
} from './test-counts.ts'
import { journeyFailures, unitFailures } from './test-failures.ts'
import { summarise } from './test-summary.ts'

const { values: flags } = parseArgs({
  options: {
    'no-journeys': { type: 'boolean' },
    quick: { type: 'boolean' },
    /** One check after the other, on a machine that has other work to do. */
    'in-turn': { type: 'boolean' },
  },
})
const isQuick = flags.quick === true
const runsJourneys = !isQuick && !flags['no-journeys']
const results = join(root, 'test-results')
/** Each kind of fault at least once. */
const ROUNDS = '20'
/** What all checks take side by side, in bytes of memory; with less they run one after the other. */
const ROOM_SIDE_BY_SIDE = 6 * 1024 ** 3

const names = [
  'format',
  'lint',
  'types',
  'database types',
  'tests',
  'web build',
  'faults',
  'journeys',
] as const
const checks = runChecks(names, console.log)
const check = (name: (typeof names)[number], work: (run: Run) => Promise<Outcome>) => checks.check(name, work)
const checkBy = (name: (typeof names)[number], program: string, ...args: string[]) =>
  check(name, run => run(program, args))

type Environment = Record<string, string>

/** The units of these files, or all; the reports are written to a folder of the results. */
async function units(run: Run, env: Environment, folder: string, files: string[] = []): Promise<Outcome> {
  const reports = join(results, folder)
  const { ok } = await run('vitest', ['run', '--allowOnly=false', ...files], {
    ...env,
    LADING_TEST_REPORTS: reports,
  })
  const counts = await countUnits(join(reports, 'units.json'))
  const failures = await unitFailures(join(reports, 'units.json'), join(reports, 'unhandled.json'))
  return { ok: ok && counts.failed === 0, counts, failures }
}

async function failedUnits(run: Run, env: Environment, first: Outcome): Promise<Outcome> {
  const { files, counts, beside } = await countFailedFiles(join(results, 'all', 'units.json'))
  return joinRuns(first, counts, await units(run, env, 'again', files), beside)
}

async function journeys(run: Run, env: Environment, file: string, ...options: string[]): Promise<Outcome> {
  const report = join(results, file)
  const { ok } = await run('playwright', ['test', '--reporter=list,json', ...options], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const counts = await countJourneys(report)
  return { ok: ok && counts.failed === 0, counts, failures: await journeyFailures(report) }
}

async function failedJourneys(run: Run, env: Environment, first: Outcome): Promise<Outcome> {
  const { files, counts } = await countFailedJourneyFiles(join(results, 'journeys.json'))
  return joinRuns(first, counts, await journeys(run, env, 'journeys-again.json', ...files))
}

let withoutFaults: readonly string[] = []

async function faults(run: Run): Promise<Outcome> {
  const report = join(results, 'faults.json')
  const { ok } = await run(process.execPath, ['scripts/faults.ts', '--rounds', ROUNDS, '--json', report])
  const { leftOut, ...counts } = await countRounds(report)
  withoutFaults = leftOut
  return { ok: ok && counts.failed === 0, counts }
}

await rm(results, { recursive: true, force: true })
for (const folder of ['all', 'again']) await mkdir(join(results, folder), { recursive: true })

const libreOffice = ensureLibreOffice()
// One after the other: two installations would wait for each other's lock.
const s3Server = libreOffice.then(startS3Server)
const aiosmtpd = s3Server.then(ensureAiosmtpd)
const proxies = aiosmtpd.then(ensureProxies)
const packaging = proxies.then(ensurePackagingPrograms)
// Each of the tests' processes would fetch one of its own.
const tools = Promise.all(
  (['ooxml-validator', 'dockerfile-utils'] as const).map(name =>
    installedTool(name).catch((error: Error) => console.error(error.message)),
  ),
)
// Without it they run in the browser that is there.
const headlessShell = runsJourneys ? packaging.then(ensureHeadlessShell) : undefined
const firefox = headlessShell?.then(ensureFirefox)

const environment = packaging.then(async (): Promise<Record<string, string>> => {
  await tools
  const s3 = await s3Server
  return {
    ...((await libreOffice) && { LADING_WITHOUT_LIBREOFFICE: '1' }),
    ...(typeof s3 !== 'string' && { LADING_TEST_S3_ENDPOINT: s3.endpoint }),
    ...(isQuick && { LADING_QUICK_TESTS: '1' }),
  }
})

const sources = async () => {
  await checkBy('format', 'biome', 'format', '.')
  await checkBy('lint', 'oxlint')
  await checkBy('types', 'tsc', '-b')
  await checkBy('database types', process.execPath, 'scripts/database-types.ts', '--verify')
}
const allUnits = async () => {
  const env = await environment
  await check('tests', run => units(run, env, 'all'))
}
let webBuild: Promise<boolean> | undefined
const isBuilt = () => (webBuild ??= checkBy('web build', process.execPath, 'scripts/build-web.ts'))
const allFaults = async () => {
  const isReady = await isBuilt()
  await check('faults', async run => (isReady ? faults(run) : { ok: false }))
}
const allJourneys = async () => {
  const isReady = await isBuilt()
  await firefox
  const env = await environment
  await check('journeys', async run => (isReady ? journeys(run, env, 'journeys.json') : { ok: false }))
}

/** What failed beside everything else has the machine to itself the second time (decision 0072). */
async function runFailedAgain(name: 'tests' | 'journeys', work: typeof failedUnits): Promise<void> {
  const first = checks.ended().find(each => each.name === name)
  if (!first || !deservesAnotherRun(first)) return
  const env = await environment
  await checks.again(name, run => work(run, env, first))
}

// No core is idle while a test waits for a process to end or a page to come.
const rows = [[allUnits], runsJourneys ? [allJourneys] : [], isQuick ? [sources] : [sources, allFaults]]
const inTurn = [sources, allUnits, ...(isQuick ? [] : [allFaults]), ...(runsJourneys ? [allJourneys] : [])]
const isInTurn = flags['in-turn'] === true || process.availableMemory() < ROOM_SIDE_BY_SIDE
await Promise.all(
  (isInTurn ? [inTurn] : rows).map(async row => {
    for (const each of row) await each()
  }),
)
await runFailedAgain('tests', failedUnits)
await runFailedAgain('journeys', failedJourneys)
checks.stop()

const s3 = await s3Server
if (typeof s3 !== 'string') await s3.stop()
const { lines, ok } = summarise({
  checks: checks.ended(),
  withoutLibreOffice: await libreOffice,
  withoutS3: typeof s3 === 'string' ? s3 : undefined,
  withoutAiosmtpd: await aiosmtpd,
  withoutProxies: await proxies,
  withoutPackaging: await packaging,
  withoutFirefox: await firefox,
  withoutFaults,
  withoutLongTests: isQuick ? longTests.length : undefined,
  withoutJourneys: !runsJourneys,
  inCi: process.env['CI'] === 'true',
})
console.log(`\n${lines.join('\n')}`)
process.exitCode = ok ? 0 : 1
