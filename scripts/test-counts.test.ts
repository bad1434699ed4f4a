import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFailedFiles, countJourneys, countRounds, countUnits } from './test-counts.ts'

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

const ran = { status: 'passed', assertionResults: [{}] }
const units = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [ran],
}

test('tests are counted', async () => {
  expect(await countUnits(await reported(units))).toEqual({ passed: 7, failed: 1, skipped: 3 })
})

test('a test file that could not be loaded is a failure', async () => {
  const testResults = [ran, { status: 'failed', assertionResults: [] }]
  expect(await countUnits(await reported({ ...units, testResults }))).toMatchObject({ failed: 2 })
})

test('files in which a test failed are named, with what ran in them', async () => {
  const file = (name: string, ...statuses: string[]) => ({
    name,
    assertionResults: statuses.map(status => ({ status })),
  })
  const testResults = [
    file('a.test.ts', 'passed'),
    file('b.test.ts', 'passed', 'failed', 'failed', 'skipped'),
  ]
  expect(await countFailedFiles(await reported({ testResults }))).toEqual({
    files: ['b.test.ts'],
    counts: { passed: 1, failed: 2, skipped: 1 },
  })
})

test('a journey that passed only when repeated is a failure, as is an error outside all journeys', async () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
  const path = await reported({ stats, errors: [{ message: 'The product did not start.' }] })
  expect(await countJourneys(path)).toEqual({ passed: 5, failed: 3, skipped: 1 })
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
