import type { Runner } from 'graphile-worker'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mail, MailInput, MailDetails } from '#contract/mails.ts'
import { dayIn } from '#contract/time-zones.ts'
import { startBackgroundWork } from '#server/background/start.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { buildJob } from '#testing/factories.ts'
import { type MailServerOptions, startMailServer } from '#testing/mail-server.ts'
import { expectProblem } from '#testing/refusals.ts'
import { sharedByTests, testCompany } from '#testing/test-company.ts'
import { MAX_ATTEMPTS, pauseAfter } from './attempt.ts'

/** A busy machine is no failure. */
const soon = <Found>(look: () => Found) => expect.poll(look, { timeout: 30_000 })

const behaviour: MailServerOptions = {}
// What a test sets is what the server does from then on.
const server = sharedByTests(() =>
  startMailServer({
    security: 'starttls',
    password: { user: 'office', password: 'secret' },
    refuseRecipient: address => behaviour.refuseRecipient?.(address),
    refuseMessage: mail => behaviour.refuseMessage?.(mail),
  }),
)
const { product, rows, company } = testCompany(() => ({ mail: { smtp: server.settings } }))
let runner: Runner
/** What background work has put into the log. */
const said: Record<string, unknown>[] = []
let job: Job

beforeAll(async () => {
  const { ownerUrl, database, files, mail, makings } = product
  const seal = createSeal(undefined)
  runner = await startBackgroundWork({
    ownerUrl,
    database,
    files,
    mail,
    makings,
    seal,
    log: (line, about) => said.push({ line, ...about }),
  })
})
afterAll(async () => {
  await runner?.stop()
})
beforeEach(async () => {
  job = await buildJob(company)
})
afterEach(() => {
  delete behaviour.refuseMessage
  delete behaviour.refuseRecipient
})

const input = (changes: Partial<MailInput> = {}): MailInput => ({
  id: crypto.randomUUID(),
  shipmentId: job.id,
  to: [{ address: 'ann@x.example' }],
  subject: 'Arrival notice',
  text: 'The goods are here.',
  ...changes,
})

const read = async (id: string) => (await company.call<MailDetails>('GET', `/api/mail/${id}`)).body
const jobNow = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body

/** Sends a mail and waits until nothing more happens to it by itself. */
async function sent(changes: Partial<MailInput> = {}): Promise<MailDetails> {
  const wanted = input(changes)
  expect((await company.call('POST', '/api/mail', wanted)).status).toBe(201)
  return settled(wanted.id)
}

async function settled(id: string): Promise<MailDetails> {
  await soon(async () => {
    const { state, attempts } = await read(id)
    return state !== 'sending' && (state !== 'waiting' || attempts > 0)
  }).toBe(true)
  return read(id)
}

const arrived = (messageId: string) =>
  server.mails.filter(({ raw }) => raw.toString('latin1').includes(`Message-ID: ${messageId}`))

/** As if the pause after an attempt were over. */
async function passTime(id: string): Promise<void> {
  await rows.select(`update mails set next_attempt_at = now() where id = $1`, [id])
  await runner.addJob('look-after-mails', { sinceSeconds: 0 })
}

