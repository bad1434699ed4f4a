import { beforeEach, expect, test, vi } from 'vitest'
import { dismissTask, runTask, type Step, taskStore } from './task-store.ts'

// The store holds a page open while work goes on; the tests have no page.
vi.stubGlobal('window', new EventTarget())

beforeEach(() => {
  for (const { id } of taskStore.read()) dismissTask(id)
})

const task = () => {
  const [only, ...others] = taskStore.read()
  if (!only || others.length > 0) throw new Error(`${others.length + (only ? 1 : 0)} tasks`)
  return only
}
const start = (steps: readonly Step<string>[], atOnce = 2) =>
  runTask({
    title: 'Generating',
    steps,
    atOnce,
    explain: error => ({ message: (error as Error).message, reasons: [] }),
    summarise: (results, failed) => `${results.join(' ')}, ${failed} failed`,
  })
const step = (label: string, run: Step<string>['run'] = async () => label): Step<string> => ({ label, run })
const refused = step('b', () => Promise.reject(new Error('no')))

test('counts what is done and sums it up', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  const ending = start([step('a'), step('b', async () => held.then(() => 'b')), step('c')])
  await vi.waitFor(() => expect(task()).toMatchObject({ done: 2, total: 3, state: 'working' }))
  release()
  await ending
  expect(task()).toMatchObject({ done: 3, state: 'ended', outcome: 'a c b, 0 failed', failures: [] })
})

test('does no more at a time than it may', async () => {
  let running = 0
  let most = 0
  const busy = step('x', async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running -= 1
    return 'x'
  })
  await start(Array.from({ length: 6 }, () => busy))
  expect(most).toBe(2)
})

test('one failure stops nothing else, and only what failed is tried again', async () => {
  await start([step('a'), refused, step('c')])
  expect(task()).toMatchObject({
    outcome: 'a c, 1 failed',
    failures: [{ label: 'b', message: 'no', reasons: [] }],
  })
  task().retry()
  await vi.waitFor(() => expect(task()).toMatchObject({ total: 1, state: 'ended', outcome: ', 1 failed' }))
})

test('stopped, it begins nothing more and calls off what is under way', async () => {
  const begun: string[] = []
  const waits = (label: string) =>
    step(label, signal => {
      begun.push(label)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    })
  const ending = start([waits('a'), waits('b'), waits('c')])
  task().stop()
  await ending
  expect(begun).toEqual(['a', 'b'])
  expect(task()).toMatchObject({ state: 'stopped', failures: [], outcome: ', 0 failed' })
})

test('what has to be done first is done first; where it fails, each step has failed and may be tried again', async () => {
  const order: string[] = []
  const steps = ['a', 'b'].map(label => step(label, async () => order.push(label).toString()))
  const options = {
    title: 'Generating',
    steps,
    atOnce: 2,
    explain: (error: unknown) => ({ message: (error as Error).message, reasons: [] }),
    summarise: (results: readonly string[], failed: number) => `${results.join(' ')}, ${failed} failed`,
  }
  let isRefused = true
  await runTask({
    ...options,
    begin: async () => {
      order.push('begin')
      if (isRefused) throw new Error('no')
    },
  })
  expect(order).toEqual(['begin'])
  expect(task()).toMatchObject({ state: 'ended', outcome: ', 2 failed' })
  expect(task().failures.map(({ label, message }) => `${label} ${message}`)).toEqual(['a no', 'b no'])
  isRefused = false
  task().retry()
  await vi.waitFor(() => expect(order).toEqual(['begin', 'begin', 'a', 'b']))
})

test('stopped, it says what came of it by what stands at the end', async () => {
  const waits = step(
    'a',
    signal =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  )
  const ending = runTask({
    title: 'Generating',
    steps: [step('made'), waits],
    atOnce: 2,
    explain: () => ({ message: '', reasons: [] }),
    summarise: (results, failed, isStopped) => `${results.join(' ')}, ${failed}, ${isStopped}`,
    end: async results => [...results, 'stored too'],
  })
  await vi.waitFor(() => expect(task().done).toBe(1))
  task().stop()
  await ending
  expect(task()).toMatchObject({ state: 'stopped', outcome: 'made stored too, 0, true' })
})
