import { cp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root, runStep } from '#testing/step.ts'
import { intendedChanges } from './intended-changes.ts'
import { unpack } from './last-release.ts'

const migrations = 'server/db/migrations'

type Report = {
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The test files below `paths` that call the API. */
async function httpTests(folder: string, paths: readonly string[]): Promise<string[]> {
  const { output } = await runStep(
    'grep',
    [
      '-rlE',
      '--include=*.test.ts',
      // Whatever starts the product, and not one of the functions that do.
      String.raw`from '#testing/(app|identity-app|limited-products|template-company|test-company|test-provider|test-server)\.ts'`,
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

type Failure = { file: string; test: string; reason: string }

function failuresIn({ testResults }: Report, folder: string): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults.filter(one => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ file, test: file, reason: message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: `${file}: ${fullName}`,
      reason: failureMessages[0]?.split('\n')[0] ?? '',
    }))
  })
}

/** The last release with its own HTTP tests on today's schema; answers whether all is as it is meant to be. */
export async function runItsTests(name: string, folder: string, paths: readonly string[]): Promise<boolean> {
  await unpack(name, folder)
  await rm(join(folder, migrations), { recursive: true })
  await cp(join(root, migrations), join(folder, migrations), { recursive: true })
  const files = await httpTests(folder, paths.length > 0 ? paths : ['server'])
  if (files.length === 0) throw new Error(`No test below ${paths.join(', ')} calls the API.`)
  console.log(`${files.length} of its test files on today’s schema …`)
  const first = await runTests(folder, files)
  const isIntended = ({ test }: Failure) => intendedChanges.some(change => change.test.test(test))
  const again = [
    ...new Set(
      failuresIn(first, folder)
        .filter(one => !isIntended(one))
        .map(({ file }) => file),
    ),
  ]
  // What failed beside everything else runs again by itself, as with npm test (decision 0072).
  const second = again.length > 0 ? await runTests(folder, again) : { testResults: [] }
  const report = {
    testResults: [
      ...first.testResults.filter(({ name }) => !again.includes(relative(folder, name))),
      ...second.testResults,
    ],
  }
  const failures = failuresIn(report, folder)
  const faults = failures.filter(one => !isIntended(one))
  const onlyAlone = again.filter(file => !faults.some(one => one.file === file))
  if (onlyAlone.length > 0) console.log(`Passed only by themselves: ${onlyAlone.join(', ')}`)
  for (const { test, reason } of faults) console.log(`Failed: ${test}\n  ${reason}`)
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = all.filter(({ status }) => status === 'passed').length
  console.log(
    `${passed} passed, ${failures.length - faults.length} differ as they are meant to, ${faults.length} failed.`,
  )
  return faults.length === 0 && passed > 0
}
