import { afterEach, expect, test, vi } from 'vitest'
import { CallerLeft } from '#server/fair-queue.ts'
import { PdfError } from './pdf-error.ts'
import { PrintQueue, type Batch, type QueuedDocument } from './queue.ts'

const one = (company: string, name: string): QueuedDocument => ({
  company,
  document: Buffer.from(name),
  isAlone: false,
  resolve: () => undefined,
  reject: () => undefined,
})
const open = (limit = 200) => new PrintQueue({ limit, patience: 60_000 })
const names = (round: Batch | undefined) =>
  (round?.documents ?? []).map(({ company, document }) => `${company}${Buffer.from(document).toString()}`)

/** One run after the other, each as long as said of its documents. */
function runAll(
  queue: PrintQueue,
  seconds: (round: Batch) => number = () => 1,
  after = () => undefined as void,
) {
  const all: string[][] = []
  for (let round = queue.take(); round; round = queue.take()) {
    all.push(names(round))
    queue.ran(round, seconds(round))
    after()
  }
  return all
}

afterEach(() => vi.useRealTimers())

test('a round holds documents of one company, eight at most, and the companies take turns', () => {
  const queue = open()
  for (let number = 1; number <= 18; number += 1) queue.add(one('A', String(number)))
  queue.add(one('B', '1'))
  queue.add(one('A', '19'))
  queue.add(one('C', '1'))
  queue.add(one('B', '2'))
  expect(runAll(queue)).toEqual([
    ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'],
    ['B1', 'B2'],
    ['C1'],
    ['A9', 'A10', 'A11', 'A12', 'A13', 'A14', 'A15', 'A16'],
    ['A17', 'A18', 'A19'],
  ])
})

test('what is tried again goes by itself', () => {
  const queue = open()
  for (const name of ['1', '2', '3']) queue.add(one('A', name))
  const round = queue.take()
  const [first, second] = round?.documents ?? []
  queue.add(one('A', '4'))
  queue.add(one('B', '1'))
  if (second) queue.again(second)
  if (first) queue.again(first)
  if (round) queue.ran(round, 1)
  expect(runAll(queue)).toEqual([['B1'], ['A1'], ['A2'], ['A4']])
})

test('a company that fills its own places takes none of another’s', () => {
  const queue = open(2)
  for (const name of ['1', '2']) queue.add(one('A', name))
  expect(() => queue.add(one('A', '3'))).toThrow(PdfError)
  queue.add(one('B', '1'))
  expect(queue.clear().map(waiting => waiting.company)).toEqual(['A', 'A', 'B'])
  expect(queue.isEmpty).toBe(true)
})

test('one long document weighs as much as many short ones', () => {
  const queue = open()
  for (let number = 1; number <= 3; number += 1) queue.add({ ...one('long', String(number)), isAlone: true })
  for (let number = 1; number <= 80; number += 1) queue.add(one('short', String(number)))
  const turns = runAll(queue, ({ company }) => (company === 'long' ? 12 : 3)).map(([name]) => name)
  expect(turns).toEqual([
    ...['long1', 'short1', 'short9', 'short17', 'short25'],
    ...['long2', 'short33', 'short41', 'short49', 'short57'],
    ...['long3', 'short65', 'short73'],
  ])
})

test('of those who begin together, the company whose documents have taken most lately is last', () => {
  const queue = open()
  for (const [company, seconds] of [
    ['much', 25],
    ['some', 3],
  ] as const) {
    queue.add(one(company, '0'))
    expect(runAll(queue, () => seconds)).toEqual([[`${company}0`]])
  }
  for (const company of ['much', 'some', 'new']) queue.add(one(company, '1'))
  expect(runAll(queue)).toEqual([['new1'], ['some1'], ['much1']])
})

