import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEndOfJobWithoutDatabase } from '#testing/unhandled-errors.ts'
import { root, runStep } from '#testing/step.ts'
import { deservesAnotherRun } from './test-again.ts'
import { countUnits } from './test-counts.ts'
import { journeyFailures, unitFailures } from './test-failures.ts'

let folder: string

beforeAll(async () => {
  // Inside of the project, so that what is written there finds vitest.
  const caches = join(root, '.cache')
  await mkdir(caches, { recursive: true })
  folder = await mkdtemp(join(caches, 'failures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a failed test, a file that was killed or could not be loaded, and an error outside all tests are named', async () => {
  const fixture = join(folder, 'breaks.test.ts')
  await writeFile(
    fixture,
    `import { expect, test } from 'vitest'
test('a sum', () => expect(1).toBe(2))
test('something left behind', async () => {
  void Promise.reject(new Error('nobody waited for this'))
  await new Promise(resolve => setTimeout(resolve, 50))
})`,
  )
  const unloaded = join(folder, 'unloaded.test.ts')
  await writeFile(unloaded, `throw new Error('not even loaded')`)
  const killed = join(folder, 'killed.test.ts')
  await writeFile(
    killed,
    `import { test } from 'vitest'
test('is well', () => undefined)
test('is never over', async () => {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
})`,
  )
  const report = join(folder, 'units.json')
  const unhandled = join(folder, 'unhandled.json')
  const config = join(folder, 'vitest.config.ts')
  await writeFile(
    config,
    `import { UnhandledErrors } from '#testing/unhandled-errors.ts'
const reporters = ['json', new UnhandledErrors('${unhandled}')]
export default { test: { reporters, outputFile: { json: '${report}' } } }`,
  )
  const { ok } = await runStep('vitest', ['run', '--config', config, '--root', folder], {
    env: { VITEST: '' },
    quiet: true,
  })
  expect(ok).toBe(false)
  const failures = await unitFailures(report, unhandled)
  expect(failures.map(failure => failure.split('\n').slice(0, 2).join(' '))).toEqual([
    expect.stringMatching(/breaks\.test\.ts: a sum .*expected 1 to be 2/),
    expect.stringMatching(/killed\.test\.ts .*Worker forks emitted error/),
    expect.stringMatching(/unloaded\.test\.ts .*not even loaded/),
    expect.stringMatching(/^outside all tests .*nobody waited for this/),
  ])
  expect(failures[1]).toContain('Worker exited unexpectedly with signal SIGKILL')
  expect(
    deservesAnotherRun({ ok: false, counts: await countUnits(report), failures: failures.slice(0, 3) }),
  ).toBe(true)
})

test('a journey that failed, one that passed only when repeated and an error outside them are named', async () => {
  const report = join(folder, 'journeys.json')
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'jobs.spec.ts',
    tests: [{ status, results: [...messages.map(message => ({ error: { message } })), {}] }],
  })
  const suites = [
    {
      specs: [spec('is well', 'expected')],
      suites: [
        { specs: [spec('is broken', 'unexpected', 'no such button'), spec('wavers', 'flaky', 'too late')] },
      ],
    },
  ]
  await writeFile(report, JSON.stringify({ suites, errors: [{ message: 'The product did not start.' }] }))
  expect(await journeyFailures(report)).toEqual([
    'jobs.spec.ts: is broken\n    no such button',
    'jobs.spec.ts: wavers\n    too late',
    'outside all journeys\n    The product did not start.',
  ])
})

test('a run that left no report names nothing', async () => {
  const missing = join(folder, 'none.json')
  expect(await unitFailures(missing, missing)).toEqual([])
  expect(await journeyFailures(missing)).toEqual([])
})

const stack = (frame: string) =>
  `Error: …\n    at withRetries (node_modules/graphile-worker/dist/lib.js:374:24)\n    at ${frame}`

test.each([
  { message: 'timeout exceeded when trying to connect', frame: 'sql/completeJobs.js:34:9', isLeftOut: true },
  { message: 'Connection terminated unexpectedly', frame: 'sql/failJobs.js:40:9', isLeftOut: true },
  { message: 'timeout exceeded when trying to connect', frame: 'sql/getJobs.js:34:9', isLeftOut: false },
  { message: 'no such column', frame: 'sql/completeJobs.js:34:9', isLeftOut: false },
])('$message in $frame: left out $isLeftOut', ({ message, frame, isLeftOut }) => {
  const error = { message, stack: stack(`node_modules/graphile-worker/dist/${frame}`) }
  expect(isEndOfJobWithoutDatabase(error)).toBe(isLeftOut)
})
