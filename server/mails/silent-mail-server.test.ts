import type { Runner } from 'graphile-worker'
import { afterEach, expect, test } from 'vitest'
import type { MailDetails } from '#contract/mails.ts'
import { startBackgroundWork } from '#server/background/start.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import type { SmtpTimeouts } from '#server/mail/settings.ts'
import { startTestApp } from '#testing/app.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { openRows } from '#testing/rows.ts'
import { startSilentMailServer, type Unanswered } from '#testing/silent-mail-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The product with a mail server that is silent at each of its first connections, at what is named. */
async function start(patience: Partial<SmtpTimeouts>, ...unanswered: Unanswered[]) {
  const server = await startSilentMailServer(...unanswered)
  closing.push(() => server.close())
  const product = await startTestApp({ mail: { smtp: { ...server.settings, patience } } })
  closing.push(() => product.close())
  const runner: Runner = await startBackgroundWork({
    ...product,
    seal: createSeal(undefined),
    log: () => undefined,
  })
  closing.push(() => runner.stop())
  const rows = await openRows(product)
  closing.push(() => rows.close())
  const company = await buildCompany(product)
  const { id: shipmentId } = await buildJob(company)
  const id = crypto.randomUUID()
  const to = [{ address: 'ann@x.example' }]
  const input = { id, shipmentId, to, subject: 'Arrival notice', text: 'The goods are here.' }
  expect((await company.call('POST', '/api/mail', input)).status).toBe(201)
  const mail = async () => {
    const { body } = await company.call<MailDetails>('GET', `/api/mail/${id}`)
    const { state, attempts, trouble, recipients } = body
    const waits = body.nextAttemptAt !== null
    return { state, attempts, trouble, waits, recipients: recipients.map(one => [one.state, one.reply]) }
  }
  /** As if the pause after an attempt were over. */
  const passTime = async () => {
    await rows.select(`update mails set next_attempt_at = now() where id = $1`, [id])
    await runner.addJob('look-after-mails', { sinceSeconds: 0 })
  }
  return { server, company, mail, passTime }
}

/** A busy machine is no failure; a server that is waited for to the usual limits is one. */
const soon = <Found>(look: () => Found) => expect.poll(look, { timeout: 20_000 })

test('an e-mail waits for a mail server that says nothing, tells why, and is sent once it answers', async () => {
  const { server, mail, passTime } = await start({ greeting: 300, answer: 1500 }, 'connection', 'DATA')
  const waiting = (attempts: number, words: string) => {
    const trouble = `The mail server did not answer in time: ${words}`
    return { state: 'waiting', attempts, trouble, waits: true, recipients: [['waiting', trouble]] }
  }
  await soon(mail).toEqual(waiting(1, 'Greeting never received'))
  await passTime()
  await soon(mail).toEqual(waiting(2, 'Timeout'))
  expect(server.messages).toEqual([])
  await passTime()
  await soon(mail).toEqual({
    ...{ state: 'sent', attempts: 3, trouble: null, waits: false },
    recipients: [['sent', '250 Taken']],
  })
  expect(server.messages).toHaveLength(1)
})

test('an e-mail that a mail server took without a word may have arrived, and is not sent again', async () => {
  const { server, mail } = await start({ answer: 1500 }, 'message')
  const trouble = 'The mail server did not say in time whether it accepted the message: Timeout'
  await soon(mail).toEqual({
    ...{ state: 'uncertain', attempts: 1, trouble, waits: false },
    recipients: [['uncertain', trouble]],
  })
  expect([server.messages.length, server.connections()]).toEqual([1, 1])
})

test('whoever asked for a test e-mail is told soon that the mail server says nothing', async () => {
  const { company } = await start({ test: 500, answer: 8000 }, 'MAIL', 'MAIL')
  const { status, body } = await company.call('POST', '/api/mail/test')
  expect([status, body]).toEqual([
    200,
    {
      accepted: false,
      to: company.membership.user.email,
      answer: 'The mail server has not answered in time. The e-mail is still being sent.',
    },
  ])
})
