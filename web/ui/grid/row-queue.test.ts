import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RowValues } from './columns.ts'
import { createRowQueue } from './row-queue.ts'
import type { PendingRow, Refusal, StoredRow } from './row-store.ts'

type Sending = {
  rows: readonly { id: string; values: RowValues }[]
  version: number
  answer: (rows: readonly StoredRow[]) => Promise<unknown>
  refuse: (refusal: Refusal) => Promise<unknown>
}

const row = (id: string, version: number, values: RowValues): StoredRow => ({ id, version, values })

/** A queue whose calls are answered by hand. */
function open() {
  const sent: Sending[] = []
  let kept: readonly PendingRow[] = []
  let emptied = 0
  const unseen: string[] = []
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const sending = (rows: Sending['rows'], version: number) =>
    new Promise<readonly StoredRow[]>((resolve, reject) => {
      sent.push({
        rows,
        version,
        answer: stored => {
          resolve(stored)
          return settled()
        },
        refuse: refusal => {
          reject(Object.assign(new Error('refused'), { refusal }))
          return settled()
        },
      })
    })
  const queue = createRowQueue(
    {
      add: rows => sending(rows, 0),
      change: async (id, values, version) => {
        const [stored] = await sending([{ id, values }], version)
        if (!stored) throw new Error('nothing was answered')
        return stored
      },
      reload: () => Promise.resolve([row('a', 1, { name: 'Tiles' })]),
      isReadable: (_column, value) => value !== 'dozen',
      isEmpty: values => Object.values(values).every(value => value === null || value === 0),
      keep: rows => {
        kept = rows
      },
      onEmpty: () => {
        emptied += 1
      },
      onUnseenFailure: failure => unseen.push(failure),
    },
    error => (error as { refusal: Refusal }).refusal,
  )
  const last = () => {
    const found = sent.at(-1)
    if (!found) throw new Error('nothing was sent')
    return found
  }
  const type = (id: string, column: string, value: string | number | null, before?: StoredRow) =>
    queue.set([{ row: before ?? row(id, 0, {}), column, value }])
  const pending = (id: string) => queue.snapshot().pending.get(id)
  return { queue, sent, last, type, pending, unseen, kept: () => kept, emptied: () => emptied }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a row is saved when it is left, with its readable cells; the others stay', async () => {
  const { queue, sent, last, type, pending, kept, emptied } = open()
  type('a', 'name', 'Tiles')
  type('a', 'quantity', 'dozen')
  expect(sent.length).toBe(0)
  expect(kept()).toMatchObject([{ id: 'a', cells: { name: 'Tiles', quantity: 'dozen' } }])
  queue.leave()
  expect(last().rows).toEqual([{ id: 'a', values: { name: 'Tiles' } }])
  await last().answer([row('a', 1, { name: 'Tiles', quantity: null })])
  expect(pending('a')).toMatchObject({ version: 1, cells: { quantity: 'dozen' } })
  type('a', 'quantity', 12)
  queue.leave()
  expect(last()).toMatchObject({ version: 1, rows: [{ id: 'a', values: { quantity: 12 } }] })
  await last().answer([row('a', 2, { name: 'Tiles', quantity: 12 })])
  expect(queue.snapshot()).toMatchObject({ isSaving: false, failure: '' })
  expect([kept(), emptied()]).toEqual([[], 1])
})

test('an empty row goes when it is left, and a value typed back is no change', () => {
  const { queue, sent, type, kept } = open()
  type('a', 'name', null)
  type('b', 'name', 'Grout', row('b', 3, { name: 'Tiles' }))
  type('b', 'name', 'Tiles', row('b', 3, { name: 'Tiles' }))
  queue.leave()
  expect([sent.length, kept()]).toEqual([0, []])
})

test('what is typed while a row is being saved is saved after it, on the new version', async () => {
  const { queue, sent, last, type } = open()
  type('a', 'name', 'Til')
  queue.leave()
  type('a', 'name', 'Tiles')
  queue.leave()
  expect(sent.length).toBe(1)
  await last().answer([row('a', 1, { name: 'Til' })])
  expect(last()).toMatchObject({ version: 1, rows: [{ values: { name: 'Tiles' } }] })
})

test('new rows go in their order in one call, at most 500 in each', async () => {
  const { queue, sent, last } = open()
  queue.set(
    Array.from({ length: 501 }, (_, index) => ({ row: row(`r${index}`, 0, {}), column: 'name', value: 'x' })),
  )
  queue.leave()
  expect([sent.length, last().rows.length, last().rows[0]?.id]).toEqual([1, 500, 'r0'])
  await last().answer(last().rows.map(one => row(one.id, 1, one.values)))
  expect(last().rows).toEqual([{ id: 'r500', values: { name: 'x' } }])
})

