import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Runner } from 'graphile-worker'
import { startBackgroundWork } from '#server/background/start.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signUp } from '#testing/identity.ts'
import { newPerson } from '#testing/factories.ts'
import { type MailServerOptions, startMailServer } from '#testing/mail-server.ts'
import { sharedByTests, testProduct } from '#testing/test-company.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { queuedMailer } from './product-mailer.ts'

/** A busy machine is no failure. */
const soon = <Found>(look: () => Found) => expect.poll(look, { timeout: 30_000 })

const behaviour: MailServerOptions = {}
const seal = createSeal('a key of at least thirty-two characters')
const said: string[] = []
const told: Record<string, unknown>[] = []
const server = sharedByTests(() =>
  startMailServer({ refuseRecipient: address => behaviour.refuseRecipient?.(address) }),
)
const { product, rows } = testProduct(() => ({ mail: { smtp: server.settings } }))
let runner: Runner

const log = (line: string, about = {}) => {
  said.push(line)
  told.push({ line, ...about })
}
const startWork = () => startBackgroundWork({ ...product, seal, log })

beforeAll(async () => {
  runner = await startWork()
})
afterAll(async () => {
  await runner?.stop()
})
afterEach(() => {
  delete behaviour.refuseRecipient
})

type Row = { id: string; state: string; message: string | null; trouble: string | null; attempts: number }
const rowOf = async (recipient: string) => {
  const [row] = await rows.select<Row>('select * from product_mails where recipient = $1', [recipient])
  return row
}
const mailer = () => queuedMailer({ ...product, seal })
const arrived = async (address: string) =>
  Promise.all(server.mails.filter(({ to }) => to[0] === address).map(({ raw }) => PostalMime.parse(raw)))

test('a link to choose a password comes by the mail server, and nothing of it stays', async () => {
  const ann = newPerson()
  await signUp(product.app, ann)
  const asked = await new TestVisitor(product.app).send('POST', `${TEST_PUBLIC_URL}/identity/password`, {
    email: ann.email,
  })
  expect(asked.status).toBe(200)
  await soon(() => arrived(ann.email)).toHaveLength(1)
  const [mail] = await arrived(ann.email)
  expect(mail?.subject).toBe('Choose your password for Lading')
  expect(mail?.text).toMatch(new RegExp(`${TEST_PUBLIC_URL}/identity/password/[\\w-]{43}\n`))
  await soon(async () => (await rowOf(ann.email))?.state).toBe('sent')
  const row = await rowOf(ann.email)
  expect(row?.message).toBeNull()
  expect(told.filter(({ mail: id }) => id === row?.id)).toEqual([
    {
      ...{ line: 'Message of the product: sent', level: 'info', mail: row?.id },
      requestId: asked.headers.get('x-request-id'),
    },
  ])
})

test('while it waits a message can be read by nobody without the key', async () => {
  behaviour.refuseRecipient = () => ({ code: 451, words: 'Later' })
  await mailer().send({
    to: 'bob@x.example',
    replyTo: 'visitor@x.example',
    subject: 'A question',
    text: 'https://lading.example/secret-link',
  })
  await soon(async () => (await rowOf('bob@x.example'))?.trouble).toBe('451 Later')
  const waiting = await rowOf('bob@x.example')
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(waiting?.message).toMatch(/^aes-256-gcm:/)
  delete behaviour.refuseRecipient
  await rows.select(`update product_mails set next_attempt_at = now()`)
  await runner.addJob('look-after-mails', { sinceSeconds: 0 })
  await soon(() => arrived('bob@x.example')).toHaveLength(1)
  expect((await arrived('bob@x.example'))[0]).toMatchObject({
    replyTo: [{ address: 'visitor@x.example' }],
    text: 'https://lading.example/secret-link\n',
  })
})

test('a refusal for good ends it, and the log tells whoever runs the server', async () => {
  behaviour.refuseRecipient = () => ({ code: 550, words: 'No such user' })
  await mailer().send({ to: 'gone@x.example', subject: 'Hello', text: 'secret-link' })
  await soon(async () => (await rowOf('gone@x.example'))?.state).toBe('refused')
  expect(await rowOf('gone@x.example')).toMatchObject({ message: null, trouble: '550 No such user' })
  expect(said).toContainEqual(
    expect.stringContaining('It is not certain that “Hello” reached gone@x.example'),
  )
  expect(said.join()).not.toContain('secret-link')
  await expect(
    mailer().send({ to: 'a@x.example\r\nBcc: b@x.example', subject: 'x', text: 'x' }),
  ).rejects.toThrow('cannot contain spaces or line breaks')
})

test('what a killed server was sending is sent, unless it may have arrived', async () => {
  await runner.stop()
  for (const to of ['before@x.example', 'after@x.example'])
    await mailer().send({ to, subject: 'Hello', text: 'x' })
  // As rows look after a kill: marked by an attempt whose lock nobody holds.
  await rows.select(
    `update product_mails set state = 'sending', sending_by = 4711, attempts = 1,
       handed_over_at = case when recipient = 'after@x.example' then now() end
     where recipient in ('before@x.example', 'after@x.example')`,
  )
  runner = await startWork()
  await soon(async () => (await rowOf('before@x.example'))?.state).toBe('sent')
  await soon(async () => (await rowOf('after@x.example'))?.state).toBe('uncertain')
  expect([(await arrived('before@x.example')).length, (await arrived('after@x.example')).length]).toEqual([
    1, 0,
  ])
})
