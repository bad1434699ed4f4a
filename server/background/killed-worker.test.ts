import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { onConnection } from '#testing/own-server.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { testProduct } from '#testing/test-company.ts'

// Much longer than a busy machine takes to give a connection: a worker that gets none in time does not start.
const PATIENCE = { connect: 3_000, answer: 2_000 }
const GONE_AFTER_MS = 3 * (PATIENCE.connect + PATIENCE.answer)
const TASK = 'forget-old-budgets'

// The worker's own background work, with less patience than it has for a database in production.
const program = `
  import { startBackgroundWork } from '#server/background/start.ts'
  import { createSeal } from '#server/identity/store/sealing.ts'
  import { mailSettings, mailVariables } from '#server/mail/settings.ts'
  import { openMailService } from '#server/mails/mail-service.ts'
  import { surviveComponentFailures } from '#server/survive-failures.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { databaseUrl, ownerUrl, patience } = JSON.parse(process.argv[1])
  const database = openTestDatabase(databaseUrl)
  const settings = mailSettings(mailVariables.parse({}), () => undefined)
  const mail = openMailService(settings, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const log = line => console.log(line)
  await startBackgroundWork({ ownerUrl, database, files: {}, mail, seal: createSeal(undefined), log, patience })
  surviveComponentFailures(log)
  log('The worker is ready.')
`

type Worker = { child: ChildProcess; ended: Promise<unknown>; said: () => string }

const { product, rows } = testProduct()
let proxy: StallingProxy
let workers: Worker[]

beforeAll(async () => {
  proxy = await startStallingProxy(product.ownerUrl)
})
beforeEach(async () => {
  workers = []
  await rows.select('delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
})
afterAll(async () => {
  await proxy?.close()
})

/** Starts a worker; one that found the busy machine's database too slow for its small patience is started again. */
async function start(ownerUrl: string, tries = 3): Promise<Worker> {
  const parts = { databaseUrl: product.ownerUrl, ownerUrl, patience: PATIENCE }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', JSON.stringify(parts)], {
    cwd: join(import.meta.dirname, '../..'),
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (words += String(data)))
  const worker = { child, ended: once(child, 'exit'), said: () => words }
  workers.push(worker)
  const isReady = () => words.includes('The worker is ready.')
  await expect.poll(() => isReady() || child.exitCode !== null, { timeout: 60_000 }).toBe(true)
  if (!isReady() && tries > 1) return start(ownerUrl, tries - 1)
  expect(words).toContain('The worker is ready.')
  return worker
}

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
    happens: async ({ child }: Worker) => void child.kill('SIGSTOP'),
    goesOn: async ({ child }: Worker) => void child.kill('SIGCONT'),
  },
  {
    what: 'loses its connections and makes new ones',
    happens: async () => {
      proxy.cut()
      await pause(PATIENCE.connect)
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
      await pause(GONE_AFTER_MS + PATIENCE.connect + 3 * PATIENCE.answer)
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
