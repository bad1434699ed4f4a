import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionProblem } from '#web/lib/problem.ts'
import { createAutosave, type KeptChange } from './autosave.ts'

type Row = { version: number; price: number; note: string }
type Change = Partial<Pick<Row, 'price' | 'note'>>

class Stale extends Error {
  now: Row
  constructor(now: Row) {
    super('Somebody has changed this in the meantime')
    this.now = now
  }
}

const start: Row = { version: 1, price: 10, note: '' }

type Given = { row?: Row; known?: Row; kept?: KeptChange<Row, Change>; readOnlyBecause?: string }

/** A record that refuses outdated versions, as the server does. */
function store({ row: first = start, known = first, kept, readOnlyBecause }: Given = {}) {
  let row = first
  const drafts = { now: kept }
  const left: string[] = []
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
    stored: known,
    send,
    apply: (stored, change) => ({ ...stored, ...change }),
    merge: (earlier, later) => ({ ...earlier, ...later }),
    overlaps: (change, before, current) =>
      (Object.keys(change) as (keyof Change)[]).some(field => before[field] !== current[field]),
    existing: error => Promise.resolve(error instanceof Stale ? error.now : null),
    explain: error => (error as Error).message,
    unstored: (change, stored) => {
      const rest = Object.entries(change).filter(([field, value]) => stored[field as keyof Change] !== value)
      return rest.length === 0 ? null : Object.fromEntries(rest)
    },
    describe: (change, stored) => `${JSON.stringify(change)} instead of ${stored.price}`,
    keep: {
      read: () => drafts.now,
      write: (change, before) => {
        drafts.now = { change, before, at: 'now' }
      },
      forget: () => {
        drafts.now = undefined
      },
    },
    readOnlyBecause,
    onLeftUnsaved: what => left.push(what),
    delay: 100,
  })
  return { autosave, calls, gate, write, row: () => row, drafts, left }
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

const offline = () => new ConnectionProblem('The network is down.')

describe('a change that is not saved yet', () => {
  test('is kept at once, on the record that it was typed on, until the server has taken it', async () => {
    const { autosave, drafts, gate } = store()
    gate.failWith = offline()
    autosave.change({ price: 1 })
    expect(drafts.now).toEqual({ change: { price: 1 }, before: start, at: 'now' })
    autosave.change({ note: 'per kg' })
    await vi.advanceTimersByTimeAsync(100)
    expect(autosave.snapshot().state).toMatchObject({ kind: 'failed' })
    expect(drafts.now).toEqual({ change: { price: 1, note: 'per kg' }, before: start, at: 'now' })
    gate.failWith = null
    autosave.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(drafts.now).toBeUndefined()
  })

  test('of what is typed during a save, the rest stays kept', async () => {
    const { autosave, drafts, gate, row } = store()
    autosave.change({ price: 12 })
    autosave.flush()
    autosave.change({ note: 'per kg' })
    expect(drafts.now?.change).toEqual({ price: 12, note: 'per kg' })
    gate.failWith = offline()
    await vi.advanceTimersByTimeAsync(0)
    expect(drafts.now).toEqual({ change: { note: 'per kg' }, before: row(), at: 'now' })
  })

  test('is tried again by itself, ever more rarely, without taking its words away', async () => {
    const { autosave, calls, gate, row } = store()
    gate.failWith = offline()
    autosave.change({ price: 12 })
    await vi.advanceTimersByTimeAsync(100)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3999)
    expect(calls).toHaveLength(2)
    expect(autosave.snapshot().state).toMatchObject({ kind: 'failed', message: 'The network is down.' })
    gate.failWith = null
    await vi.advanceTimersByTimeAsync(1)
    expect(row().price).toBe(12)
    expect(autosave.snapshot().state).toEqual({ kind: 'saved' })
  })

  test('is not tried again by itself where that would be refused again', async () => {
    const { autosave, calls, gate } = store()
    gate.failWith = new Error('Too large.')
    autosave.change({ price: 12 })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toHaveLength(1)
  })

  test('is told about when the screen is left, and tried no more', async () => {
    const { autosave, calls, gate, left, drafts } = store()
    autosave.enter()
    gate.failWith = offline()
    autosave.change({ price: 12 })
    autosave.leave()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toHaveLength(1)
    expect(left).toEqual(['{"price":12} instead of 10'])
    expect(drafts.now?.change).toEqual({ price: 12 })
  })

  test('is not told about when leaving the screen has saved it', async () => {
    const { autosave, left, drafts } = store()
    autosave.enter()
    autosave.change({ price: 12 })
    autosave.leave()
    await vi.runAllTimersAsync()
    expect([left, drafts.now]).toEqual([[], undefined])
  })

  test('is not written over unseen by a newer record that is read meanwhile', async () => {
    const { autosave, gate, write, row } = store()
    gate.failWith = offline()
    autosave.change({ price: 12 })
    await vi.advanceTimersByTimeAsync(100)
    gate.failWith = null
    write({ price: 99 })
    autosave.refresh(row())
    await vi.runAllTimersAsync()
    expect(autosave.snapshot().state.kind).toBe('contested')
    expect(row().price).toBe(99)
  })
})

