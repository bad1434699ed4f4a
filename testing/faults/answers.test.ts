import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, countAnswer, noAnswers, answerFault } from './answers.ts'
import { openLedger } from './ledger.ts'
import { reportOf } from './report.ts'
import { addFindings, addRound, isInOrder, newState } from './state.ts'
import type { Finding } from './verify.ts'

const call = 'PUT /api/shipment'
const json = 'application/problem+json'
const html = 'text/html; charset=utf-8'
const answer = (status: number | undefined, contentType = '', text = ''): Answer => ({
  ...{ call, milliseconds: 12, status, contentType, text },
  ...(status === undefined && { failure: 'ECONNRESET' }),
})

test.each([
  ['an empty 500', answer(500), `${call}: 500  `],
  [
    'a 500 with words',
    answer(500, json, '{"detail":"Something failed."}'),
    `${call}: 500 ${json} {"detail":"Something failed."}`,
  ],
  [
    'a refusal without a sentence',
    answer(503, 'application/json', '{"message":"Service Unavailable"}'),
    `${call}: 503 application/json {"message":"Service Unavailable"}`,
  ],
  ['an empty page', answer(503, html, '<h1></h1>'), `${call}: 503 ${html} <h1></h1>`],
  [
    'a refusal of no kind',
    answer(502, 'text/plain', 'Bad Gateway, sorry for that'),
    `${call}: 502 text/plain `,
  ],
  ['no answer', answer(undefined), `${call}: no answer (ECONNRESET)`],
])('%s is an answer without words', (_, given, words) => {
  expect(answerFault(given, false)).toContain(words)
  const counts = noAnswers()
  countAnswer(counts, given, false)
  expect(counts.wordless).toHaveLength(1)
})

test.each([
  ['a success', answer(201, 'application/json', '{}')],
  ['a redirect', answer(303)],
  ['a refusal with a sentence', answer(503, json, '{"detail":"The database cannot be reached; try again."}')],
  ['a page that says what is wrong', answer(503, html, '<h1>Not available</h1><p>Try again soon.</p>')],
])('%s is in order', (_, given) => {
  expect(answerFault(given, false)).toBeUndefined()
})

test('no answer is in order where the server had been ended on purpose', () => {
  expect(answerFault(answer(undefined), true)).toBeUndefined()
  expect(answerFault(answer(500), true)).toBeDefined()
})

const round = (wordless: string[], findings: Finding[] = [], notBack: string[] = []) => ({
  ...{ round: 1, kind: 'server killed', seconds: 3, acknowledged: 20, backAfterMs: 2500 },
  answers: { ...noAnswers(), slowestMs: 10_500, slowestCall: call, wordless },
  ...{ findings, notBack },
})
const finding = (fault: Finding['fault']): Finding => ({ fault, round: 1, words: 'item 3' })

test.each([
  ['an answer without words', round(['PUT: 500'])],
  ['a lost write', round([], [finding('lost')])],
  ['half a write', round([], [finding('half')])],
  ['a number given twice', round([], [finding('twice')])],
  ['a product that does not come back', round([], [], ['nobody could sign in'])],
])('%s makes the run a failure', (_, result) => {
  const state = newState(7)
  addRound(state, round([]))
  expect(isInOrder(state)).toBe(true)
  expect(reportOf(state, []).at(-1)).toBe(
    'Nothing lost, nothing half, nothing twice, no answer without words. Seed 7.',
  )
  addRound(state, result)
  expect(isInOrder(state)).toBe(false)
  expect(reportOf(state, []).at(-1)).toBe('NOT in order: see above. Seed 7.')
})

test('what is found at the end makes the run a failure too', () => {
  const state = newState(7)
  addRound(state, round([]))
  addFindings(state, 'at the end', [finding('lost')])
  expect(isInOrder(state)).toBe(false)
})

test('the report has a row for each kind, the goals and what was left out', () => {
  const state = newState(7)
  addRound(state, round([]))
  expect(reportOf(state, ['a clock that is set back (faketime not found)'])).toEqual([
    'fault          rounds  acknowledged  lost  half  twice  without words  not back  slowest answer (s)  back after (s)',
    'server killed       1            20     0     0      0              0         0                10.5             2.5',
    'all                 1            20     0     0      0              0         0                10.5             2.5',
    '',
    'LEFT OUT: a clock that is set back (faketime not found).',
    'At the end 0 jobs were read again, with all that belongs to them.',
    'The slowest answer took 10.5 s (the goal on an idle machine: 10 s at most, missed).',
    'The slowest return to work took 2.5 s (the goal on an idle machine: 10 s at most).',
    'Nothing lost, nothing half, nothing twice, no answer without words. Seed 7.',
  ])
})

test('the ledger is read again as it was left, also by a harness that was killed while it wrote', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-ledger-'))
  const path = join(folder, 'ledger.jsonl')
  const first = openLedger(path)
  const entry = first.begin(1, { what: 'job', job: 'a' })
  first.keep(entry, { number: 1 })
  first.begin(2, { what: 'item', job: 'a', item: 'b', version: 4 })
  first.arrive('c')
  await appendFile(path, '{"n":1,"ke')
  openLedger(path).arrive('c')
  const again = openLedger(path)
  expect(again.entries).toEqual(first.entries)
  expect(again.arrivals).toEqual(new Map([['c', 2]]))
  expect(again.nextVersion()).toBeGreaterThan(4)
  await rm(folder, { recursive: true })
})
