import { rename, rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENQUIRIES_TO } from '#testing/app.ts'
import { send } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { mailTo } from '#testing/outbox.ts'
import { testProduct } from '#testing/test-company.ts'

const { product } = testProduct()
let received = 0

const mails = () => mailTo(product.outbox.folder, ENQUIRIES_TO)
/** What came since the test began. */
const fresh = async () => (await mails()).slice(received)
beforeEach(async () => {
  received = (await mails()).length
})

const enquiry = {
  name: 'Amina Qureshi',
  email: 'amina@karachi.example',
  phone: '+92 21 1234567',
  subject: 'Consolidations',
  message: 'Do you handle groupage?\nWe ship twice a week.',
}
const question = { name: 'Bo Berg', email: 'bo@havn.example', question: 'Does it print?' }

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  send(product, { method: 'POST', url, payload, remoteAddress })

test('the contact form reaches the company by mail', async () => {
  expect(await post('/api/enquiry', enquiry)).toMatchObject({ status: 204, body: null })
  expect(await fresh()).toEqual([
    {
      subject: 'Contact form: Consolidations',
      text: [
        'Name: Amina Qureshi',
        'E-mail: amina@karachi.example',
        'Phone: +92 21 1234567',
        'Subject: Consolidations',
        '',
        'Do you handle groupage?',
        'We ship twice a week.',
        '',
      ].join('\n'),
    },
  ])
})

test('a question does too', async () => {
  expect((await post('/api/question', question)).status).toBe(204)
  expect(await fresh()).toEqual([
    { subject: 'Question from Bo Berg', text: 'Name: Bo Berg\nE-mail: bo@havn.example\n\nDoes it print?\n' },
  ])
})

test('the telephone may be left out', async () => {
  const { phone: _phone, ...without } = enquiry
  expect((await post('/api/enquiry', without)).status).toBe(204)
  expect((await post('/api/enquiry', { ...without, phone: '' })).status).toBe(204)
  for (const { text } of await fresh()) expect(text).not.toContain('Phone')
})

describe('what is wrong is refused by field, and nothing is sent', () => {
  const wrong: [field: string, value: unknown, message: string][] = [
    ['name', '  ', 'This must not be empty.'],
    ['name', 'x'.repeat(201), 'At most 200 characters.'],
    ['email', '', 'This must not be empty.'],
    ['email', 'amina', 'This must be an e-mail address.'],
    ['email', 'amina@karachi.example\r\nBcc: all@karachi.example', 'This must be an e-mail address.'],
    ['phone', '1'.repeat(51), 'At most 50 characters.'],
    ['subject', '', 'This must not be empty.'],
    ['message', ' \n ', 'This must not be empty.'],
    ['message', 'x'.repeat(5001), 'At most 5000 characters.'],
  ]
  test.each(wrong)('%s', async (field, value, message) => {
    const reply = await post('/api/enquiry', { ...enquiry, [field]: value })
    expectProblem(reply, 'invalid_input')
    expect(reply.body).toMatchObject({ errors: [{ path: field, message }] })
    expect(await fresh()).toEqual([])
  })

  test('a question too', async () => {
    const reply = await post('/api/question', { name: '', email: 'x', question: '' })
    expectProblem(reply, 'invalid_input')
    expect((reply.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'name',
      'email',
      'question',
    ])
  })
})

test('a line break in a name, telephone or subject begins no line of the message', async () => {
  const reply = await post('/api/enquiry', {
    ...enquiry,
    name: 'Amina\nE-mail: boss@karachi.example',
    phone: '021\r\nE-mail: boss@karachi.example',
    subject: 'One\r\n\tBcc: all@karachi.example',
  })
  expect(reply.status).toBe(204)
  const [mail] = await fresh()
  expect(mail?.subject).toBe('Contact form: One Bcc: all@karachi.example')
  expect(mail?.text.split('\n').slice(0, 3)).toEqual([
    'Name: Amina E-mail: boss@karachi.example',
    'E-mail: amina@karachi.example',
    'Phone: 021 E-mail: boss@karachi.example',
  ])
})

test('a program that fills in the field nobody sees is thanked, and nothing is sent', async () => {
  const website = 'https://buy.example'
  expect((await post('/api/enquiry', { ...enquiry, website })).status).toBe(204)
  expect((await post('/api/question', { ...question, website })).status).toBe(204)
  expect(await fresh()).toEqual([])
})

test('one network sends five messages an hour, others are not kept waiting', async () => {
  for (let count = 0; count < 5; count += 1)
    expect(
      (await post(count % 2 ? '/api/question' : '/api/enquiry', { ...enquiry, ...question }, '203.0.113.7'))
        .status,
    ).toBe(204)
  const refused = await post('/api/enquiry', enquiry, '203.0.113.7')
  expectProblem(refused, 'too_many_requests')
  expect(refused.body).toMatchObject({
    detail: `Too many messages came from your network. Write to ${ENQUIRIES_TO} instead, or try again later.`,
  })
  expect((await post('/api/enquiry', enquiry, '203.0.113.8')).status).toBe(204)
  expect(await fresh()).toHaveLength(6)
})

test('a message that cannot be passed on is refused with what to do instead', async () => {
  const { folder } = product.outbox
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'in the way')
  try {
    const reply = await post('/api/enquiry', enquiry)
    expectProblem(reply, 'unavailable')
    expect(reply.body).toMatchObject({
      detail: `Your message could not be sent just now. Write to ${ENQUIRIES_TO} instead, or try again in a moment.`,
    })
  } finally {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
})
