import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { JoinLink } from '#contract/joining.ts'
import type { Invitation, User } from '#contract/users.ts'
import { startBackgroundWork } from '#server/background/start.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  acceptInvitation,
  buildColleague,
  buildCompany,
  callerWith,
  newPerson,
  send,
} from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn } from '#testing/identity.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'
import { TestVisitor } from '#testing/visitor.ts'

/** A busy machine is no failure. */
const soon = <Found>(look: () => Found) => expect.poll(look, { timeout: 30_000 })

const { product, rows, company } = testCompany()

type Invited = { user: User; invitation: Invitation }
const invite = (email: string, more: object = {}, by = company) =>
  by.call<Invited>('POST', '/api/register/invite', { displayName: 'Bilal Khan', email, ...more })

/** What the page at the end of an invitation's link is told. */
async function lookAt(app: TestApp, link: string): Promise<JoinLink> {
  const { body } = await send<JoinLink>(app, {
    method: 'GET',
    url: link.replace(`${TEST_PUBLIC_URL}/`, '/api/'),
  })
  return body
}

/** Follows an invitation's link to where a password is chosen, and chooses it. */
async function choose(app: TestApp, link: string, password: string) {
  const told = await lookAt(app, link)
  const page = told.kind === 'invitation' ? told.choosePasswordAt : null
  return new TestVisitor(app.app).post(`${TEST_PUBLIC_URL}${page ?? '/nowhere'}`, { password })
}

test('without a mail server the link is shown, and lets the colleague in once', async () => {
  const { email } = newPerson()
  const { status, body } = await invite(email, { role: 'viewer' })
  expect(status).toBe(201)
  expect(body).toEqual({
    user: {
      id: expect.any(String),
      displayName: 'Bilal Khan',
      role: 'viewer',
      active: true,
      signIn: 'invited',
      version: 1,
      identities: [{ signInType: 'emailAddress', issuer: expect.any(String), issuerAssignedId: email }],
    },
    invitation: {
      email,
      link: expect.stringMatching(new RegExp(`^${TEST_PUBLIC_URL}/join/[\\w-]{43}$`)),
      goodUntil: expect.any(String),
    },
  })
  const days = (Date.parse(body.invitation.goodUntil) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)

  const password = 'three green harbours'
  await expect(signIn(product.app, { email, password })).rejects.toThrow()
  const before = await company.call<User[]>('GET', '/api/register/getusers')
  expect(before.body.find(one => one.id === body.user.id)).toEqual(body.user)
  const link = body.invitation.link ?? ''
  expect(await lookAt(product, link)).toEqual({
    kind: 'invitation',
    company: 'Karachi Forwarding',
    invitedBy: 'Amina Qureshi',
    email,
    role: 'viewer',
    choosePasswordAt: link.slice(TEST_PUBLIC_URL.length).replace('/join/', '/identity/password/'),
  })
  const form = await new TestVisitor(product.app).open(
    link.replace('/join/', '/identity/password/'),
    'nowhere',
  )
  expect(form.text).toContain('<h1>Choose a password</h1>')
  expect(form.text).toContain(`<p>For ${email}.</p>`)
  expect((await choose(product, link, password)).text).toContain('Password saved')
  expect(await lookAt(product, link)).toMatchObject({ choosePasswordAt: null })
  const { accessToken } = await signIn(product.app, { email, password })
  expect(await acceptInvitation(callerWith(product, accessToken))).toMatchObject({
    user: { id: body.user.id, role: 'viewer' },
    account: { id: company.membership.account.id },
  })
  const listed = await company.call<User[]>('GET', '/api/register/getusers')
  expect(listed.body.find(one => one.id === body.user.id)).toEqual({
    ...body.user,
    signIn: 'ready',
    version: 2,
  })
  expectProblem(
    await send(product, { method: 'GET', url: `/api/join/${link.split('/').at(-1)}` }),
    'not_found',
  )
})

test('a new link is given by Administrators, to people who have not joined', async () => {
  const { email } = newPerson()
  const { body } = await invite(email)
  const again = await company.call<Invitation>('POST', `/api/register/user/${body.user.id}/invite`)
  expect(again.body).toMatchObject({ email, link: expect.any(String) })
  expect(again.body.link).not.toBe(body.invitation.link)
  const staff = await buildColleague(product, company, 'staff')
  const other = await buildCompany(product)
  await company.call('PUT', '/api/register/user', { id: body.user.id, active: false })
  await expectNoChange(rows, company, async () => {
    const path = `/api/register/user/${body.user.id}/invite`
    expectProblem(await staff.call('POST', path), 'not_allowed')
    expectProblem(await other.call('POST', path), 'not_found')
    expectProblem(await company.call('POST', path), 'in_use')
    const joined = `/api/register/user/${staff.membership.user.id}/invite`
    expectProblem(await company.call('POST', joined), 'in_use')
  })
})

test('nobody is invited above one’s own role, twice, or at no address', async () => {
  const staff = await buildColleague(product, company, 'staff')
  const { email } = newPerson()
  await expectNoChange(rows, company, async () => {
    expectProblem(await invite(email, { role: 'administrator' }, staff), 'not_allowed')
    expectProblem(await invite(company.person.email.toUpperCase()), 'already_exists')
    expectProblem(await invite('nobody'), 'invalid_input')
  })
  expect((await invite(email, {}, staff)).body.user.role).toBe('staff')
})

describe('with a mail server', () => {
  test('the link comes by e-mail and is shown to nobody', async () => {
    const server = await startMailServer()
    const mailing = await startTestApp({ mail: { smtp: server.settings } })
    const work = await startBackgroundWork({ ...mailing, seal: createSeal(undefined), log: () => undefined })
    const owner = await buildCompany(mailing)
    const { email } = newPerson()
    const { body } = await invite(email, {}, owner)
    expect(body.invitation).toMatchObject({ email, link: null })
    await soon(() => server.mails.map(({ to }) => to)).toEqual([[email]])
    const mail = await PostalMime.parse(server.mails[0]?.raw ?? '')
    expect(mail.subject).toBe('Amina Qureshi invites you to Karachi Forwarding on Lading')
    expect(mail.text).toContain(
      `\nOpen this link to join as ${email}. You will see whose company it is and can accept or decline:\n`,
    )
    const [link = ''] = /https?:\S+/.exec(mail.text ?? '') ?? []
    const password = 'three green harbours'
    expect((await choose(mailing, link, password)).text).toContain('Password saved')
    const { accessToken } = await signIn(mailing.app, { email, password })
    // Whoever has chosen a password by a link that came by mail has proved the address with it.
    expect((await acceptInvitation(callerWith(mailing, accessToken))).user).toMatchObject({
      emailVerified: true,
      emailProofNeeded: false,
    })
    await work.stop()
    await mailing.close()
    await server.close()
  })
})
