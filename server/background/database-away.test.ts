import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildJob } from '#testing/factories.ts'
import { type ReceivedMail, startMailServer } from '#testing/mail-server.ts'
import { onConnection } from '#testing/own-server.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { sharedByTests, testCompany } from '#testing/test-company.ts'

const root = join(import.meta.dirname, '../..')
const PATIENCE = { connect: 2_000, answer: 2_000 }

// The worker's own background work, with less patience than it has for a database in production.
const program = `
  import { startBackgroundWork } from '#server/background/start.ts'
  import { openDiskStore } from '#server/files/disk.ts'
  import { createSeal } from '#server/identity/store/sealing.ts'
  import { mailSettings, mailVariables } from '#server/mail/settings.ts'
  import { openMailService } from '#server/mails/mail-service.ts'
  import { surviveComponentFailures } from '#server/survive-failures.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { ownerUrl, filesFolder, smtp, patience } = JSON.parse(process.argv[1])
  const database = openTestDatabase(ownerUrl, patience)
  const settings = { ...mailSettings(mailVariables.parse({}), () => undefined), smtp }
  const mail = openMailService(settings, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const files = await openDiskStore(filesFolder)
  const log = line => console.log(line)
  await startBackgroundWork({ ownerUrl, database, files, mail, seal: createSeal(undefined), log, patience })
  surviveComponentFailures(log)
  log('The worker is ready.')
`

const server = sharedByTests(() => startMailServer({ beforeAnswer: mail => beforeAnswer(mail) }))
const { product, rows, company } = testCompany(() => ({ mail: { smtp: server.settings } }))
let shipmentId: string
let proxy: StallingProxy
let folder: string
let worker: ChildProcess
let ended: Promise<unknown>
let said: string
/** What the mail server does before it says that it has a mail. */
let beforeAnswer: (mail: ReceivedMail) => Promise<void>

