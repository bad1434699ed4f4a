import { afterEach, expect, test, vi } from 'vitest'
import { CallerLeft, FairQueue } from './fair-queue.ts'

/** Tasks that end when they are told to, and the order in which they began. */
function bench(turns: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (company: string, name: string) =>
    turns.take(company, () => {
      begun.push(name)
      return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    // The next one begins with the same round of the event loop.
    await new Promise(setImmediate)
  }
  return { begun, ask, end }
}

const full = () => new Error('full')

afterEach(() => {
  vi.useRealTimers()
})

/** Three companies have used much: their tasks took ten seconds each. */
async function afterMuch() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const kept = { places: 1, much: 5_000 }
  const turns = new FairQueue({ atOnce: 3, ofOneCompany: 2, besideOthers: 1, waiting: 10, kept, full })
  const { begun, ask, end } = bench(turns)
  const all = ['a1', 'b1', 'c1'].map(name => ask(name.charAt(0), name))
  vi.advanceTimersByTime(10_000)
  for (const name of ['a1', 'b1', 'c1']) await end(name)
  await Promise.all(all)
  begun.length = 0
  return { turns, begun, ask, end }
}

test('the companies that wait take turns, however much one of them has asked for before', async () => {
  const { begun, ask, end } = bench(new FairQueue({ atOnce: 1, waiting: 10, full }))
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map(name => ask('a', name)),
    ...['b1', 'b2'].map(name => ask('b', name)),
    ask('c', 'c1'),
  ]
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']
  for (const name of order) await end(name)
  expect(begun).toEqual(order)
  expect((await Promise.all(all)).toSorted()).toEqual(order.toSorted())
})

test('one company never has all places, so that another’s task begins at once', async () => {
  const turns = new FairQueue({ atOnce: 3, ofOneCompany: 2, waiting: 10, full })
  const { begun, ask, end } = bench(turns)
  const all = [...['a1', 'a2', 'a3'].map(name => ask('a', name)), ask('b', 'b1')]
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  expect(turns.load).toEqual({ running: 3, waiting: 1 })
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await end('a2')
  await end('a3')
  await Promise.all(all)
  expect(turns.load).toEqual({ running: 0, waiting: 0 })
})

test('two companies that ask for much leave a third its place', async () => {
  const turns = new FairQueue({ atOnce: 3, ofOneCompany: 2, besideOthers: 1, waiting: 10, full })
  const { begun, ask, end } = bench(turns)
  const all = [...['a1', 'b1', 'a2', 'b2'].map(name => ask(name.charAt(0), name)), ask('c', 'c1')]
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1')
  await end('b2')
  // Alone, a company has more.
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2'])
  for (const name of ['a1', 'a2']) await end(name)
  await Promise.all(all)
  expect(turns.load).toEqual({ running: 0, waiting: 0 })
})

