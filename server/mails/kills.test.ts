import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { MailState } from '#contract/mail-states.ts'
import type { MailDetails } from '#contract/mails.ts'
import { startTestApp } from '#testing/app.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openRows } from '#testing/rows.ts'

const root = join(import.meta.dirname, '../..')

// The product's own background work, in a process that can be killed.
const program = `
  import { startBackgroundWork } from '#server/background/start.ts'
  import { openDiskStore } from '#server/files/disk.ts'
  import { createSeal } from '#server/identity/store/sealing.ts'
  import { mailSettings, mailVariables } from '#server/mail/settings.ts'
  import { openMailService } from '#server/mails/mail-service.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { ownerUrl, filesFolder, smtp } = JSON.parse(process.argv[1])
  const database = openTestDatabase(ownerUrl)
  const settings = { ...mailSettings(mailVariables.parse({}), () => undefined), smtp }
  const mail = openMailService(settings, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const files = await openDiskStore(filesFolder)
  await startBackgroundWork({ ownerUrl, database, files, mail, seal: createSeal(undefined), log: () => undefined })
`

/** `npm run test:kills` kills thirty times; `npm test` at each moment twice. */
const isComplete = process.env['LADING_KILLS'] === 'complete'
const KILLS = isComplete ? 30 : 8
const MAILS = KILLS * 8

/** When a worker is killed: at any moment, as the server begins to take a message, before its 250, right after it. */
const moments = ['any', 'recipient', 'before the answer', 'after the answer'] as const
type Moment = (typeof moments)[number]

test('killed again and again while it sends, the product sends each mail once or says that it does not know', async () => {
  let worker: ChildProcess | undefined
  let moment: Moment | undefined
  const killed: Moment[] = []
  const killAt = (now: Moment) => {
    if (moment !== now || !worker) return
    moment = undefined
    killed.push(now)
    worker.kill('SIGKILL')
  }
  const server = await startMailServer({
    refuseRecipient: () => {
      if (Math.random() < 0.5) killAt('recipient')
      return undefined
    },
    beforeAnswer: async () => {
      await pause(Math.random() * 15)
      if (Math.random() > 0.5) return
      killAt('before the answer')
      // The answer is on its way as soon as this function returns.
      setTimeout(() => killAt('after the answer'), Math.random() * 4)
    },
  })
  const product = await startTestApp({ mail: { smtp: server.settings } })
  const company = await buildCompany(product)
  const { id: shipmentId } = await buildJob(company)
  const rows = await openRows(product)
  const ids = Array.from({ length: MAILS }, () => crypto.randomUUID())
  for (const [index, id] of ids.entries()) {
    const wanted = {
      id,
      shipmentId,
      to: [{ address: `n${index}@x.example` }],
      subject: `Mail ${index}`,
      text: 'x',
    }
    expect((await company.call('POST', '/api/mail', wanted)).status).toBe(201)
  }
  const parts = { ownerUrl: product.ownerUrl, filesFolder: product.filesFolder, smtp: server.settings }
  const startWorker = () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, '--', JSON.stringify(parts)], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const states = async (): Promise<Map<string, MailState>> => {
    const found = await rows.select<{ id: string; state: MailState }>('select id, state from mails')
    return new Map(found.map(({ id, state }) => [id, state]))
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    worker = startWorker()
    const ended = once(worker, 'exit')
    const started = server.mails.length
    // The random moments count from the first message that this worker hands over.
    moment = moments[kill % moments.length]
    if (moment === 'any') {
      for (let waited = 0; waited < 200 && server.mails.length === started; waited += 1) await pause(25)
      await pause(Math.random() * 60)
      killAt('any')
    }
    const timeout = setTimeout(() => worker?.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(timeout)
  }
  expect(killed).toHaveLength(KILLS)
  const left = [...(await states()).values()].filter(state => ['waiting', 'sending'].includes(state)).length
  // Mails were under way at every kill, to the last.
  expect(left).toBeGreaterThan(0)

  worker = startWorker()
  await expect
    .poll(
      async () => [...(await states()).values()].filter(state => ['waiting', 'sending'].includes(state)),
      {
        timeout: 120_000,
      },
    )
    .toEqual([])
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended

  const arrivals = new Map<string, number>()
  for (const { to } of server.mails) arrivals.set(to[0] ?? '', (arrivals.get(to[0] ?? '') ?? 0) + 1)
  const settled = await states()
  const counts = { sent: 0, uncertainArrived: 0, uncertainNotArrived: 0 }
  for (const [index, id] of ids.entries()) {
    const times = arrivals.get(`n${index}@x.example`) ?? 0
    const state = settled.get(id)
    if (state === 'sent') {
      expect([state, times]).toEqual(['sent', 1])
      counts.sent += 1
    } else {
      expect(state).toBe('uncertain')
      expect(times).toBeLessThanOrEqual(1)
      counts[times === 1 ? 'uncertainArrived' : 'uncertainNotArrived'] += 1
      const { body } = await company.call<MailDetails>('GET', `/api/mail/${id}`)
      expect(body).toMatchObject({ trouble: expect.stringContaining('nobody knows'), nextAttemptAt: null })
      expect(body.recipients.map(recipient => recipient.state)).toEqual(['uncertain'])
    }
  }
  // Kills between the mail server's yes and our commit happened, and only the mails of those moments are in doubt.
  expect(counts.uncertainArrived).toBeGreaterThan(isComplete ? 5 : 0)
  expect(counts.sent).toBeGreaterThan(MAILS / 2)
  if (process.env['LADING_TEST_FIGURES']) console.log({ left, ...counts })

  await rows.close()
  await product.close()
  await server.close()
}, 600_000)
