import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { releasesIn, type Release } from './changelog.ts'
import { intendedChanges } from './intended-changes.ts'
import { root, runStep } from '#testing/step.ts'

/**
 * npm run test:upgrade -- [PATH…]: the code of the last release, with its own HTTP tests, on today's schema. That is what
 * happens while servers are replaced one after the other. Paths (server/jobs) choose tests; else all that call the API.
 */
const migrations = 'server/db/migrations'

type Report = {
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const git = (...args: string[]) => runStep('git', args, { quiet: true })

/** Its tag, else its commit. Throws where this clone has neither. */
async function nameOf({ version, commit }: Release): Promise<string> {
  for (const name of [`v${version}`, commit])
    if (name && (await git('cat-file', '-e', `${name}^{commit}`)).ok) return name
  throw new Error(
    `This clone has no history of version ${version} (tag v${version}${commit ? `, commit ${commit.slice(0, 7)}` : ''}). Fetch it: git fetch --unshallow --tags`,
  )
}

async function unpack(name: string, folder: string): Promise<void> {
  const archive = join(folder, 'last.tar')
  const steps = [
    await git('archive', '--format', 'tar', '--output', archive, name),
    await runStep('tar', ['xf', archive, '-C', folder], { quiet: true }),
  ]
  for (const { ok, output } of steps) if (!ok) throw new Error(output)
  await rm(archive)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await rm(join(folder, migrations), { recursive: true })
  await cp(join(root, migrations), join(folder, migrations), { recursive: true })
}

/** The test files below `paths` that call the API. */
async function httpTests(folder: string, paths: readonly string[]): Promise<string[]> {
  const { output } = await runStep(
    'grep',
    [
      '-rlE',
      '--include=*.test.ts',
      'testCompany\\(|startTestApp\\(',
      ...paths.map(path => join(folder, path)),
    ],
    { quiet: true },
  )
  const { longTests } = (await import(join(folder, 'testing/long-tests.ts'))) as { longTests: string[] }
  const found = output.split('\n').filter(Boolean)
  return found.map(path => relative(folder, path)).filter(path => !longTests.includes(path))
}

async function runTests(folder: string, files: readonly string[]): Promise<Report> {
  const outputFile = join(folder, 'report.json')
  await runStep(
    process.execPath,
    [
      ...[join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
      // What is asked is whether they pass, on a machine that may be busy with anything else.
      ...['--testTimeout', '240000', '--hookTimeout', '240000'],
      ...['--reporter', 'json', '--outputFile', outputFile, ...files],
    ],
    { quiet: true, cwd: folder },
  )
  return JSON.parse(await readFile(outputFile, 'utf8')) as Report
}

function failuresIn({ testResults }: Report, folder: string): { test: string; reason: string }[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults.filter(one => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ test: file, reason: message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file}: ${fullName}`,
      reason: failureMessages[0]?.split('\n')[0] ?? '',
    }))
  })
}

async function main(paths: readonly string[]): Promise<void> {
  const last = releasesIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).find(({ date }) => date)
  if (!last) throw new Error('CHANGELOG.md names no release.')
  const name = await nameOf(last)
  const folder = await mkdtemp(join(tmpdir(), 'lading-upgrade-'))
  try {
    await unpack(name, folder)
    const files = await httpTests(folder, paths.length > 0 ? paths : ['server'])
    if (files.length === 0) throw new Error(`No test below ${paths.join(', ')} calls the API.`)
    console.log(`${files.length} test files of version ${last.version} (${name}) on today’s schema …`)
    const report = await runTests(folder, files)
    const failures = failuresIn(report, folder)
    const isIntended = (test: string) => intendedChanges.some(change => change.test.test(test))
    const faults = failures.filter(({ test }) => !isIntended(test))
    for (const { test, reason } of faults) console.log(`Failed: ${test}\n  ${reason}`)
    const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const passed = all.filter(({ status }) => status === 'passed').length
    console.log(
      `${passed} passed, ${failures.length - faults.length} differ as they are meant to, ${faults.length} failed.`,
    )
    if (faults.length > 0 || passed === 0) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
