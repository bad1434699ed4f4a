import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from './build-web.ts'
import { ensureLibreOffice } from './libreoffice.ts'
import { root, runStep } from './step.ts'
import { type Counts, countJourneys, countUnits } from './test-counts.ts'

type Check = { name: string; ok: boolean; seconds: number; counts?: Counts }

const { values: flags } = parseArgs({
  options: { 'no-journeys': { type: 'boolean' }, 'no-build': { type: 'boolean' } },
})
const inCi = process.env['CI'] === 'true'
const results = join(root, 'test-results')
const checks: Check[] = []

async function check(name: string, work: () => Promise<{ ok: boolean; counts?: Counts }>): Promise<boolean> {
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

async function types() {
  const outcomes = []
  for (const floor of ['contract', 'server', 'web', 'e2e']) {
    outcomes.push(await command('tsc', '-p', floor))
  }
  return { ok: outcomes.every(outcome => outcome.ok) }
}

async function units(env: Record<string, string>) {
  const report = join(results, 'units.json')
  const args = [
    'run',
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { ok } = await runStep('vitest', args, { env })
  const counts = await countUnits(report)
  return { ok: ok && counts.failed === 0, counts }
}

async function journeys(env: Record<string, string>) {
  const report = join(results, 'journeys.json')
  const { ok } = await runStep('playwright', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const counts = await countJourneys(report)
  return { ok: ok && counts.failed === 0, counts }
}

async function hasJourneys() {
  return (await readdir(join(root, 'e2e'))).some(name => /\.(test|spec|journey)\.ts$/.test(name))
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const libreOffice = ensureLibreOffice()
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

await check('format', () => command('biome', 'format', '.'))
await check('lint', () => command('oxlint'))
await check('types', types)
if (manifest.scripts['db:types']) {
  await check('database types', () => command('npm', 'run', '--silent', 'db:types', '--', '--verify'))
}

const withoutLibreOffice = await libreOffice
const env: Record<string, string> = withoutLibreOffice ? { LADING_WITHOUT_LIBREOFFICE: '1' } : {}

await check('tests', () => units(env))
if (!flags['no-build']) {
  const built = await check('web build', async () => {
    console.log(`Web pages: ${await buildWebIfStale()}.`)
    return { ok: true }
  })
  if (!flags['no-journeys'] && (await hasJourneys()) && built) await check('journeys', () => journeys(env))
}

const sum = (pick: (counts: Counts) => number) =>
  checks.reduce((total, { counts }) => total + (counts ? pick(counts) : 0), 0)
const words = ({ name, ok, seconds, counts }: Check) => {
  const verdict = counts ? `${counts.passed} passed, ${counts.failed} failed` : ok ? 'ok' : 'FAILED'
  return `  ${name.padEnd(16)}${verdict} (${seconds.toFixed(1)} s)`
}
let ok = checks.every(one => one.ok)

console.log(`\n── summary\n${checks.map(words).join('\n')}`)
if (withoutLibreOffice) {
  console.log(
    `LibreOffice: ${withoutLibreOffice}. The tests that need it were LEFT OUT (${sum(counts => counts.skipped)} tests).`,
  )
  if (inCi) {
    console.log('With CI=true every test must run, so this is a failure.')
    ok = false
  }
} else if (sum(counts => counts.skipped) > 0) {
  console.log(
    `${sum(counts => counts.skipped)} tests were skipped: every test must run, so this is a failure.`,
  )
  ok = false
}
if (flags['no-journeys']) console.log('The journeys were left out, as asked (--no-journeys).')
console.log(ok ? 'Everything passed.' : 'NOT everything passed: see above.')
console.log(`${sum(counts => counts.passed)} passed, ${sum(counts => counts.failed)} failed`)
process.exitCode = ok ? 0 : 1
