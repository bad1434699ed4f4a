import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { WaitingInvitation } from '#contract/joining.ts'
import type { Invitation, Membership, User } from '#contract/users.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  acceptInvitation,
  buildColleague,
  buildCompany,
  type Caller,
  callerWith,
  newPerson,
  send,
  verifyAddress,
} from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn } from '#testing/identity.ts'
import { linkInMail, mailTo } from '#testing/outbox.ts'
import { signUpVerified } from '#testing/proven-sign-up.ts'
import { testProduct } from '#testing/test-company.ts'
import { TestVisitor } from '#testing/visitor.ts'

const { product, rows } = testProduct()

type Call = Caller['call']
type Token = ApiToken & { token: string; call: Call }
const FORMER = 'known to somebody else'
const CHOSEN = 'chosen by the owner'

const add = (call: Call, body: object) => call<User>('POST', '/api/register/adduser', body)
const tokensOf = async (call: Call) => (await call<ApiToken[]>('GET', '/api/apitoken')).body
const waitingFor = async (call: Call) =>
  (await call<WaitingInvitation[]>('GET', '/api/register/invitation')).body
const history = async (call: Call) =>
  (await call<HistoryEntry[]>('GET', '/api/history/all')).body.map(({ words, by }) => [words, by?.id])
const byFirst = ([one]: readonly unknown[], [other]: readonly unknown[]) =>
  String(one).localeCompare(String(other))
const signInOf = async (call: Call) =>
  (await call<User[]>('GET', '/api/register/getusers')).body
    .map(({ displayName, active, signIn: state }) => [displayName, active, state])
    .sort(byFirst)

async function makeToken(call: Call, email: string, name: string): Promise<Token> {
  const before = (await mailTo(product.outbox.folder, email)).length
  const { body } = await call<Token>('POST', '/api/apitoken', { name, role: 'administrator' })
  await vi.waitFor(async () =>
    expect((await mailTo(product.outbox.folder, email)).length).toBeGreaterThan(before),
  )
  return { ...body, call: callerWith(product, body.token) }
}

/** What the program gets from now on, by whichever server. */
async function expectRevoked({ token }: Pick<Token, 'token'>, apps: TestApp[] = [product]): Promise<void> {
  for (const app of apps)
    for (const [method, url] of [
      ['GET', '/api/shipment'],
      ['POST', '/api/shipment'],
    ] as const) {
      const { status, body } = await callerWith(app, token)(method, url)
      expect({ status, body }).toEqual({
        status: 401,
        body: {
          type: 'about:blank',
          title: 'Sign in to continue',
          status: 401,
          code: 'sign_in_required',
          detail: expect.stringMatching(/^This API token (no longer works: .*|is unknown or was revoked\.)$/),
        },
      })
    }
}

/** The owner of the address chooses a password by “Forgot your password?”, and signs in with it. */
async function choosePassword(email: string, password = CHOSEN): Promise<{ page: string; call: Call }> {
  const visitor = new TestVisitor(product.app)
  const before = (await mailTo(product.outbox.folder, email)).length
  await visitor.post(`${TEST_PUBLIC_URL}/identity/password`, { email })
  await vi.waitFor(async () => {
    const mails = (await mailTo(product.outbox.folder, email)).slice(before)
    expect(mails.map(({ subject }) => subject)).toContain('Choose your password for Lading')
  })
  const link = await linkInMail(product.outbox.folder, email)
  const page = (await visitor.open(link, 'nowhere')).text
  expect((await visitor.post(link, { password })).text).toContain('Your password was saved.')
  return { page, call: callerWith(product, (await signIn(product.app, { email, password })).accessToken) }
}

