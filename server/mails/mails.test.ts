import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailSettings } from '#contract/mail-settings.ts'
import type { Mail, MailInput, MailDetails } from '#contract/mails.ts'
import { startTestApp } from '#testing/app.ts'
import { buildColleague, buildCompany, buildJob, callerWith, formWithFile } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany({
  mail: { limits: { attachmentBytes: 100_000, recipients: 5, recipientsAnHour: 1000 } },
})
let job: Job

beforeAll(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

const input = (changes: Partial<MailInput> = {}): MailInput => ({
  id: crypto.randomUUID(),
  shipmentId: job.id,
  to: [{ name: 'Ann', address: 'ann@x.example' }],
  subject: 'Arrival notice',
  text: 'Dear Ann,\n\nthe goods are here.',
  ...changes,
})

const post = (body: unknown, by = company) => by.call<MailDetails>('POST', '/api/mail', body)

async function attach(name: string, content: Uint8Array, to = job, by = company): Promise<Document> {
  const form = formWithFile({ name, content }, { shipmentId: to.id })
  return (await by.call<Document>('POST', '/api/document', form.payload, form.headers)).body
}

async function emlOf(id: string, by = company) {
  const reply = await product.app.inject({
    url: `/api/mail/${id}/eml`,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { reply, mail: await PostalMime.parse(reply.rawPayload) }
}

test('without a mail server a mail is kept, says so, and can be downloaded whole', async () => {
  const content = randomBytes(30_000)
  const { id: documentId } = await attach(
    'Bill of lading.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), content]),
  )
  const wanted = input({
    cc: [{ address: 'bob@x.example' }],
    bcc: [{ address: 'chef@x.example' }],
    attachments: [{ documentId }],
    stamps: [{ field: 'dettco' }],
  })
  const { status, body: sent } = await post(wanted)
  expect(status).toBe(201)
  const { user, account } = company.membership
  const common = { state: 'notSent', reply: null }
  expect(sent).toEqual({
    id: wanted.id,
    shipmentId: job.id,
    job: { jobId: job.jobId, name: 'Cotton' },
    kind: 'job',
    state: 'notSent',
    subject: 'Arrival notice',
    from: { name: account.name, address: 'office@lading.example' },
    replyTo: user.email,
    recipients: [
      { kind: 'to', name: 'Ann', address: 'ann@x.example', ...common },
      { kind: 'cc', name: null, address: 'bob@x.example', ...common },
      { kind: 'bcc', name: null, address: 'chef@x.example', ...common },
    ],
    attachments: [
      {
        id: expect.any(String),
        name: 'Bill of lading.pdf',
        mediaType: 'application/pdf',
        size: 30_009,
        documentId,
        templateId: null,
      },
    ],
    by: { id: user.id, displayName: user.displayName },
    madeAt: expect.any(String),
    sentAt: null,
    nextAttemptAt: null,
    attempts: 0,
    trouble: null,
    size: expect.any(Number),
    version: 1,
    messageId: expect.stringMatching(/^<.+@lading\.example>$/),
    text: wanted.text,
    html: expect.stringContaining('<p dir="auto">the goods are here.</p>'),
    stamps: [{ field: 'dettco', date: null, replace: false, outcome: null }],
  })

  const { reply, mail } = await emlOf(wanted.id)
  expect(reply.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-length': String(reply.rawPayload.length),
    'content-disposition': expect.stringContaining('Arrival notice.eml'),
  })
  // Mail programs open it as a draft, with its blind copies; the message itself, as it would leave, has neither.
  const head = 'X-Unsent: 1\r\nBcc: chef@x.example\r\n'
  expect(reply.body.slice(0, head.length)).toBe(head)
  expect(reply.rawPayload.length).toBe(sent.size + head.length)
  expect(mail).toMatchObject({
    messageId: sent.messageId,
    to: [{ name: 'Ann', address: 'ann@x.example' }],
    cc: [{ address: 'bob@x.example' }],
    replyTo: [{ address: user.email }],
  })
  expect(reply.body.slice(head.length)).not.toContain('chef@x.example')
  const attached = Buffer.from(mail.attachments[0]?.content as ArrayBuffer)
  expect(attached.subarray(9).equals(content)).toBe(true)
  const single = await product.app.inject({
    url: `/api/mail/${wanted.id}/attachment/${sent.attachments[0]?.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(single.rawPayload.equals(attached)).toBe(true)

  const { messageId: _messageId, text: _text, html: _html, stamps: _stamps, ...listed } = sent
  const list = await company.call<Mail[]>('GET', `/api/mail?shipmentId=${job.id}`)
  expect(list.body).toEqual([listed])
  expect((await company.call<MailDetails>('GET', `/api/mail/${wanted.id}`)).body).toEqual(sent)
  // Nothing was sent, so nothing is pretended on the job.
  expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.dettco).toBeNull()
})

test('one press of the button is one mail, however often the call is repeated', async () => {
  const wanted = input()
  const replies = await Promise.all(Array.from({ length: 6 }, () => post(wanted)))
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(replies.map(({ body }) => body.messageId)).size).toBe(1)
  await expectNoChange(rows, company, async () => {
    expect((await post(wanted)).status).toBe(200)
    expectProblem(await post({ ...wanted, subject: 'Another' }), 'already_exists')
  })
})

describe('is refused with the reason', () => {
  const refused = async (
    changes: Record<string, unknown>,
    code: Parameters<typeof expectProblem>[1],
    words: RegExp,
  ) => {
    await expectNoChange(rows, company, async () => {
      const reply = await post({ ...input(), ...changes })
      expectProblem(reply, code)
      expect(JSON.stringify(reply.body)).toMatch(words)
    })
  }

  test('an address that is none, or hides another', async () => {
    const addresses = [
      'ann',
      'ann@x',
      'Ann <ann@x.example>',
      'ann@x.example\r\nBcc: evil@x.example',
      'ann@x.example,eve@x.example',
    ]
    for (const address of addresses)
      for (const kind of ['to', 'cc', 'bcc'])
        await refused(
          { [kind]: [{ address }] },
          'invalid_input',
          /An address cannot|The part before|is not a domain|name, an @/,
        )
  })

  test('a heading within the subject or a name', async () => {
    for (const evil of ['x\r\nBcc: evil@x.example', 'x\nEvil: 1', 'x\u2028y', 'x\u0000'])
      await refused({ subject: evil }, 'invalid_input', /must be one line|NUL/)
    await refused(
      { to: [{ name: 'x\r\nBcc: e@x.example', address: 'a@x.example' }] },
      'invalid_input',
      /one line/,
    )
  })

  test('nobody, too many, no text and an unknown date', async () => {
    await refused({ to: [] }, 'invalid_input', /at least one recipient/)
    const many = Array.from({ length: 6 }, (_, index) => ({ address: `a${index}@x.example` }))
    await refused({ to: many }, 'invalid_input', /at most 5 people; this one has 6/)
    await refused({ text: ' ' }, 'invalid_input', /must not be empty/)
    await refused({ stamps: [{ field: 'etd' }] }, 'invalid_input', /stamps/)
    await refused(
      { stamps: [{ field: 'dettco' }, { field: 'dettco' }] },
      'invalid_input',
      /Name each date only once/,
    )
  })

  test('attachments that are too large together', async () => {
    const documents = [await attach('a.bin', randomBytes(60_000)), await attach('b.bin', randomBytes(60_000))]
    const attachments = documents.map(({ id: documentId }) => ({ documentId }))
    await refused({ attachments }, 'too_large', /have 0\.1 MB together/)
    expect((await post(input({ attachments: attachments.slice(1) }))).status).toBe(201)
  })

  test('what is attached of another job or company, or was deleted', async () => {
    const otherJob = await buildJob(company)
    const other = await buildCompany(product)
    const theirJob = await buildJob(other)
    const elsewhere = await attach('x.txt', Buffer.from('x'), otherJob)
    const theirs = await attach('x.txt', Buffer.from('x'), theirJob, other)
    const gone = await attach('gone.txt', Buffer.from('x'))
    await company.call('DELETE', `/api/document/${gone.id}`)
    const { body: theirMail } = await post(
      input({ shipmentId: theirJob.id, attachments: [{ documentId: theirs.id }] }),
      other,
    )
    for (const documentId of [elsewhere.id, theirs.id, gone.id, crypto.randomUUID()])
      await refused({ attachments: [{ documentId }] }, 'not_found', /no such document on this job/)
    const mailAttachmentId = theirMail.attachments[0]?.id
    await refused({ attachments: [{ mailAttachmentId }] }, 'not_found', /no such attachment/)
    await refused(
      { attachments: [{ templateId: crypto.randomUUID(), format: 'word' }] },
      'not_found',
      /template/,
    )
    await refused({ shipmentId: theirJob.id }, 'not_found', /no such job/)
  })
})

test('another company’s mail is not there', async () => {
  const { body: sent } = await post(input())
  const other = await buildCompany(product)
  const theirJob = await buildJob(other)
  await expectNoChange(rows, company, async () => {
    for (const [method, url, body] of [
      ['GET', `/api/mail?shipmentId=${job.id}`],
      ['GET', `/api/mail/${sent.id}`],
      ['GET', `/api/mail/${sent.id}/eml`],
      ['GET', `/api/mail/${sent.id}/attachment/${crypto.randomUUID()}`],
      ['POST', `/api/mail/${sent.id}/resend`, { id: crypto.randomUUID() }],
      ['POST', `/api/mail/${sent.id}/retry`],
      ['POST', `/api/mail/${sent.id}/giveup`],
      ['POST', '/api/mail/preview', { shipmentId: job.id, subject: 'x', text: 'x' }],
    ] as const)
      expectProblem(await other.call(method, url, body), 'not_found')
  })
  expect((await other.call<Mail[]>('GET', '/api/mail/all')).body).toEqual([])
  // The same id in another company is another mail.
  expect((await post(input({ id: sent.id, shipmentId: theirJob.id }), other)).status).toBe(201)
})

test('Administrators find all mails of the company, others do not', async () => {
  const owner = await buildCompany(product)
  const first = await buildJob(owner, { name: 'First' })
  const write = (subject: string, address: string) =>
    post(input({ shipmentId: first.id, subject, to: [{ name: 'Zoë_100%', address }] }), owner)
  await write('Arrival notice', 'a@one.example')
  await write('Booking', 'b@two.example')
  const found = async (query: string) => {
    const { body, headers } = await owner.call<Mail[]>('GET', `/api/mail/all${query}`)
    return [headers['x-total-count'], ...body.map(({ subject }) => subject)]
  }
  expect(await found('')).toEqual(['2', 'Booking', 'Arrival notice'])
  expect(await found('?limit=1')).toEqual(['2', 'Booking'])
  expect(await found('?search=TWO.ex')).toEqual(['1', 'Booking'])
  expect(await found('?search=arrival')).toEqual(['1', 'Arrival notice'])
  expect(await found(`?search=${encodeURIComponent('zoë_100%')}`)).toEqual(['2', 'Booking', 'Arrival notice'])
  expect(await found('?search=__')).toEqual(['0'])
  expect(await found('?state=notSent&search=booking')).toEqual(['1', 'Booking'])
  expect(await found('?state=sent')).toEqual(['0'])
  const staff = await buildColleague(product, owner, 'staff')
  expectProblem(await staff.call('GET', '/api/mail/all'), 'not_allowed')
})

test('a mail is resent as a new one, with its attachments as they were', async () => {
  const document = await attach('list.txt', Buffer.from('one, two'))
  const { body: first } = await post(input({ attachments: [{ documentId: document.id }] }))
  await company.call('DELETE', `/api/document/${document.id}`)
  const id = crypto.randomUUID()
  const { status, body: second } = await company.call<MailDetails>('POST', `/api/mail/${first.id}/resend`, {
    id,
  })
  expect(status).toBe(201)
  expect(second).toMatchObject({ id, subject: first.subject, text: first.text, recipients: first.recipients })
  expect(second.messageId).not.toBe(first.messageId)
  const { mail } = await emlOf(id)
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('one, two')
  const again = await company.call<MailDetails>('POST', `/api/mail/${first.id}/resend`, { id })
  expect([again.status, again.body.messageId]).toEqual([200, second.messageId])
})

test('without a mail server a retry says what to do, and nothing waits to be given up', async () => {
  const { body: sent } = await post(input())
  await expectNoChange(rows, company, async () => {
    const retried = await company.call('POST', `/api/mail/${sent.id}/retry`)
    expectProblem(retried, 'unavailable')
    expect(JSON.stringify(retried.body)).toContain('Download the e-mail')
    expectProblem(await company.call('POST', `/api/mail/${sent.id}/giveup`), 'in_use')
    expectProblem(
      await company.call('POST', `/api/mail/${sent.id}/giveup`, undefined, { 'if-match': '"9"' }),
      'changed_meanwhile',
    )
  })
})

test('answers to what a token sends go to its person, else to the company', async () => {
  const owner = await buildCompany(product)
  const theirs = await buildJob(owner)
  const made = await owner.call<{ id: string; token: string }>('POST', '/api/apitoken', {
    name: 'Feed',
    role: 'staff',
  })
  const program = { ...owner, token: made.body.token, call: callerWith(product, made.body.token) }
  const answersTo = async () => {
    const { status, body } = await post(input({ shipmentId: theirs.id }), program)
    expect(status).toBe(201)
    const { mail } = await emlOf(body.id, program)
    return [body.replyTo, mail.replyTo?.map(one => one.address)]
  }
  const { email } = owner.membership.user
  expect(await answersTo()).toEqual([email, [email]])
  const preview = { shipmentId: theirs.id, subject: 'Hello', text: 'x' }
  expect((await program.call('POST', '/api/mail/preview', preview)).body).toMatchObject({ replyTo: email })

  // As a token of before there were persons responsible, whose maker is not known any more.
  await rows.select(
    `update api_tokens set responsible_id = null, created_by = null, unbound_until = now() + interval '1 day' where id = $1`,
    [made.body.id],
  )
  expect(await answersTo()).toEqual([null, undefined])
  await owner.call('PUT', '/api/company', { email: 'desk@maas.example' })
  expect(await answersTo()).toEqual(['desk@maas.example', ['desk@maas.example']])
  await owner.call('PUT', '/api/mail/settings', { replyTo: 'answers@maas.example' })
  expect(await answersTo()).toEqual(['answers@maas.example', ['answers@maas.example']])
})

test('the sender’s name and the address for answers are the company’s own', async () => {
  const owner = await buildCompany(product)
  const theirs = await buildJob(owner)
  const existing: MailSettings = {
    serverConfigured: false,
    sender: { name: owner.membership.account.name, address: 'office@lading.example' },
    senderName: null,
    replyTo: null,
    signed: false,
    largestAttachments: 100_000,
    mostRecipients: 5,
    mostRecipientsAnHour: 1000,
    version: 0,
  }
  expect((await owner.call('GET', '/api/mail/settings')).body).toEqual(existing)
  const wanted = { senderName: 'Karachi “Sea” Desk', replyTo: 'desk@forwarder.example' }
  const saved = await owner.call('PUT', '/api/mail/settings', wanted, { 'if-match': '"0"' })
  expect(saved.body).toEqual({ ...existing, ...wanted, version: 1 })
  expectProblem(
    await owner.call('PUT', '/api/mail/settings', { senderName: 'x' }, { 'if-match': '"0"' }),
    'changed_meanwhile',
    {
      current: saved.body,
      changes: Object.entries(wanted)
        .reverse()
        .map(([field, value]) => ({
          ...{ field, old: null, new: value, by: owner.membership.user.displayName },
          at: expect.any(String),
        })),
    },
  )
  expectProblem(await owner.call('PUT', '/api/mail/settings', { replyTo: 'x' }), 'invalid_input')
  // Mail programs would show it as the sender's address.
  for (const name of ['Rival <office@rival.example>', 'office@rival.example'])
    expectProblem(await owner.call('PUT', '/api/mail/settings', { senderName: name }), 'invalid_input')
  // A heading cannot be slipped in: a name stands on one line.
  const slipped = await owner.call('PUT', '/api/mail/settings', { senderName: 'a\r\nBcc: b' })
  expect(slipped.body).toMatchObject({ senderName: 'a Bcc: b' })
  await owner.call('PUT', '/api/mail/settings', { senderName: wanted.senderName })
  const { body: sent } = await post(input({ shipmentId: theirs.id }), owner)
  const { mail } = await emlOf(sent.id, owner)
  expect(mail.from).toEqual({ name: wanted.senderName, address: 'office@lading.example' })
  expect(mail.replyTo).toMatchObject([{ address: wanted.replyTo }])
  const preview = { shipmentId: theirs.id, subject: 'Hello', text: '<b>x</b>' }
  expect((await owner.call('POST', '/api/mail/preview', preview)).body).toEqual({
    subject: 'Hello',
    from: { name: wanted.senderName, address: 'office@lading.example' },
    replyTo: wanted.replyTo,
    html: expect.stringContaining('<p dir="auto">&lt;b&gt;x&lt;/b&gt;</p>'),
    text: '<b>x</b>',
  })
  const test = await owner.call('POST', '/api/mail/test')
  expect(test.body).toEqual({
    accepted: false,
    to: owner.membership.user.email,
    answer: 'No mail server is configured: e-mails are saved here and not sent.',
  })
})

test('a company that writes to very many within an hour is held back, and no other', async () => {
  const few = await startTestApp({
    mail: { limits: { attachmentBytes: 1000, recipients: 5, recipientsAnHour: 7 } },
  })
  const busy = await buildCompany(few)
  const { id: shipmentId } = await buildJob(busy)
  const to = ['a', 'b', 'c'].map(name => ({ address: `${name}@x.example` }))
  const replies = await Promise.all([1, 2, 3, 4].map(() => post(input({ shipmentId, to }), busy)))
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 429, 429])
  expect(JSON.stringify(replies.map(({ body }) => body))).toContain('may write to 7 recipients an hour')
  expect((await post(input({ shipmentId, to: to.slice(1, 2) }), busy)).status).toBe(201)
  const calm = await buildCompany(few)
  expect((await post(input({ shipmentId: (await buildJob(calm)).id }), calm)).status).toBe(201)
  await few.close()
})
