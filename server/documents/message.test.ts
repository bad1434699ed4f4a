import { beforeAll, describe, expect, test } from 'vitest'
import type { Document, Message } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import { textOfHtml } from '#server/files/message-text.ts'
import { buildCompany, buildJob, formWithFile, type Caller } from '#testing/factories.ts'
import { internetMessage, outlookMessage } from '#testing/mail-files.ts'
import { expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany()
let stranger: Caller
let job: Job

beforeAll(async () => {
  stranger = await buildCompany(product)
  job = await buildJob(company)
})

async function attach(name: string, content: string | Uint8Array): Promise<Document> {
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: job.id })
  return (await company.call<Document>('POST', '/api/document', payload, headers)).body
}

const read = <Body = Message>(id: string, caller = company) =>
  caller.call<Body>('GET', `/api/document/${id}/message`)

test('an e-mail is read as text, its attachments named', async () => {
  const { id } = await attach('Booking.eml', internetMessage())
  const { status, body } = await read(id)
  expect(status).toBe(200)
  expect(body).toEqual({
    subject: 'Booking – MV Ocean Meridian',
    from: 'Søren Havn <soren@havn.example>',
    to: 'Amina Qureshi <amina@karachi.example>, ops@karachi.example',
    cc: 'agent@rotterdam.example',
    sentAt: '2026-11-20T08:15:00.000Z',
    text: expect.stringMatching(/^Space is confirmed for 2 x 40 HC\.\s*$/),
    attachments: [{ name: 'Booking.pdf', size: 16 }],
  })
})

test('what an outsider wrote to deceive reads as it was written: no turned letters, no control characters', async () => {
  const mail = [
    'From: =?utf-8?q?A=E2=80=AEevil?= <a@x.example>',
    'To: =?utf-8?q?B=E2=81=A6b?= <b@x.example>',
    'Subject: =?utf-8?q?=E2=80=AEabc=01=1B[31m?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=q',
    '',
    '--q',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'one=E2=80=AEtwo',
    '--q',
    'Content-Type: application/octet-stream',
    "Content-Disposition: attachment; filename*=utf-8''invoice%E2%80%AEfdp.exe",
    '',
    'MZ',
    '--q--',
    '',
  ].join('\r\n')
  const { id } = await attach('Deceiving.eml', mail)
  expect((await read(id)).body).toEqual({
    subject: 'abc[31m',
    from: 'Aevil <a@x.example>',
    to: 'Bb <b@x.example>',
    cc: '',
    sentAt: null,
    text: expect.stringMatching(/^onetwo\s*$/),
    attachments: [{ name: 'invoicefdp.exe', size: expect.any(Number) }],
  })
})

test('an e-mail inside an e-mail stays an attachment', async () => {
  const { id } = await attach(
    'Forwarded.eml',
    [
      'From: a@x.example',
      'Subject: Outer',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See below.',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'From: c@x.example',
      'Subject: Inner',
      '',
      'Inner words.',
      '--b--',
      '',
    ].join('\r\n'),
  )
  const { body } = await read(id)
  expect(body.text).toContain('See below.')
  expect(body.text).not.toContain('Inner words.')
  expect(body.attachments).toEqual([{ name: 'Message.eml', size: expect.any(Number) }])
})

test('a message of Outlook is read', async () => {
  const fields = {
    subject: 'Arrival notice',
    body: 'The vessel berths on 9 January.\r\nRegards',
    sender: 'Anna Visser',
    address: 'anna@maas.example',
  }
  const { id, type } = await attach('Arrival.msg', outlookMessage(fields))
  expect(type).toBe('E-mail')
  const { body } = await read(id)
  expect(body).toEqual({
    subject: 'Arrival notice',
    from: 'Anna Visser <anna@maas.example>',
    to: '',
    cc: '',
    sentAt: null,
    text: 'The vessel berths on 9 January.\nRegards',
    attachments: [],
  })
})

test('what is no e-mail, or a damaged one, is refused with a way on', async () => {
  const pdf = await attach('a.pdf', '%PDF-1.7')
  expectProblem(await read(pdf.id), 'invalid_input', {
    detail: '“a.pdf” cannot be shown here: it is not an e-mail (.eml or .msg). Download it to read it.',
  })
  const cut = outlookMessage({ subject: 's', body: 'b'.repeat(20_000), sender: 'a', address: 'b' })
  const damaged = await attach('cut.msg', cut.subarray(0, 900))
  const reply = await read<Problem>(damaged.id)
  expectProblem(reply, 'invalid_input')
  expect(reply.body.detail).toBe(
    '“cut.msg” cannot be shown here: its content is damaged. Download it to read it.',
  )
})