test('a company whose queue is full is sent away, and another is not', async () => {
  const { begun, ask, end } = bench(new FairQueue({ atOnce: 1, waiting: 1, full }))
  const all = [ask('a', 'a1'), ask('a', 'a2')]
  await expect(ask('a', 'a3')).rejects.toThrow('full')
  all.push(ask('b', 'b1'))
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('a task that fails gives its place back', async () => {
  const turns = new FairQueue({ atOnce: 1, waiting: 1, full })
  await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take('b', async () => 'done')).toBe('done')
})

test('whoever leaves gives up the place in the queue, and what has begun goes on', async () => {
  const turns = new FairQueue({ atOnce: 1, waiting: 1, full })
  const { begun, ask, end } = bench(turns)
  const first = ask('a', 'a1')
  const leaving = new AbortController()
  const dropped = turns.take('a', async () => begun.push('never'), leaving.signal)
  leaving.abort()
  await expect(dropped).rejects.toThrow(CallerLeft)
  expect(turns.load).toEqual({ running: 1, waiting: 0 })
  await expect(turns.take('b', async () => begun.push('never'), leaving.signal)).rejects.toThrow(CallerLeft)
  const second = ask('a', 'a2')
  await end('a1')
  await end('a2')
  expect([await first, await second]).toEqual(['a1', 'a2'])
  expect(begun).toEqual(['a1', 'a2'])
})

test('whoever has waited for too long is told so, and another takes the place', async () => {
  const turns = new FairQueue({ atOnce: 1, waiting: 1, patience: 20, full })
  const over = await turns.begin('a')
  await expect(turns.take('a', async () => 'never')).rejects.toThrow('full')
  expect(turns.load).toEqual({ running: 1, waiting: 0 })
  over()
  over()
  expect(turns.load).toEqual({ running: 0, waiting: 0 })
  expect(await turns.take('a', async () => 'done')).toBe('done')
})

test('a refusal says whether the company’s own calls are what is too much', async () => {
  const said = (isOwn: boolean) => new Error(isOwn ? 'yours' : 'all')
  const turns = new FairQueue({ atOnce: 1, waiting: 1, patience: 50, full: said })
  const over = await turns.begin('a')
  const late = [turns.begin('a'), turns.begin('b')].map(turn => turn.catch((error: Error) => error.message))
  await expect(turns.begin('a')).rejects.toThrow('yours')
  expect(await Promise.all(late)).toEqual(['yours', 'all'])
  over()
  const shared = new FairQueue({ atOnce: 2, ofOneCompany: 1, waiting: 1, patience: 50, full: said })
  const ends = [await shared.begin('a'), await shared.begin('b')]
  const own = shared.begin('a').catch((error: Error) => error.message)
  expect(shared.isCrowded).toBe(false)
  const other = shared.begin('c').catch((error: Error) => error.message)
  expect(shared.isCrowded).toBe(true)
  expect(await Promise.all([own, other])).toEqual(['yours', 'all'])
  for (const end of ends) end()
})

test('where ten companies fill the whole queue, whoever waits with the most makes room for another', async () => {
  const said = (isOwn: boolean) => new Error(isOwn ? 'yours' : 'all')
  const turns = new FairQueue({ atOnce: 1, waiting: 2, full: said })
  const over = await turns.begin('first')
  const begun: string[] = []
  const companies = Array.from({ length: 10 }, (_, number) => `company ${number}`)
  const waiting = companies.flatMap(company =>
    [1, 2].map(number =>
      turns
        .take(company, async () => begun.push(`${company} ${number}`))
        .catch((error: Error) => error.message),
    ),
  )
  const quiet = turns.take('quiet', async () => begun.push('quiet'))
  expect(await waiting[1]).toBe('yours')
  expect(turns.load).toEqual({ running: 1, waiting: 20 })
  over()
  await Promise.all([quiet, ...waiting])
  expect(begun).toHaveLength(20)
  expect(begun).toContain('quiet')
})

test('whoever has waited for too long is told whether anything came to its end meanwhile', async () => {
  const late = (_isOwn: boolean, isStuck: boolean) => new Error(isStuck ? 'stuck' : 'many')
  const turns = new FairQueue({ atOnce: 1, waiting: 9, patience: 50, full, late })
  const failing = new Error('The database is gone.')
  const first = Promise.withResolvers<void>()
  const running = turns.take('a', () => first.promise)
  const waits = [turns.begin('a'), turns.begin('a')]
  // What fails by a component is no progress: the next begins, and the one behind it is stuck with it.
  first.reject(failing)
  await expect(running).rejects.toBe(failing)
  const end = await waits[0]
  await expect(waits[1]).rejects.toThrow('stuck')

  const others = [turns.begin('a'), turns.begin('a')]
  end?.()
  const last = await others[0]
  await expect(others[1]).rejects.toThrow('many')
  last?.()
})

test('companies that used much lately leave a place to others, whose calls begin at once', async () => {
  const { turns, begun, ask, end } = await afterMuch()
  const heavy = ['a2', 'b2', 'c2', 'a3', 'b3', 'c3']
  const all = heavy.map(name => ask(name.charAt(0), name))
  expect(begun).toEqual(['a2', 'b2'])
  expect(turns.load).toEqual({ running: 2, waiting: 4 })
  all.push(ask('d', 'd1'))
  expect(begun).toEqual(['a2', 'b2', 'd1'])
  // Another such company comes before those that wait.
  all.push(ask('e', 'e1'))
  await end('a2')
  expect(begun).toEqual(['a2', 'b2', 'd1', 'e1'])
  for (const name of ['d1', 'e1']) await end(name)
  for (const name of ['b2', 'c2', 'a3', 'b3', 'c3']) await end(name)
  expect(begun.slice(4)).toEqual(['c2', 'a3', 'b3', 'c3'])
  await Promise.all(all)
})

test('what a company used counts half after a minute, and it has all places again', async () => {
  const { begun, ask, end } = await afterMuch()
  vi.advanceTimersByTime(61_000)
  const all = ['a2', 'b2', 'c2'].map(name => ask(name.charAt(0), name))
  expect(begun).toEqual(['a2', 'b2', 'c2'])
  for (const name of begun.slice()) await end(name)
  await Promise.all(all)
})

test('where all places were given to companies that are new, another waits for one task and no more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const kept = { places: 1, much: 5_000 }
  const turns = new FairQueue({ atOnce: 3, ofOneCompany: 2, besideOthers: 1, waiting: 10, kept, full })
  const { begun, ask, end } = bench(turns)
  const heavy = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']
  const all = [...heavy.map(name => ask(name.charAt(0), name)), ask('d', 'd1')]
  vi.advanceTimersByTime(10_000)
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1'])
  for (const name of ['b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']) await end(name)
  expect(begun.toSorted()).toEqual([...heavy, 'd1'].toSorted())
  await Promise.all(all)
})