test('eight newcomers with 20 documents each keep whoever works regularly waiting for one turn of each', () => {
  const queue = open()
  queue.add(one('regular', '0'))
  const first = queue.take()
  if (first) queue.ran(first, 40)
  const newcomers = Array.from({ length: 8 }, (_, number) => `new${number}-`)
  for (const newcomer of newcomers)
    for (let number = 1; number <= 20; number += 1) queue.add(one(newcomer, String(number)))
  queue.add(one('regular', '1'))
  const companies = runAll(queue, () => 3).map(([name = '']) => name.replace(/-.*/, ''))
  expect(companies.indexOf('regular1')).toBe(8)
  expect(companies).toHaveLength(8 * 3 + 1)
})

test('newcomers that follow each other do not overtake whoever waits', () => {
  const queue = open()
  // It has had more than its share while the others wait, so that its next turn is due later than theirs.
  for (const name of ['1', '2']) queue.add({ ...one('regular', name), isAlone: true })
  queue.add(one('new0', '1'))
  queue.add(one('other', '1'))
  const first = queue.take()
  if (first) queue.ran(first, 12)
  // Three companies share LibreOffice, so its clock makes these 12 seconds up in twelve runs of three at the most.
  let newcomers = 0
  const companies = runAll(
    queue,
    () => 3,
    () => {
      newcomers += 1
      if (newcomers < 50) queue.add(one(`new${newcomers}`, '1'))
    },
  ).flat()
  expect(names(first)).toEqual(['regular1'])
  expect(companies.indexOf('regular2')).toBe(10)
})

test('a company that has waited for half a minute goes before all others, the longest first', () => {
  let now = 0
  const queue = new PrintQueue({ limit: 200, patience: 60_000, now: () => now })
  for (const name of ['1', '2']) queue.add({ ...one('long', name), isAlone: true })
  for (let number = 1; number <= 160; number += 1) queue.add(one('other', String(number)))
  const companies: string[] = []
  for (let round = queue.take(); round; round = queue.take()) {
    const isLong = round.company === 'long'
    queue.ran(round, isLong ? 1000 : 4)
    if (!isLong) now += 4000
    companies.push(round.company)
  }
  // Eight runs of four seconds are the first to pass half a minute.
  expect(companies.indexOf('long', 1)).toBe(9)
  expect(companies).toHaveLength(22)
})

test('what has waited for too long is refused, and told whose documents it waited for', async () => {
  vi.useFakeTimers()
  const refused: string[] = []
  const told = (company: string, name: string): QueuedDocument => ({
    ...one(company, name),
    reject: error => refused.push(`${company}${name}: ${error.message}`),
  })
  const queue = open()
  queue.add(told('A', '1'))
  const first = queue.take()
  queue.add(told('A', '2'))
  queue.add(told('B', '1'))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  const after =
    'kept LibreOffice busy for 60 seconds. Try again in half a minute, or make a Word document instead.'
  expect(refused).toEqual([
    `A2: This PDF was not made: other documents of your company ${after}`,
    `B1: This PDF was not made: documents of other companies ${after}`,
  ])
  expect([queue.count, names(first)]).toEqual([0, ['A1']])
  if (first) queue.ran(first, 1)
  queue.add(told('B', '2'))
  expect(runAll(queue)).toEqual([['B2']])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refused).toHaveLength(2)
})

test('where all places are taken, the company that waits with the most makes room', () => {
  const refused: string[] = []
  const queue = open(2)
  for (let number = 0; number < 10; number += 1)
    for (const name of ['-1', '-2'])
      queue.add({
        ...one(`c${number}`, name),
        reject: error => refused.push(`c${number}${name} ${error.message}`),
      })
  queue.add(one('quiet', '1'))
  expect(refused).toEqual([
    'c0-2 Your company has too many PDFs waiting at the moment. Make this one again in a minute.',
  ])
  expect(queue.count).toBe(20)
})

test('a document whose caller has left is dropped, and takes no place', async () => {
  const queue = open(1)
  const leaving = new AbortController()
  const dropped = new Promise((_, reject) => {
    queue.add({ ...one('A', '1'), left: leaving.signal, reject })
  })
  leaving.abort()
  await expect(dropped).rejects.toThrow(CallerLeft)
  expect(queue.isEmpty).toBe(true)
  queue.add(one('A', '2'))
  expect(runAll(queue)).toEqual([['A2']])
})
