import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { itemValues } from './form.ts'
import { createItemQueue, type QueuedItem } from './item-queue.ts'

const item = (id: string, name = id): QueuedItem => ({ id, values: { ...itemValues(null), name } })

type Sending = {
  item: QueuedItem
  answer: () => Promise<unknown>
  refuse: (error: string) => Promise<unknown>
}

/** A queue whose requests are answered by hand. */
function open(kept: readonly QueuedItem[] = []) {
  const sent: Sending[] = []
  const settled = () => vi.advanceTimersByTimeAsync(0)
  let stored: readonly QueuedItem[] = kept
  const unseen: string[] = []
  let emptied = 0
  const queue = createItemQueue({
    keep: change => {
      stored = change(stored)
    },
    send: one =>
      new Promise((resolve, reject) => {
        sent.push({
          item: one,
          answer: () => {
            resolve()
            return settled()
          },
          refuse: error => {
            reject(new Error(error))
            return settled()
          },
        })
      }),
    explain: error => (error as Error).message,
    isPassing: error => (error as Error).message === 'no connection',
    onUnseenFailure: ({ id }, failure) => unseen.push(`${id}: ${failure}`),
    onEmpty: () => {
      emptied += 1
    },
  })
  queue.adopt(kept)
  return {
    queue,
    sent,
    unseen,
    last: () => sent.at(-1) as Sending,
    names: () => sent.map(one => one.item.values.name),
    kept: () => stored.map(one => one.values.name),
    state: () => {
      const { items, ...state } = queue.snapshot()
      return { ...state, items: items.map(({ id }) => id) }
    },
    emptied: () => emptied,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('items are saved one after the other, in the order of typing, and kept until they are', async () => {
  const { queue, last, names, kept, state, emptied } = open()
  for (const id of ['a', 'b', 'c']) queue.add(item(id))
  expect([names(), kept()]).toEqual([['a'], ['a', 'b', 'c']])
  await last().answer()
  expect([names(), kept()]).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
  await last().answer()
  await last().answer()
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(kept()).toEqual([])
  expect(state()).toEqual({ items: [], isSaving: false, failure: '', saved: 3 })
  expect(emptied()).toBe(1)
})

test('a refused item and those behind it wait for a person; nothing overtakes it', async () => {
  const { queue, last, names, kept, state } = open()
  queue.add(item('a'))
  queue.add(item('b'))
  await last().refuse('too long')
  queue.add(item('c'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(names()).toEqual(['a'])
  expect(kept()).toEqual(['a', 'b', 'c'])
  expect(state()).toEqual({ items: ['a', 'b', 'c'], isSaving: false, failure: 'too long', saved: 0 })
  queue.replace(item('a', 'shorter'))
  queue.retry()
  await last().answer()
  await last().answer()
  await last().answer()
  expect(names()).toEqual(['a', 'shorter', 'b', 'c'])
  expect(state()).toEqual({ items: [], isSaving: false, failure: '', saved: 3 })
})

test('a lost connection is tried again by itself, and says so meanwhile', async () => {
  const { queue, last, names, state } = open()
  queue.add(item('a'))
  await last().refuse('no connection')
  expect(state().failure).toBe('no connection')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([names(), state().isSaving, state().failure]).toEqual([['a', 'a'], true, 'no connection'])
  await last().refuse('no connection')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(names()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  await last().answer()
  expect(state()).toEqual({ items: [], isSaving: false, failure: '', saved: 1 })
})

test('an item that somebody edits is not sent before that is over, nor are those behind it', async () => {
  const { queue, last, names } = open()
  for (const id of ['a', 'b', 'c']) queue.add(item(id))
  const release = queue.hold('b')
  await last().answer()
  expect(names()).toEqual(['a'])
  queue.replace(item('b', 'better'))
  release()
  await last().answer()
  await last().answer()
  expect(names()).toEqual(['a', 'better', 'c'])
})

test('a connection that comes back while somebody edits is not missed', async () => {
  const { queue, last, names } = open()
  queue.add(item('a'))
  await last().refuse('no connection')
  const release = queue.hold('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(names()).toEqual(['a'])
  release()
  expect(names()).toEqual(['a', 'a'])
})

test('a discarded item is gone, and the next goes on', async () => {
  const { queue, last, names, kept } = open()
  queue.add(item('a'))
  queue.add(item('b'))
  await last().refuse('too long')
  const release = queue.hold('a')
  queue.drop('a')
  release()
  await last().answer()
  expect([names(), kept()]).toEqual([['a', 'b'], []])
})

test('what an earlier page left unsaved is saved first', async () => {
  const { queue, last, names } = open([item('old')])
  queue.add(item('new'))
  queue.adopt([item('old'), item('new')])
  await last().answer()
  await last().answer()
  expect(names()).toEqual(['old', 'new'])
})

test('a failure that nobody sees is told once', async () => {
  const { queue, last, unseen } = open()
  queue.add(item('a'))
  await last().refuse('no connection')
  await vi.advanceTimersByTimeAsync(2_000)
  await last().refuse('no connection')
  expect(unseen).toEqual(['a: no connection'])
  const seen = open()
  seen.queue.subscribe(() => undefined)
  seen.queue.add(item('b'))
  await seen.last().refuse('too long')
  expect(seen.unseen).toEqual([])
})