test('a mail leaves, encrypted and signed in, once and byte for byte', async () => {
  const mail = await sent({ cc: [{ address: 'bob@x.example' }], bcc: [{ address: 'chef@x.example' }] })
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, trouble: null, nextAttemptAt: null })
  expect(mail.recipients.map(({ state, reply }) => [state, reply])).toEqual(
    Array.from({ length: 3 }, () => ['sent', '250 Taken']),
  )
  expect(Date.parse(mail.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(mail.madeAt))
  const [received, ...more] = arrived(mail.messageId)
  expect(more).toEqual([])
  expect(received).toMatchObject({
    from: 'office@lading.example',
    to: ['ann@x.example', 'bob@x.example', 'chef@x.example'],
    secure: true,
    user: 'office',
  })
  const file = await product.app.inject({
    url: `/api/mail/${mail.id}/eml`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(received?.raw.equals(file.rawPayload)).toBe(true)
  // The envelope alone names who gets a blind copy.
  expect(received?.raw.toString('latin1')).not.toMatch(/^bcc:|chef@x\.example/im)
  const parsed = await PostalMime.parse(received?.raw ?? Buffer.alloc(0))
  expect(parsed).toMatchObject({ subject: 'Arrival notice', text: 'The goods are here.\n' })
  expectProblem(await company.call('POST', `/api/mail/${mail.id}/retry`), 'in_use')
})

test('what becomes of a mail is found in the log by the request that sent it', async () => {
  const companyId = company.membership.account.id
  const ask = async (wanted: MailInput) => {
    const reply = await company.call('POST', '/api/mail', wanted)
    await settled(wanted.id)
    return reply.headers['x-request-id']
  }
  const linesOf = (id: string) => said.filter(({ mail }) => mail === id)

  const taken = input()
  const requestId = await ask(taken)
  const common = { mail: taken.id, company: companyId, requestId }
  await soon(() => linesOf(taken.id)).toEqual([
    { ...common, line: 'E-mail: Sent', level: 'info', state: 'sent' },
  ])

  behaviour.refuseRecipient = () => ({ code: 550, words: 'No such person' })
  const refused = input()
  const second = await ask(refused)
  await soon(() => linesOf(refused.id)).toEqual([
    {
      ...common,
      mail: refused.id,
      requestId: second,
      line: 'E-mail: Refused',
      level: 'warn',
      state: 'refused',
    },
  ])
  expect(second).not.toBe(requestId)
})

test('work that fails in the background is found in the log by the request that asked for it', async () => {
  const { id: mail } = await sent()
  const [asked] = said.filter(line => line['mail'] === mail)
  // No account goes by this name: the task throws.
  await runner.addJob(
    'send-mail',
    { account: 'nobody', mail, request: asked?.['requestId'] },
    { maxAttempts: 1 },
  )
  await soon(() => said.filter(({ job: one }) => one !== undefined)).toEqual([
    {
      ...{ task: 'send-mail', job: expect.any(String), mail, company: 'nobody' },
      requestId: asked?.['requestId'],
      line: expect.stringMatching(/^Background work: Failed task \d+ \(send-mail/),
    },
  ])
})

describe('the dates of the job', () => {
  const today = () => new Date().toISOString().slice(0, 10)

  test('that were asked for are set when the mail server takes the mail, by the sender, with version and history', async () => {
    const before = await jobNow()
    const mail = await sent({ stamps: [{ field: 'dettco' }, { field: 'dsttco', date: '2026-12-03' }] })
    expect(mail.stamps).toEqual([
      { field: 'dettco', date: today(), replace: false, outcome: 'set' },
      { field: 'dsttco', date: '2026-12-03', replace: false, outcome: 'set' },
    ])
    expect(await jobNow()).toMatchObject({
      dettco: today(),
      dsttco: '2026-12-03',
      sisttao: null,
      version: before.version + 1,
    })
    const { body } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)
    const stamped = body.find(({ record, action }) => record.type === 'job' && action === 'changed')
    expect(stamped?.by?.id).toBe(company.membership.user.id)
    expect(stamped?.changes.map(({ field, new: now }) => [field, now])).toEqual([
      ['dettco', today()],
      ['dsttco', '2026-12-03'],
    ])
    const told = body.filter(({ record }) => record.type === 'mail')
    expect(told.map(({ words, record }) => [record.name, words])).toEqual([
      ['Arrival notice', 'sent e-mail Arrival notice'],
      ['Arrival notice', expect.any(String)],
    ])
  })

  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'UTC'])(
    'are the day where the company is: %s',
    async zone => {
      await company.call('PUT', '/api/company', { timeZone: zone })
      const mail = await sent({ stamps: [{ field: 'dettco' }] })
      const { dettco } = await jobNow()
      expect(dettco).toBe(dayIn(zone, new Date(mail.sentAt ?? '')))
      expect(mail.stamps).toEqual([{ field: 'dettco', date: dettco, replace: false, outcome: 'set' }])
    },
  )

  test('that stand are kept unless replacing them was asked for', async () => {
    await company.call('PUT', '/api/shipment', { id: job.id, dettco: '2026-01-02', sisttao: '2026-01-02' })
    const mail = await sent({
      stamps: [
        { field: 'dettco', date: '2026-05-05' },
        { field: 'sisttao', date: '2026-05-05', replace: true },
      ],
    })
    expect(mail.stamps.map(({ outcome }) => outcome)).toEqual(['kept', 'set'])
    expect(await jobNow()).toMatchObject({ dettco: '2026-01-02', sisttao: '2026-05-05', dsttco: null })
  })

  test('stay empty while the mail server refuses those in To', async () => {
    behaviour.refuseRecipient = address =>
      address === 'ann@x.example' ? { code: 550, words: 'Nobody' } : undefined
    const mail = await sent({ cc: [{ address: 'bob@x.example' }], stamps: [{ field: 'dettco' }] })
    expect(mail).toMatchObject({ state: 'partly', stamps: [{ outcome: null, date: null }] })
    expect((await jobNow()).dettco).toBeNull()
  })
})