beforeAll(async () => {
  beforeAnswer = async () => undefined
  ;({ id: shipmentId } = await buildJob(company))
  proxy = await startStallingProxy(product.ownerUrl)
  folder = await mkdtemp(join(tmpdir(), 'lading-worker-'))
  await symlink(product.filesFolder, join(folder, 'files'))
})
afterEach(async () => {
  worker.kill('SIGKILL')
  await ended
})
afterAll(async () => {
  await proxy?.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(args: string[], environment: Record<string, string> = {}): Promise<void> {
  said = ''
  const { PATH = '' } = process.env
  worker = spawn(process.execPath, args, { cwd: root, env: { PATH, ...environment } })
  ended = once(worker, 'exit')
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', data => (said += String(data)))
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The worker is ready.')
}

const startImpatient = async () => {
  // What the killed workers of other tests hold.
  await rows.select('delete from graphile_worker._private_jobs')
  const ownerUrl = proxy.through(product.ownerUrl)
  const parts = { ownerUrl, filesFolder: product.filesFolder, smtp: server.settings, patience: PATIENCE }
  return start(['--input-type=module', '-e', program, '--', JSON.stringify(parts)])
}

async function send(name: string): Promise<void> {
  const to = [{ address: `${name}@x.example` }]
  const wanted = { id: crypto.randomUUID(), shipmentId, to, subject: name, text: 'x' }
  expect((await company.call('POST', '/api/mail', wanted)).status).toBe(201)
}
const arrived = () => server.mails.flatMap(({ to }) => to.map(address => address.replace('@x.example', '')))
const arrivals = (name: string) => arrived().filter(one => one === name).length
const within = { timeout: 45_000, interval: 100 }
const isSent = (name: string) => expect.poll(() => arrivals(name), within).toBe(1)

type Queued = { task: string; attempts: number; isHeld: boolean }
const queue = () =>
  rows.select<Queued>(
    `select task_identifier as task, attempts, locked_at is not null as "isHeld" from graphile_worker.jobs`,
  )
/** Nothing waits, and nothing is held by anybody. A job that failed three times is tried again after a minute. */
const isDone = () => expect.poll(queue, { timeout: 120_000, interval: 100 }).toEqual([])
const worksOn = () => expect([worker.exitCode, worker.signalCode]).toEqual([null, null])

/** Adds a job whose claim the worker never hears of: the database gives it out when it has already fallen silent. */
async function loseAClaim(): Promise<void> {
  await onConnection(product.ownerUrl, async client => {
    await client.query(`
      create function wait_a_little() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
      create trigger wait_a_little before update on graphile_worker._private_jobs for each row
        when (old.locked_by is null and new.locked_by is not null) execute function wait_a_little();
      select pg_advisory_lock(4711);
      insert into oidc_state (model, id, payload, expires_at)
        values ('Session', '\\x01', '{}', now() - interval '1 hour');
      select graphile_worker.add_job('forget-expired-sign-ins')`)
    const claiming = async () => {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      return rowCount
    }
    await expect.poll(claiming, within).toBe(1)
    proxy.stall()
    await client.query('select pg_advisory_unlock(4711)')
    const held: Queued = { task: 'forget-expired-sign-ins', attempts: 1, isHeld: true }
    await expect.poll(queue, within).toContainEqual(held)
    await client.query('drop function wait_a_little cascade')
  })
}

describe('a worker whose database', () => {
  test.each([
    { what: 'breaks every connection', away: async () => proxy.cut(), back: async () => proxy.resume() },
    { what: 'refuses connections', away: () => proxy.refuse(), back: () => proxy.answer() },
  ])(
    '$what does what came before, meanwhile and after, without a restart',
    async ({ what, away, back }) => {
      const { host, port } = server.settings
      await start(['server/worker.ts'], {
        ...{ DATABASE_URL: proxy.through(product.ownerUrl), DATA_DIR: folder },
        ...{
          SMTP_HOST: host,
          SMTP_PORT: String(port),
          SMTP_SECURITY: 'none',
          MAIL_FROM: 'office@lading.example',
        },
      })
      const name = what.replaceAll(' ', '-')
      await send(`${name}-before`)
      await isSent(`${name}-before`)
      // One is under way when the database goes: it has left, and what became of it cannot be saved.
      let release = () => undefined as void
      const held = new Promise<void>(resolve => (release = resolve))
      beforeAnswer = () => held
      await send(`${name}-under-way`)
      await isSent(`${name}-under-way`)
      await away()
      beforeAnswer = async () => undefined
      release()
      await send(`${name}-meanwhile`)
      await pause(3_000)
      expect(arrivals(`${name}-meanwhile`)).toBe(0)
      await back()
      await isSent(`${name}-meanwhile`)
      await send(`${name}-after`)
      await isSent(`${name}-after`)
      expect(arrivals(`${name}-under-way`)).toBe(1)
      worksOn()
    },
    240_000,
  )

  test('falls silent takes up what it was given without hearing of it', async () => {
    await startImpatient()
    await send('silent-before')
    await isSent('silent-before')
    await loseAClaim()
    await send('silent-meanwhile')
    // Until every statement was given up.
    await pause(2 * (PATIENCE.connect + PATIENCE.answer))
    expect(arrivals('silent-meanwhile')).toBe(0)
    proxy.resume()
    await isSent('silent-meanwhile')
    await send('silent-after')
    await isSent('silent-after')
    await isDone()
    expect(await rows.select('select 1 from oidc_state where expires_at < now()')).toEqual([])
    expect(said).toContain('the queue lost sight of 1 of its jobs')
    worksOn()
  }, 240_000)

  test('is there leaves a long job to the worker that does it', async () => {
    await startImpatient()
    await isDone()
    let release = () => undefined as void
    const held = new Promise<void>(resolve => (release = resolve))
    beforeAnswer = () => held
    await send('long')
    await isSent('long')
    const job = () =>
      rows.select(`select id, attempts, locked_by from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')`)
    const running = await job()
    expect(running).toMatchObject([{ attempts: 1 }])
    // Several looks, each long after the claim.
    await pause(5 * PATIENCE.answer)
    expect(await job()).toEqual(running)
    expect(said).not.toContain('lost sight')
    release()
    await isDone()
    expect(arrivals('long')).toBe(1)
    worksOn()
  }, 240_000)
})
