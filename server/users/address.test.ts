import { expect, test } from 'vitest'
import type { Membership } from '#contract/users.ts'
import { mayFoundCompany } from '#server/identity/sign-up/sign-up-rules.ts'
import { startTestApp } from '#testing/app.ts'
import { buildCompany, buildJob, type Caller, callerWith, newPerson, send } from '#testing/factories.ts'
import { signUp } from '#testing/identity.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { codeInMail } from '#testing/proven-sign-up.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { sharedByTests, testProduct } from '#testing/test-company.ts'
import { safeName, invitationMail } from './invitation-mail.ts'

const server = sharedByTests(() => startMailServer())
const { product, rows } = testProduct(() => ({ mail: { smtp: server.settings } }))

async function buildUnproven(): Promise<Caller> {
  const person = newPerson()
  const { accessToken: token } = await signUp(product.app, person)
  const call = callerWith(product, token)
  return { token, person, call, membership: (await call<Membership>('POST', '/api/register')).body }
}

const whole = {
  to: [{ address: 'buyer@trade.example' }],
  subject: 'Arrival',
  text: 'It has arrived.',
}

test('where e-mails leave, nobody makes any leave before their own address is proved', async () => {
  const { call, membership, person } = await buildUnproven()
  expect(membership.user).toMatchObject({ emailVerified: false, emailProofNeeded: true })
  const job = await buildJob({ call } as Caller)
  const mail = () => call('POST', '/api/mail', { id: crypto.randomUUID(), shipmentId: job.id, ...whole })
  const colleague = { displayName: 'Bilal', email: newPerson().email, password: 'another long password' }
  const { body: token } = await call<{ token: string }>('POST', '/api/apitoken', {
    name: 'Script',
    role: 'administrator',
  })
  const program = callerWith(product, token.token)
  const byProgram = { id: crypto.randomUUID(), shipmentId: job.id, ...whole }
  expectProblem(await program('POST', '/api/mail', byProgram), 'email_unverified')
  await expectNoChange(rows, { call, membership, person, token: '' }, async () => {
    for (const reply of [
      await mail(),
      await call('POST', '/api/mail/test'),
      await call('POST', '/api/mail/test', { to: 'stranger@x.example' }),
      await call('POST', '/api/register/invite', colleague),
      await call('POST', '/api/register/adduser', colleague),
      await call('PUT', '/api/summary', { on: true, hour: 7, timeZone: 'UTC' }),
    ])
      expectProblem(reply, 'email_unverified')
  })

  const { body: sent } = await call<{ email: string }>('POST', '/api/register/verification')
  expect(sent).toEqual({ email: person.email, goodUntil: expect.any(String) })
  const queued = await rows.select<{ message: string }>(
    'select message from product_mails where recipient = $1',
    [person.email],
  )
  const text = queued.map(({ message }) => Buffer.from(message, 'latin1').toString()).join('\n')
  const code = /Your code is (\d{6})/.exec(text)?.[1] ?? ''
  expectProblem(
    await call('PUT', '/api/register/verification', { code: code === '111111' ? '222222' : '111111' }),
    'invalid_input',
  )
  expect((await call('PUT', '/api/register/verification', { code })).status).toBe(204)
  expect((await call<Membership>('GET', '/api/register')).body.user).toMatchObject({
    emailVerified: true,
    emailProofNeeded: false,
  })
  expectProblem(await call('POST', '/api/register/verification'), 'already_exists')
  for (const reply of [await mail(), await call('POST', '/api/register/invite', colleague)])
    expect(reply.status).toBe(201)
})

test('without a mail server nothing needs proof, and who wants to may give it', async () => {
  const local = await startTestApp()
  const { call, person, membership } = await buildCompany(local)
  expect(membership.user).toMatchObject({ emailVerified: false, emailProofNeeded: false })
  await call('POST', '/api/register/verification')
  const code = await codeInMail(local.outbox.folder, person.email)
  const wrong = code === '111111' ? '222222' : '111111'
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expectProblem(await call('PUT', '/api/register/verification', { code: wrong }), 'invalid_input')
  // The fifth wrong try has ended it.
  expectProblem(await call('PUT', '/api/register/verification', { code }), 'invalid_input')
  await call('POST', '/api/register/verification')
  await call('POST', '/api/register/verification')
  expectProblem(await call('POST', '/api/register/verification'), 'too_many_requests')
  const last = await codeInMail(local.outbox.folder, person.email, 3)
  expect((await call('PUT', '/api/register/verification', { code: last })).status).toBe(204)
  await local.close()
})

test('somebody else’s code proves nothing', async () => {
  const local = await startTestApp()
  const [one, other] = [await buildCompany(local), await buildCompany(local)]
  await one.call('POST', '/api/register/verification')
  await other.call('POST', '/api/register/verification')
  const code = await codeInMail(local.outbox.folder, one.person.email)
  expectProblem(await other.call('PUT', '/api/register/verification', { code }), 'invalid_input')
  expectProblem(await send(local, { method: 'POST', url: '/api/register/verification' }), 'sign_in_required')
  await local.close()
})

test('the message of an invitation carries names alone, and none that could be a message or a link', () => {
  const mail = (by: string, company: string) =>
    invitationMail({
      to: 'victim@x.example',
      by,
      company,
      link: 'https://lading.example/join/SECRET',
      days: 7,
      productName: 'Lading',
    })
  expect(mail('Amina Qureshi', 'A.P. Moller – Maersk').subject).toBe(
    'Amina Qureshi invites you to A.P. Moller – Maersk on Lading',
  )
  for (const good of [
    'Maas Forwarding Co. Ltd.',
    'S. A. Khan & Sons (Pvt) Ltd',
    'Route 66 Logistics',
    '中远海运',
  ])
    expect(safeName(good)).toBe(good)
  for (const bad of [
    'Pay at http://evil.example/pay now',
    'evil.example',
    'www.evil',
    'a@evil',
    'evil。example/ пример.рф',
    'evil․com/pay',
    'evil．com',
    'evil[.]example',
    'evil .com',
    '1.2.3.4',
    'localhost:80/x',
    'mailto:x',
    'Call +44 909 8790000 now',
    'Line\nbreak',
    '\u202Eelpmaxe',
    'x'.repeat(81),
  ]) {
    expect(safeName(bad), bad).toBe(null)
    const { subject, text } = mail(bad, bad)
    expect(`${subject} ${text}`.match(/https?:\S+/g)).toEqual(['https://lading.example/join/SECRET'])
    expect(`${subject} ${text}`).not.toContain(bad)
  }
  expect(
    mayFoundCompany({ mode: 'domain', domains: ['a.example'], provesAddresses: true }, 'x@A.example'),
  ).toBe(true)
})