test('a refusal for good is kept in the server’s words for each recipient, and not tried again', async () => {
  behaviour.refuseRecipient = address =>
    address.startsWith('gone') ? { code: 550, words: 'No such user' } : undefined
  const all = await sent({ to: [{ address: 'gone@x.example' }] })
  expect(all).toMatchObject({
    state: 'refused',
    trouble: '550 No such user',
    nextAttemptAt: null,
    sentAt: null,
  })
  const some = await sent({ to: [{ address: 'gone@x.example' }, { address: 'ann@x.example' }] })
  expect(some).toMatchObject({ state: 'partly', trouble: '550 No such user' })
  expect(some.recipients.map(({ state, reply }) => [state, reply])).toEqual([
    ['refused', '550 No such user'],
    ['sent', '250 Taken'],
  ])
  // Somebody has the mailbox made: only who has not got the mail gets it.
  delete behaviour.refuseRecipient
  expectProblem(
    await company.call('POST', `/api/mail/${some.id}/retry`, undefined, { 'if-match': '"1"' }),
    'changed_meanwhile',
  )
  expect((await company.call<Mail>('POST', `/api/mail/${some.id}/retry`)).body.state).toBe('waiting')
  expect(await settled(some.id)).toMatchObject({ state: 'sent', trouble: null })
  expect(arrived(some.messageId).map(({ to }) => to)).toEqual([['ann@x.example'], ['gone@x.example']])
})

test('a refusal for now is tried again after a pause, for those who have not got it', async () => {
  behaviour.refuseRecipient = address =>
    address.startsWith('full') ? { code: 452, words: 'Mailbox full' } : undefined
  const mail = await sent({ to: [{ address: 'full@x.example' }, { address: 'ann@x.example' }] })
  expect(mail).toMatchObject({ state: 'waiting', attempts: 1, trouble: '452 Mailbox full' })
  const wait = Date.parse(mail.nextAttemptAt ?? '') - Date.now()
  expect(wait).toBeGreaterThan(50_000)
  expect(wait).toBeLessThan(61_000)
  delete behaviour.refuseRecipient
  await passTime(mail.id)
  await soon(async () => (await read(mail.id)).state).toBe('sent')
  expect(arrived(mail.messageId).map(({ to }) => to)).toEqual([['ann@x.example'], ['full@x.example']])
})

test('what is refused for now again and again is given up, and can be given up by hand', async () => {
  behaviour.refuseMessage = () => ({ code: 451, words: 'Come back later' })
  const mail = await sent()
  await rows.select(`update mails set attempts = $2 where id = $1`, [mail.id, MAX_ATTEMPTS - 1])
  await passTime(mail.id)
  await soon(async () => (await read(mail.id)).state).toBe('givenUp')
  const lost = await read(mail.id)
  expect(lost).toMatchObject({ attempts: MAX_ATTEMPTS, trouble: '451 Come back later' })
  expect(lost.recipients.map(({ state }) => state)).toEqual(['givenUp'])
  const other = await sent()
  const { body } = await company.call<MailDetails>('POST', `/api/mail/${other.id}/giveup`)
  expect([body.state, body.nextAttemptAt, body.recipients[0]?.state]).toEqual(['givenUp', null, 'givenUp'])
  delete behaviour.refuseMessage
  await company.call('POST', `/api/mail/${other.id}/retry`)
  expect(await settled(other.id)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(arrived(other.messageId)).toHaveLength(1)
})

test('the pauses grow to four hours and end after a day and a half', () => {
  const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, attempt) => pauseAfter(attempt + 1))
  const minutes = pauses.map(pause => pause && pause / 60_000)
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240, 240, 240, null])
})

test('a test mail answers what the mail server said', async () => {
  const good = await company.call('POST', '/api/mail/test')
  expect(good.body).toEqual({ accepted: true, to: company.membership.user.email, answer: '250 Taken' })
  behaviour.refuseRecipient = () => ({ code: 550, words: 'Never' })
  const bad = await company.call('POST', '/api/mail/test', { to: 'else@x.example' })
  expect(bad.body).toEqual({ accepted: false, to: 'else@x.example', answer: '550 Never' })
  behaviour.refuseRecipient = () => ({ code: 451, words: 'Later' })
  const later = await company.call('POST', '/api/mail/test', { to: 'else@x.example' })
  expect(later.body).toEqual({ accepted: false, to: 'else@x.example', answer: '451 Later' })
})