describe('a change that an earlier visit could not save', () => {
  const kept = { change: { price: 12 }, before: start, at: '2026-11-22T10:00:00Z' }
  const offer = (stored: number) => ({ what: `{"price":12} instead of ${stored}`, at: kept.at })

  test('is put on top of the record and saved by itself', async () => {
    const { autosave, drafts, row } = store({ kept })
    expect(autosave.snapshot().record.price).toBe(12)
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(row()).toEqual({ ...start, price: 12, version: 2 })
    expect(drafts.now).toBeUndefined()
  })

  test('is offered when it fails again', async () => {
    const { autosave, gate, drafts, row } = store({ kept })
    gate.failWith = new Error('No.')
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(autosave.snapshot()).toEqual({
      record: { ...start, price: 12 },
      state: { kind: 'failed', message: 'No.', offer: offer(10) },
    })
    autosave.discard()
    expect([autosave.snapshot().record, drafts.now]).toEqual([row(), undefined])
  })

  test('is saved on top of what others changed beside it', async () => {
    const { autosave, row } = store({ kept, row: { version: 5, price: 10, note: 'theirs' } })
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(row()).toEqual({ version: 6, price: 12, note: 'theirs' })
  })

  test('is offered, not sent, when somebody changed the same', async () => {
    const { autosave, row, calls, drafts } = store({ kept, row: { ...start, version: 5, price: 99 } })
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(calls).toEqual([])
    expect(autosave.snapshot().state).toEqual({
      kind: 'contested',
      message: 'Somebody else has changed the same field.',
      offer: offer(99),
    })
    expect(drafts.now).toEqual(kept)
    autosave.retry()
    await vi.runAllTimersAsync()
    expect([row().price, drafts.now]).toEqual([12, undefined])
  })

  test('is no change any more when the server had taken it and only the answer was lost', async () => {
    const { autosave, calls, drafts } = store({ kept, row: { ...start, version: 2, price: 12 } })
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(autosave.snapshot().state).toEqual({ kind: 'untouched' })
    expect([calls, drafts.now]).toEqual([[], undefined])
  })

  test('nor when that is found out only by sending it', async () => {
    const { autosave, drafts, row } = store({ kept, known: start, row: { ...start, version: 2, price: 12 } })
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(autosave.snapshot()).toEqual({ record: row(), state: { kind: 'saved' } })
    expect(drafts.now).toBeUndefined()
  })

  test('can only be read and discarded where nothing may be saved', async () => {
    const { autosave, calls, drafts } = store({ kept, readOnlyBecause: 'Viewers only read.' })
    autosave.enter()
    await vi.runAllTimersAsync()
    expect(autosave.snapshot()).toEqual({
      record: start,
      state: { kind: 'failed', message: 'Viewers only read.', offer: offer(10), isFinal: true },
    })
    expect([calls, autosave.isDirty(), drafts.now]).toEqual([[], false, kept])
    autosave.discard()
    expect(drafts.now).toBeUndefined()
  })
})
