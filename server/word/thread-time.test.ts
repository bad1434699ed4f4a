import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { newTaskStart, watchTask } from './thread-time.ts'

const workers: Worker[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate()
})

/** A thread that works or sleeps until it is ended. */
async function threadThat(does: 'works' | 'sleeps') {
  const started = newTaskStart()
  const script =
    `const { workerData, threadId } = require('node:worker_threads');` +
    `Atomics.store(workerData, 0, threadId);` +
    (does === 'works' ? 'for (;;) {}' : 'setInterval(() => {}, 1000)')
  const worker = new Worker(script, { eval: true, workerData: started })
  workers.push(worker)
  await new Promise(resolve => worker.once('online', resolve))
  return { started, worker }
}

const passedBy = (does: 'works' | 'sleeps', limits: { work: number; clock: number }) =>
  new Promise<string>((resolve, reject) => {
    threadThat(does).then(
      ({ started, worker }) => watchTask(started, () => [worker], limits, resolve),
      reject,
    )
  })

test('a task that works passes the limit of work', async () => {
  expect(await passedBy('works', { work: 100, clock: 600_000 })).toBe('work')
})

test('a task that only waits passes no limit but the clock’s', async () => {
  expect(await passedBy('sleeps', { work: 100, clock: 1_500 })).toBe('clock')
})

test('a task that has not begun is held to the clock alone', async () => {
  const passed = await new Promise<string>(resolve =>
    watchTask(newTaskStart(), () => [], { work: 10, clock: 300 }, resolve),
  )
  expect(passed).toBe('clock')
})