test('a lost reply: the same call is sent again, also where more was typed meanwhile', async () => {
  const { queue, last, type, pending } = open()
  type('a', 'name', 'Tiles')
  queue.leave()
  await last().refuse({ kind: 'later', message: 'The server could not be reached.' })
  expect(queue.snapshot().failure).toBe('The server could not be reached.')
  type('a', 'name', 'Glue')
  queue.leave()
  await vi.advanceTimersByTimeAsync(2000)
  expect(last()).toMatchObject({ version: 0, rows: [{ values: { name: 'Tiles' } }] })
  await last().refuse({ kind: 'known' })
  expect(last()).toMatchObject({ version: 1, rows: [{ values: { name: 'Glue' } }] })
  expect(pending('a')?.version).toBe(1)
})

test('a refused row stays with the reason while the others are saved', async () => {
  const { queue, sent, last, type, pending } = open()
  for (const id of ['a', 'b']) type(id, 'name', id)
  queue.leave()
  await last().refuse({ kind: 'rows', messages: new Map([[0, 'Too long.']]) })
  expect(pending('a')).toMatchObject({ refusal: 'Too long.' })
  expect(last().rows).toEqual([{ id: 'b', values: { name: 'b' } }])
  await last().answer([row('b', 1, { name: 'b' })])
  expect(sent.length).toBe(2)
})

test('two people: other cells are saved over theirs, the same cell asks', async () => {
  const { queue, sent, last, type, pending } = open()
  const before = row('a', 1, { name: 'Tiles', quantity: 5, packs: null })
  type('a', 'quantity', 6, before)
  queue.leave()
  await last().refuse({ kind: 'changed', theirs: row('a', 2, { name: 'Tiles', quantity: 5, packs: 7 }) })
  expect(last()).toMatchObject({ version: 2, rows: [{ values: { quantity: 6 } }] })
  await last().refuse({ kind: 'changed', theirs: row('a', 3, { name: 'Tiles', quantity: 8, packs: 7 }) })
  expect(pending('a')).toMatchObject({ theirs: { version: 3 }, cells: { quantity: 6 } })
  expect(sent.length).toBe(2)
  queue.choose('a', true)
  expect(last()).toMatchObject({ version: 3, rows: [{ values: { quantity: 6 } }] })
})

test('a row that somebody deleted is kept, and saved as a new one when asked', async () => {
  const { queue, last, type, pending } = open()
  type('a', 'quantity', 6, row('a', 1, { name: 'Tiles', quantity: 5 }))
  queue.leave()
  await last().refuse({ kind: 'gone', message: 'Not found.' })
  expect(pending('a')?.isGone).toBe(true)
  queue.saveAnew('a', 'b')
  expect(last()).toMatchObject({ version: 0, rows: [{ id: 'b', values: { name: 'Tiles', quantity: 6 } }] })
})

test('new rows of something that is gone say so, and nobody has deleted them', async () => {
  const { queue, last, type, pending } = open()
  type('a', 'name', 'Tiles')
  queue.leave()
  await last().refuse({ kind: 'gone', message: 'The job was not found.' })
  expect(queue.snapshot().failure).toBe('The job was not found.')
  expect(pending('a')).toMatchObject({ cells: { name: 'Tiles' } })
  expect(pending('a')?.isGone).toBeUndefined()
})

test('rows of an earlier page are saved; what nobody sees fail is told once', async () => {
  const { queue, last, unseen } = open()
  queue.adopt([{ id: 'a', version: 0, base: {}, cells: { name: 'Tiles' }, isOpen: true }])
  expect(last().rows).toEqual([{ id: 'a', values: { name: 'Tiles' } }])
  for (const _ of [1, 2]) {
    await last().refuse({ kind: 'later', message: 'No connection.' })
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(unseen).toEqual(['No connection.'])
})

test('what was stored a moment ago is changed back, though the page still shows the row as it was before', async () => {
  const { queue, last, type, pending } = open()
  const shown = row('a', 1, { name: 'Bed linen' })
  type('a', 'name', 'Bed linen blue', shown)
  queue.leave()
  await last().answer([row('a', 2, { name: 'Bed linen blue' })])
  expect(pending('a')).toBeUndefined()
  type('a', 'name', 'Bed linen', shown)
  queue.leave()
  expect(last()).toMatchObject({ rows: [{ id: 'a', values: { name: 'Bed linen' } }], version: 2 })
})