/** Somebody signs in with an address that is not theirs, and founds a company by that sign-in. */
async function buildStranger() {
  const mallory = await buildCompany(product, { company: 'Mallory & Co' })
  const { email, name } = newPerson({ name: 'Victoria Owner' })
  await add(mallory.call, { displayName: name, email, password: FORMER })
  const { accessToken } = await signIn(product.app, { email, password: FORMER })
  const call = callerWith(product, accessToken)
  const { body: membership } = await call<Membership>('POST', '/api/register', { own: true })
  const token = await makeToken(call, email, 'Spare key')
  expect((await token.call('GET', '/api/shipment')).status).toBe(200)
  const accomplice = newPerson({ name: 'Second Administrator', password: FORMER })
  await add(call, {
    displayName: accomplice.name,
    email: accomplice.email,
    password: FORMER,
    role: 'administrator',
  })
  const { body } = await call<{ invitation: Invitation }>('POST', '/api/register/invite', {
    displayName: 'Third Administrator',
    email: newPerson().email,
    role: 'administrator',
  })
  const asAccomplice = callerWith(product, (await signIn(product.app, accomplice)).accessToken)
  expect(await waitingFor(asAccomplice)).toHaveLength(1)
  const join = `/api/join/${body.invitation.link?.split('/').at(-1)}`
  expect((await send(product, { method: 'GET', url: join })).status).toBe(200)
  return { email, accessToken, call, membership, token, asAccomplice, join }
}

async function expectOwnersAlone(stranger: Awaited<ReturnType<typeof buildStranger>>, call: Call) {
  const { membership, asAccomplice, join, token } = stranger
  const own = membership.user.id
  expect((await call<Membership>('GET', '/api/register')).body).toMatchObject({
    account: { id: membership.account.id },
    user: { id: own, role: 'administrator' },
  })
  expect(await tokensOf(call)).toEqual([])
  expect(await waitingFor(asAccomplice)).toEqual([])
  expect((await send(product, { method: 'GET', url: join })).status).toBe(404)
  expect(await signInOf(call)).toEqual([
    ['Second Administrator', false, 'invited'],
    ['Third Administrator', false, 'invited'],
    ['Victoria Owner', true, 'ready'],
  ])
  const told = (await history(call)).filter(([words]) => /^(re|creat)/.test(words ?? ''))
  expect(told.toSorted(byFirst)).toEqual([
    ['created API token Spare key', own],
    ['removed the access of Second Administrator', own],
    ['removed the access of Third Administrator', own],
    ['revoked API token Spare key', own],
  ])
  const [event] = await rows.select(
    `select address from history where record_id = $1 and changes ? 'deactivated_at' and version = 2`,
    [token.id],
  )
  expect(event).toEqual({ address: '127.0.0.1' })
}

test('a first password by mail ends the API tokens and open invitations of whoever used the address before', async () => {
  const stranger = await buildStranger()
  const { page, call } = await choosePassword(stranger.email)
  expect(page).toContain('API tokens that were made with this sign-in end too')
  await expectRevoked(stranger.token)
  expect((await stranger.call('GET', '/api/shipment')).status).toBe(401)
  await expectOwnersAlone(stranger, call)

  // What the owner makes is theirs: the address is proved now, and the next password by mail ends no token.
  const mine = await makeToken(call, stranger.email, 'My own')
  const again = await choosePassword(stranger.email, 'chosen once more')
  expect(again.page).toContain('You will be signed out everywhere else.</p>')
  expect((await mine.call<Job[]>('GET', '/api/shipment')).status).toBe(200)
  expect((await tokensOf(again.call)).map(({ name }) => name)).toEqual(['My own'])
}, 60_000)

test('so does a sign-up with the code that was sent to the address', async () => {
  const stranger = await buildStranger()
  const signUp = { mode: 'verified', domains: [], provesAddresses: true } as const
  const proving = await startTestApp({ signUp, beside: product })
  const owner = newPerson({ email: stranger.email, name: 'Victoria Owner', password: CHOSEN })
  const call = callerWith(proving, (await signUpVerified(proving, owner)).accessToken)
  await expectRevoked(stranger.token, [proving, product])
  await expectOwnersAlone(stranger, call)
  await proving.close()
}, 60_000)

