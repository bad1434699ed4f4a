import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WORKER_PATIENCE, type WorkerProcess, workerProcesses } from '#testing/background-process.ts'
import { onConnection } from '#testing/own-server.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { testProduct } from '#testing/test-company.ts'

const GONE_AFTER_MS = 3 * (WORKER_PATIENCE.connect + WORKER_PATIENCE.answer)
const TASK = 'forget-old-budgets'

const { product, rows } = testProduct()
let proxy: StallingProxy
const { start, killAll } = workerProcesses(() => product.ownerUrl)

beforeAll(async () => {
  proxy = await startStallingProxy(product.ownerUrl)
})
beforeEach(async () => {
  await rows.select('delete from graphile_worker._private_jobs')
})
afterEach(killAll)
afterAll(async () => {
  await proxy?.close()
})

const within = { timeout: 60_000, interval: 100 }
const job = () =>
  rows.select<{ id: string; attempts: number; locked_by: string | null }>(
    `select j.id::text, j.attempts, j.locked_by from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = '${TASK}'`,
  )

/** Does `work` while the task cannot come to its end: it waits for these tables. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await onConnection(product.ownerUrl, async client => {
    await client.query('begin; lock table company_budgets, network_budgets in access exclusive mode')
    try {
      await work()
    } finally {
      await client.query('rollback')
    }
  })
}

async function begun(ownerUrl: string) {
  const first = await start(ownerUrl)
  await rows.select(`select graphile_worker.add_job('${TASK}')`)
  await expect.poll(job, within).toMatchObject([{ attempts: 1, locked_by: expect.any(String) as unknown }])
  return first
}

test('a job of a worker that was killed is given back and done by another', async () => {
  await whileHeld(async () => {
    const first = await begun(product.ownerUrl)
    const [taken] = await job()
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start(product.ownerUrl)
    await expect.poll(second.said, within).toContain('jobs of a worker that is gone were given back')
    const [again] = await job()
    expect(again?.id).not.toBe(taken?.id)
  })
  await expect.poll(job, within).toEqual([])
}, 120_000)

test.each([
  { what: 'works on', happens: async () => undefined, goesOn: async () => undefined },
  {
    what: 'is stopped for a while',
    happens: async ({ child }: WorkerProcess) => void child.kill('SIGSTOP'),
    goesOn: async ({ child }: WorkerProcess) => void child.kill('SIGCONT'),
  },
  {
    what: 'loses its connections and makes new ones',
    happens: async () => {
      proxy.cut()
      await pause(WORKER_PATIENCE.connect)
      proxy.resume()
    },
    goesOn: async () => undefined,
  },
])(
  'a job of a worker that $what stays with it',
  async ({ happens, goesOn }) => {
    await whileHeld(async () => {
      const first = await begun(proxy.through(product.ownerUrl))
      const [taken] = await job()
      const second = await start(product.ownerUrl)
      await happens(first)
      // Longer than a worker needs to be found gone, and to be looked for several times after that.
      await pause(GONE_AFTER_MS + WORKER_PATIENCE.connect + 3 * WORKER_PATIENCE.answer)
      // A job that is given back has another number; one that waits too long on a busy machine is put off under its own.
      expect(await job()).toMatchObject([{ id: taken?.id }])
      expect(second.said()).not.toContain('given back')
      await goesOn(first)
    })
  },
  120_000,
)

test('a worker that was killed without a job is forgotten', async () => {
  const first = await start(product.ownerUrl)
  const known = () => rows.select('select id from worker_pools')
  await expect.poll(known, within).not.toEqual([])
  first.child.kill('SIGKILL')
  await first.ended
  await start(product.ownerUrl)
  await expect.poll(async () => (await known()).length, within).toBe(1)
}, 120_000)
