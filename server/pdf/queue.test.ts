import { expect, test } from 'vitest'
import { CallerLeft } from '#server/turns.ts'
import { PdfError } from './pdf-error.ts'
import { PrintQueue, type Waiting } from './queue.ts'

const one = (company: string, name: string): Waiting => ({
  company,
  document: Buffer.from(name),
  isAlone: false,
  resolve: () => undefined,
  reject: () => undefined,
})
const names = (round: readonly Waiting[]) =>
  round.map(({ company, document }) => `${company}${Buffer.from(document).toString()}`)
const rounds = (queue: PrintQueue) => {
  const all: string[][] = []
  while (!queue.isEmpty) all.push(names(queue.take()))
  return all
}

test('a round holds documents of one company, eight at most, and the companies take turns', () => {
  const queue = new PrintQueue(200)
  for (let number = 1; number <= 18; number += 1) queue.add(one('A', String(number)))
  queue.add(one('B', '1'))
  queue.add(one('A', '19'))
  queue.add(one('C', '1'))
  queue.add(one('B', '2'))
  expect(rounds(queue)).toEqual([
    ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'],
    ['B1', 'B2'],
    ['C1'],
    ['A9', 'A10', 'A11', 'A12', 'A13', 'A14', 'A15', 'A16'],
    ['A17', 'A18', 'A19'],
  ])
})

test('what is tried again goes by itself', () => {
  const queue = new PrintQueue(200)
  for (const name of ['1', '2', '3']) queue.add(one('A', name))
  const [first, second] = queue.take()
  queue.add(one('A', '4'))
  queue.add(one('B', '1'))
  if (second) queue.again(second)
  if (first) queue.again(first)
  expect(rounds(queue)).toEqual([['A1'], ['B1'], ['A2'], ['A4']])
})

test('a company that fills its own places takes none of another’s', () => {
  const queue = new PrintQueue(2)
  for (const name of ['1', '2']) queue.add(one('A', name))
  expect(() => queue.add(one('A', '3'))).toThrow(PdfError)
  queue.add(one('B', '1'))
  expect(queue.clear().map(waiting => waiting.company)).toEqual(['A', 'A', 'B'])
  expect(queue.isEmpty).toBe(true)
})

test('the next run is of the company whose documents have taken least lately', () => {
  const queue = new PrintQueue(200)
  for (const name of ['1', '2']) queue.add(one('long', name))
  queue.ran('long', 25)
  queue.ran('short', 3)
  for (let number = 1; number <= 9; number += 1) queue.add(one('short', String(number)))
  queue.add(one('new', '1'))
  expect(names(queue.take())).toEqual(['new1'])
  expect(names(queue.take())).toHaveLength(8)
  queue.ran('short', 4)
  expect(names(queue.take())).toEqual(['short9'])
  queue.ran('short', 30)
  queue.add(one('short', '10'))
  expect(names(queue.take())).toEqual(['long1', 'long2'])
})

test('a document whose caller has left is dropped, and takes no place', async () => {
  const queue = new PrintQueue(1)
  const leaving = new AbortController()
  const dropped = new Promise((_, reject) => {
    queue.add({ ...one('A', '1'), left: leaving.signal, reject })
  })
  leaving.abort()
  await expect(dropped).rejects.toThrow(CallerLeft)
  expect(queue.isEmpty).toBe(true)
  queue.add(one('A', '2'))
  expect(rounds(queue)).toEqual([['A2']])
})
