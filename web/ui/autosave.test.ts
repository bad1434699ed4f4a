import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

type Row = { version: number; price: number; note: string }
type Change = Partial<Pick<Row, 'price' | 'note'>>

class Stale extends Error {
  now: Row
  constructor(now: Row) {
    super('Somebody changed this meanwhile')
    this.now = now
  }
}

const start: Row = { version: 1, price: 10, note: '' }

/** A record that refuses outdated versions, as the server does. */
function store() {
  let row = start
  const calls: { change: Change; version: number }[] = []
  const gate = { failWith: null as Error | null }
  const send = (change: Change, version: number): Promise<Row> => {
    calls.push({ change, version })
    if (gate.failWith) return Promise.reject(gate.failWith)
    if (version !== row.version) return Promise.reject(new Stale(row))
    row = { ...row, ...change, version: row.version + 1 }
    return Promise.resolve(row)
  }
  const write = (change: Change) => {
    row = { ...row, ...change, version: row.version + 1 }
  }
  const autosave = createAutosave<Row, Change>({
    stored: start,
    send,
    apply: (stored, change) => ({ ...stored, ...change }),
    merge: (earlier, later) => ({ ...earlier, ...later }),
    overlaps: (change, before, current) =>
      (Object.keys(change) as (keyof Change)[]).some(field => before[field] !== current[field]),
    standing: error => Promise.resolve(error instanceof Stale ? error.now : null),
    explain: error => (error as Error).message,
    delay: 100,
  })
  return { autosave, calls, gate, write, row: () => row }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('keystrokes within the delay become one request and end as saved', async () => {
  const { autosave, calls, row } = store()
  autosave.change({ price: 1 })
  autosave.change({ price: 12 })
  expect(autosave.snapshot()).toEqual({ record: { ...start, price: 12 }, state: { kind: 'waiting' } })
  await vi.advanceTimersByTimeAsync(100)
  expect(calls).toEqual([{ change: { price: 12 }, version: 1 }])
  expect(autosave.snapshot()).toEqual({ record: row(), state: { kind: 'saved' } })
})

test('what is typed while a request is under way follows on the new version', async () => {
  const { autosave, calls, row } = store()
  autosave.change({ price: 12 })
  autosave.flush()
  autosave.change({ note: 'per kg' })
  await vi.runAllTimersAsync()
  expect(calls).toEqual([
    { change: { price: 12 }, version: 1 },
    { change: { note: 'per kg' }, version: 2 },
  ])
  expect(row()).toEqual({ version: 3, price: 12, note: 'per kg' })
})

test('a failure keeps what was typed, says why, and can be tried again', async () => {
  const { autosave, gate, row } = store()
  gate.failWith = new Error('The network is down.')
  autosave.change({ price: 12 })
  await vi.runAllTimersAsync()
  expect(autosave.snapshot()).toEqual({
    record: { ...start, price: 12 },
    state: { kind: 'failed', message: 'The network is down.' },
  })
  expect(autosave.isDirty()).toBe(true)
  gate.failWith = null
  autosave.retry()
  await vi.runAllTimersAsync()
  expect(row().price).toBe(12)
  expect(autosave.isDirty()).toBe(false)
})

test("another person's change of another field is kept beside this one", async () => {
  const { autosave, write, row } = store()
  write({ note: 'theirs' })
  autosave.change({ price: 12 })
  await vi.runAllTimersAsync()
  expect(row()).toEqual({ version: 3, price: 12, note: 'theirs' })
  expect(autosave.snapshot().state).toEqual({ kind: 'saved' })
})

test("another person's change of the same field is overwritten only when a person says so", async () => {
  const { autosave, write, row } = store()
  write({ price: 99 })
  autosave.change({ price: 12 })
  await vi.runAllTimersAsync()
  expect(autosave.snapshot().state.kind).toBe('contested')
  autosave.change({ note: 'typing on' })
  autosave.flush()
  await vi.runAllTimersAsync()
  expect(row().price).toBe(99)
  autosave.retry()
  await vi.runAllTimersAsync()
  expect(row()).toEqual({ version: 3, price: 12, note: 'typing on' })
})

test('theirs can be taken instead', async () => {
  const { autosave, write, row } = store()
  write({ price: 99 })
  autosave.change({ price: 12 })
  await vi.runAllTimersAsync()
  autosave.discard()
  await vi.runAllTimersAsync()
  expect(autosave.snapshot().record).toEqual(row())
  expect(row().price).toBe(99)
})
