import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countFailedFiles,
  countFailedJourneyFiles,
  countJourneys,
  countRounds,
  countUnits,
} from './test-counts.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-counts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function reported(content: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(path, JSON.stringify(content))
  return path
}

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map(each => ({ status: each })),
})
const ran = file('a.test.ts', 'passed', 'passed', 'passed')

test('tests are counted', async () => {
  const some = file('b.test.ts', 'failed', 'passed', 'failed', 'failed', 'skipped', 'todo')
  expect(await countUnits(await reported({ testResults: [ran, some] }))).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
  })
})

test('a test file that could not be loaded is a failure', async () => {
  const testResults = [ran, file('b.test.ts', 'failed')]
  expect(await countUnits(await reported({ testResults }))).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('a test file whose process ended in the midst of it is a failure, and nothing in it was left out', async () => {
  const testResults = [ran, file('b.test.ts', 'failed', 'passed', 'pending', 'pending')]
  const path = await reported({ testResults })
  expect(await countUnits(path)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(await countFailedFiles(path)).toEqual({
    files: ['b.test.ts'],
    counts: { passed: 1, failed: 1, skipped: 0 },
    beside: 0,
  })
})

test('a file whose tests all passed and that failed when they were over is a failure beside them', async () => {
  const testResults = [ran, file('b.test.ts', 'failed', 'passed', 'passed')]
  expect(await countFailedFiles(await reported({ testResults }))).toEqual({
    files: ['b.test.ts'],
    counts: { passed: 2, failed: 1, skipped: 0 },
    beside: 1,
  })
})

test('files in which a test failed are named, with what ran in them', async () => {
  const testResults = [ran, file('b.test.ts', 'failed', 'passed', 'failed', 'failed', 'skipped')]
  expect(await countFailedFiles(await reported({ testResults }))).toEqual({
    files: ['b.test.ts'],
    counts: { passed: 1, failed: 2, skipped: 1 },
    beside: 0,
  })
})

test('files in which a journey failed are named, with all that ran in them', async () => {
  const spec = (path: string, status: string) => ({ file: path, tests: [{ status }] })
  const suites = [
    { specs: [spec('jobs.spec.ts', 'expected')] },
    {
      specs: [spec('paste.spec.ts', 'expected'), spec('paste.spec.ts', 'unexpected')],
      suites: [{ specs: [spec('paste.spec.ts', 'flaky'), spec('paste.spec.ts', 'skipped')] }],
    },
  ]
  expect(await countFailedJourneyFiles(await reported({ suites }))).toEqual({
    files: ['paste.spec.ts'],
    counts: { passed: 1, failed: 2, skipped: 1 },
  })
})

test('a journey that passed only when repeated is a failure, as is an error outside all journeys', async () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
  const path = await reported({ stats, errors: [{ message: 'The product did not start.' }] })
  expect(await countJourneys(path)).toEqual({ passed: 5, failed: 3, skipped: 1 })
})

test('journeys that were not begun because one of their file failed are part of that failure', async () => {
  const test = (file: string, status: string) => ({ file, tests: [{ status }] })
  const specs = [
    ...[test('a.spec.ts', 'expected'), test('a.spec.ts', 'unexpected'), test('a.spec.ts', 'skipped')],
    ...[test('b.spec.ts', 'expected'), test('b.spec.ts', 'skipped')],
  ]
  const stats = { expected: 2, unexpected: 1, flaky: 0, skipped: 2 }
  const path = await reported({ stats, errors: [], suites: [{ specs }] })
  expect(await countJourneys(path)).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('rounds of faults are counted, and what is found after the last of them', async () => {
  const leftOut = ['a clock that is set back (faketime not found)']
  const rounds = { ok: true, done: 20, failed: [], leftOut }
  expect(await countRounds(await reported(rounds))).toEqual({ passed: 20, failed: 0, skipped: 0, leftOut })
  const lost = await reported({ ...rounds, ok: false, failed: [3, 8] })
  expect(await countRounds(lost)).toMatchObject({ passed: 18, failed: 2 })
  expect(await countRounds(await reported({ ...rounds, ok: false }))).toMatchObject({ passed: 20, failed: 1 })
})

test('a run that left no report is a failure', async () => {
  const missing = join(folder, 'none.json')
  expect(await countUnits(missing)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(await countJourneys(missing)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(await countRounds(missing)).toEqual({ passed: 0, failed: 1, skipped: 0, leftOut: [] })
})