test('a company whose messages wait already is told to come back, and another reads its own', async () => {
  const { id } = await attach('Waits.eml', internetMessage())
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  const waiting = Array.from({ length: 21 }, (_, n) =>
    product.messages.read({
      company: company.membership.account.id,
      key: `held ${n}`,
      format: 'eml',
      bytes: async () => {
        await held
        return Buffer.from(internetMessage())
      },
    }),
  )
  const refused = await read(id)
  expectProblem(refused, 'unavailable', {
    detail: 'Too many e-mails are being read at the moment. Try again in a minute.',
  })
  expect(refused.headers['retry-after']).toBe('30')
  const theirJob = await buildJob(stranger)
  const form = formWithFile({ name: 'Theirs.eml', content: internetMessage() }, { shipmentId: theirJob.id })
  const theirs = await stranger.call<Document>('POST', '/api/document', form.payload, form.headers)
  expect((await read(theirs.body.id, stranger)).status).toBe(200)
  release()
  await Promise.all(waiting)
  expect((await read(id)).status).toBe(200)
})

test('a message that has no end is refused with words, however often it is opened', async () => {
  const file = outlookMessage({ subject: 's', body: 'b', sender: 'a', address: 'b' })
  const view = new DataView(file.buffer, file.byteOffset)
  const [list, directory] = [view.getInt32(0x4c, true), view.getInt32(0x30, true)]
  view.setInt32((list + 1) * 512 + directory * 4, directory, true)
  const { id } = await attach('circle.msg', file)
  const before = product.messages.reads
  for (let time = 0; time < 3; time += 1)
    expectProblem(await read(id), 'invalid_input', {
      detail: '“circle.msg” cannot be shown here: its content is damaged. Download it to read it.',
    })
  expect(product.messages.reads).toBe(before + 1)
})

test('another company’s e-mail, or none, is not found', async () => {
  const { id } = await attach('Private.eml', internetMessage())
  const foreign = await read(id, stranger)
  expectProblem(foreign, 'not_found')
  expect(foreign.body).toEqual((await read(crypto.randomUUID())).body)
  expectProblem(await read('x'), 'invalid_input')
})

test('HTML becomes its words and nothing else', () => {
  expect(
    textOfHtml(
      '<style>p{}</style><p>One &amp; two&nbsp;&lt;b&gt;</p><div>Three<br>four</div><script>x()</script><!-- no -->',
    ),
  ).toBe('One & two <b>\n\nThree\nfour')
})

describe('an attachment of an e-mail', () => {
  const file = (id: string, position: number, caller = company) =>
    caller.call<Document>('POST', `/api/document/${id}/message/attachment`, { position })
  const contentOf = async (id: string) =>
    (
      await product.app.inject({
        url: `/api/document/${id}`,
        headers: { authorization: `Bearer ${company.token}` },
      })
    ).rawPayload

  test('becomes a document of the job, byte for byte, once', async () => {
    const mail = await attach('Filed.eml', internetMessage())
    const filed = await file(mail.id, 0)
    expect(filed.status).toBe(201)
    expect(filed.body).toEqual({
      id: expect.any(String),
      shipmentId: job.id,
      name: 'Booking.pdf',
      type: 'PDF',
      date: expect.any(String),
      size: 16,
      mayRunCode: false,
      templateId: null,
      version: 1,
    })
    expect((await contentOf(filed.body.id)).toString()).toBe('%PDF-1.7 booking')
    expect(await file(mail.id, 0)).toMatchObject({ status: 200, body: filed.body })
  })

  test('of the name of another document gets a number, and one that can run code is marked', async () => {
    await attach('invoice.js', 'another')
    const lines = [
      'From: a@x.example',
      'Subject: s',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: application/octet-stream; name="../../invoice.js"',
      'Content-Disposition: attachment; filename="../../invoice.js"',
      '',
      'alert(1)',
      '--b--',
      '',
    ]
    const mail = await attach('Code.eml', lines.join('\r\n'))
    const { body } = await file(mail.id, 0)
    expect(body.name).toMatch(/^[^/\\]*invoice \(2\)\.js$/)
    expect(body.mayRunCode).toBe(true)
  })

  test('that is not there, of no e-mail or of another company, is refused', async () => {
    const mail = await attach('None.eml', internetMessage())
    const text = await attach('None.txt', 'words')
    expectProblem(await file(mail.id, 1), 'invalid_input')
    expectProblem(await file(text.id, 0), 'invalid_input')
    expectProblem(await file(mail.id, 0, stranger), 'not_found')
  })
})