test('what the former sign-in makes at that very moment, by another server, does not outlive it', async () => {
  const stranger = await buildStranger()
  const other = await startTestApp({ beside: product })
  const before = callerWith(other, stranger.accessToken)
  const made = new Set<number>()
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const keepMaking = async () => {
    while (!isOver) {
      const person = { displayName: 'Late', email: newPerson().email, password: FORMER }
      made.add((await before('POST', '/api/apitoken', { name: 'Late key', role: 'staff' })).status)
      made.add((await add(before, person)).status)
      // What is refused at once would leave the rest of the process no turn.
      await setTimeout(1)
    }
  }
  const making = keepMaking()
  const { call } = await choosePassword(stranger.email).finally(() => {
    isOver = true
  })
  await making
  // Whether or not the other server has looked by then whose sign-ins were ended.
  expect(made).toEqual(new Set([201, 401]))
  expect(await tokensOf(call)).toEqual([])
  expect((await signInOf(call)).filter(([, active]) => active)).toEqual([['Victoria Owner', true, 'ready']])
  await other.close()
}, 60_000)

test('tokens end in every company that the person has joined, also those that others have kept since', async () => {
  const host = await buildCompany(product, { company: 'Host Lines' })
  const { email, password, name } = newPerson({ name: 'Gulnar Guest' })
  await add(host.call, { displayName: name, email, password, role: 'administrator' })
  const call = callerWith(product, (await signIn(product.app, { email, password })).accessToken)
  const { body: own } = await call<Membership>('POST', '/api/register', { own: true })
  const away = await makeToken(call, email, 'Of my own company')
  const { user } = await acceptInvitation(call)
  const [present, kept] = [
    await makeToken(call, email, 'Made here'),
    await makeToken(call, email, 'Kept by the host'),
  ]
  expect((await host.call('POST', `/api/apitoken/${kept.id}/keep`)).status).toBe(200)
  const hosts = await makeToken(host.call, host.person.email, 'Of the host')
  const colleague = await buildColleague(product, host, 'staff')

  const { call: asOwner } = await choosePassword(email)
  for (const token of [away, present, kept]) await expectRevoked(token)
  for (const one of [hosts.call, colleague.call]) expect((await one('GET', '/api/shipment')).status).toBe(200)
  expect((await tokensOf(host.call)).map(one => one.name)).toEqual(['Of the host'])
  const revoked = (told: Awaited<ReturnType<typeof history>>) =>
    told.filter(([words]) => words?.startsWith('revoked')).toSorted(byFirst)
  expect(revoked(await history(host.call))).toEqual([
    ['revoked API token Kept by the host', user.id],
    ['revoked API token Made here', user.id],
  ])
  // As before: what was accepted in the owner's name waits for their own answer.
  expect((await waitingFor(asOwner)).map(({ id }) => id)).toEqual([user.id])
  expect((await asOwner<Membership>('GET', '/api/register')).body.account.id).toBe(own.account.id)
  expect(revoked(await history(asOwner))).toEqual([['revoked API token Of my own company', own.user.id]])
}, 60_000)

test('whoever proves the address without a new password keeps their tokens and invitations, and later too', async () => {
  const host = await buildCompany(product)
  const staff = await buildColleague(product, host, 'administrator')
  const { email } = staff.person
  const token = await makeToken(staff.call, email, 'Customs feed')
  const { email: asked } = newPerson()
  await add(staff.call, { displayName: 'Newcomer', email: asked, password: FORMER })
  const newcomer = callerWith(
    product,
    (await signIn(product.app, { email: asked, password: FORMER })).accessToken,
  )
  const expectKept = async () => {
    expect((await token.call('GET', '/api/shipment')).status).toBe(200)
    expect((await tokensOf(host.call)).map(({ name }) => name)).toEqual(['Customs feed'])
    expect((await waitingFor(newcomer)).map(one => one.email)).toEqual([asked])
  }
  await verifyAddress(product, email)
  await expectKept()
  const { page, call } = await choosePassword(email)
  expect(page).toContain('You will be signed out everywhere else.</p>')
  await expectKept()
  expect((await call<Membership>('GET', '/api/register')).body.user).toMatchObject({
    id: staff.membership.user.id,
    role: 'administrator',
  })
}, 60_000)
