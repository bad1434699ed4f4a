import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { JobRow } from '#contract/jobs.ts'
import type { WaitingInvitation } from '#contract/joining.ts'
import type { Invitation, Membership, User } from '#contract/users.ts'
import { startTestApp } from '#testing/app.ts'
import {
  acceptInvitation,
  buildColleague,
  buildCompany,
  buildJob,
  type Caller,
  callerWith,
  newPerson,
  verifyAddress,
  send,
} from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn, signInWith } from '#testing/identity.ts'
import { linkInMail, mailTo } from '#testing/outbox.ts'
import { askForCode, signUpVerified } from '#testing/proven-sign-up.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { testProduct } from '#testing/test-company.ts'
import { TestVisitor } from '#testing/visitor.ts'

const { product, rows } = testProduct()

const idOf = (caller: Caller) => caller.membership.user.id
const add = (by: Caller, body: object) => by.call<User>('POST', '/api/register/adduser', body)
const listed = async (by: Caller, email: string) =>
  (await by.call<User[]>('GET', '/api/register/getusers')).body.find(
    one => one.identities[0]?.issuerAssignedId === email,
  )
const waiting = (call: Caller['call'], query = '') =>
  call<WaitingInvitation[]>('GET', `/api/register/invitation${query}`)
const answer = (call: Caller['call'], id: string, what: 'accept' | 'decline', query = '') =>
  call<Membership>('POST', `/api/register/invitation/${id}/${what}${query}`)
const leave = ({ call }: Pick<Caller, 'call'>) => call('POST', '/api/register/leave')

const lastSubject = async ({ outbox }: { outbox: { folder: string } }, email: string) =>
  (await mailTo(outbox.folder, email)).at(-1)?.subject

/** Somebody alone in a company of their own, whose address is proved. */
async function buildProven(): Promise<Caller> {
  const company = await buildCompany(product)
  await verifyAddress(product, company.person.email)
  return company
}

/** An invitation of one company waits for the founder of another. */
async function buildInvited(role = 'staff') {
  const [host, guest] = [await buildCompany(product, { company: 'Host Lines' }), await buildProven()]
  const { email } = guest.person
  await add(host, { displayName: 'Guest', email, password: 'chosen by the host', role })
  const [invitation] = (await waiting(guest.call)).body
  return { host, guest, email, id: invitation?.id ?? '' }
}

describe('a sign-in that a stranger has made before its owner comes', () => {
  test('is the owner’s once they prove the address, and they are in the stranger’s company only if they accept', async () => {
    const proving = await startTestApp({
      signUp: { mode: 'verified', domains: [], provesAddresses: true },
    })
    const [mallory, victim] = [newPerson({ company: 'Mallory & Co' }), newPerson({ company: 'BigCo' })]
    const asMallory = callerWith(proving, (await signUpVerified(proving, mallory)).accessToken)
    await asMallory('POST', '/api/register')
    const known = { email: victim.email, password: 'known to Mallory alone' }
    const { body: made } = await asMallory<User>('POST', '/api/register/adduser', {
      displayName: 'Victim',
      ...known,
    })
    // Mallory signs in as the victim, too, before they come.
    const browser = new TestVisitor(proving.app)
    const early = callerWith(proving, (await signInWith(browser, known)).tokens.accessToken)
    expect((await waiting(early)).body).toHaveLength(1)
    // Nor can Mallory keep the owner out by an authenticator app.
    const account = `${TEST_PUBLIC_URL}/identity/account/second-factor`
    const page = await browser.post(account, { current: known.password })
    expect(page.text).toContain('Verify your e-mail address first')
    expect(page.text).not.toContain('<svg')

    const { accessToken } = await signUpVerified(proving, victim)
    const asVictim = callerWith(proving, accessToken)
    await expect(signIn(proving.app, known)).rejects.toThrow('is wrong')
    const { rows: sessions } = await proving.database.signIn.query(
      `select 1 from oidc_state s join identity_users u on s.payload ->> 'accountId' = u.subject::text
       where s.model = 'RefreshToken' and u.email = $1`,
      [victim.email],
    )
    expect(sessions).toHaveLength(1)
    expectProblem(await asVictim('POST', '/api/register'), 'invitation_waiting', { company: 'Mallory & Co' })
    expectProblem(await asVictim('GET', '/api/shipment'), 'account_required')
    const [invitation] = (await waiting(asVictim)).body
    expect(invitation).toEqual({
      id: made.id,
      company: 'Mallory & Co',
      invitedBy: mallory.name,
      email: victim.email,
      role: 'staff',
      invitedAt: expect.any(String),
    })
    const password = 'set by Mallory now'
    expectProblem(await asMallory('PUT', `/api/register/user/${made.id}/password`, { password }), 'in_use')

    expect((await answer(asVictim, made.id, 'decline')).status).toBe(204)
    expect((await waiting(asVictim)).body).toEqual([])
    const { body: own } = await asVictim<Membership>('POST', '/api/register')
    expect(own).toMatchObject({ account: { name: 'BigCo' }, user: { role: 'administrator' } })
    const { body: people } = await asMallory<User[]>('GET', '/api/register/getusers')
    expect(people.find(one => one.id === made.id)?.signIn).toBe('declined')
    expectProblem(await asMallory('PUT', `/api/register/user/${made.id}/password`, { password }), 'in_use')
    await proving.close()
  })

  test('and has accepted for: the owner who signs up takes it over, and answers for themselves', async () => {
    const proving = await startTestApp({
      signUp: { mode: 'verified', domains: [], provesAddresses: true },
    })
    const [mallory, victim] = [newPerson({ company: 'Mallory & Co' }), newPerson({ company: 'BigCo' })]
    const asMallory = callerWith(proving, (await signUpVerified(proving, mallory)).accessToken)
    await asMallory('POST', '/api/register')
    const known = { email: victim.email, password: 'known to Mallory alone' }
    const { body: made } = await asMallory<User>('POST', '/api/register/adduser', {
      displayName: 'Victim',
      ...known,
    })
    const visitor = new TestVisitor(proving.app)
    const early = callerWith(proving, (await signInWith(visitor, known)).tokens.accessToken)
    await acceptInvitation(early)
    expect((await early('GET', '/api/shipment')).status).toBe(200)
    // A password of Mallory's choice, as if it were the owner's.
    const mine = { email: victim.email, password: 'chosen in their name' }
    const changed = await visitor.post(`${TEST_PUBLIC_URL}/identity/account/password`, {
      current: known.password,
      password: mine.password,
    })
    expect(changed.text).toContain('Your password was changed.')
    await expect(signIn(proving.app, mine)).resolves.toBeTruthy()

    const owner = callerWith(proving, (await signUpVerified(proving, victim)).accessToken)
    for (const former of [known, mine]) await expect(signIn(proving.app, former)).rejects.toThrow('is wrong')
    expect([401, 403]).toContain((await early('GET', '/api/shipment')).status)
    expectProblem(await owner('GET', '/api/shipment'), 'account_required')
    expect((await waiting(owner)).body.map(({ id }) => id)).toEqual([made.id])
    const password = 'set by Mallory now'
    expectProblem(await asMallory('PUT', `/api/register/user/${made.id}/password`, { password }), 'in_use')
    expect((await owner<Membership>('POST', '/api/register', { own: true })).body).toMatchObject({
      account: { name: 'BigCo' },
      user: { role: 'administrator' },
    })
    // Whoever has proved the address keeps it.
    await askForCode(proving.app, { ...victim, password: 'by nobody at all' })
    await expect.poll(() => lastSubject(proving, victim.email)).toContain('already has a sign-in')
    await expect(signIn(proving.app, victim)).resolves.toBeTruthy()
    await proving.close()
  }, 60_000)

  test('is not taken over by mail alone past its authenticator app, where its own person has joined by it', async () => {
    const person = newPerson()
    await buildCompany(product, person)
    await product.database.signIn.query(
      `update identity_users set totp_secret = 'x', totp_since = now() where email = $1`,
      [person.email],
    )
    const signUpRules = { mode: 'verified', domains: [], provesAddresses: true } as const
    const proving = await startTestApp({ signUp: signUpRules, beside: product })
    await askForCode(proving.app, { ...person, password: 'by somebody else' })
    await expect.poll(() => lastSubject(proving, person.email)).toContain('already has a sign-in')
    await proving.close()
  })

  test('and has accepted for: the owner who chooses a new password answers for themselves', async () => {
    const mallory = await buildCompany(product)
    const known = { email: newPerson().email, password: 'known to Mallory alone' }
    await add(mallory, { displayName: 'Victim', ...known })
    const early = callerWith(product, (await signIn(product.app, known)).accessToken)
    await acceptInvitation(early)
    const visitor = new TestVisitor(product.app)
    await visitor.post(`${TEST_PUBLIC_URL}/identity/password`, { email: known.email })
    const password = 'chosen by the owner'
    await visitor.post(await linkInMail(product.outbox.folder, known.email), { password })
    await expect(signIn(product.app, known)).rejects.toThrow('is wrong')
    const owner = callerWith(product, (await signIn(product.app, { ...known, password })).accessToken)
    expectProblem(await owner('GET', '/api/shipment'), 'account_required')
    expect([401, 403]).toContain((await early('GET', '/api/shipment')).status)
    expect((await listed(mallory, known.email))?.signIn).toBe('invited')
    expect((await waiting(owner)).body).toHaveLength(1)
  })
})

describe('whoever adds or invites', () => {
  test('learns nothing of whether somebody signs in with an address', async () => {
    const company = await buildCompany(product)
    const known = await buildProven()
    const body = (email: string) => ({ displayName: 'Bilal Khan', email, password: 'another long password' })
    const plain = (reply: { status: number; body: unknown }, email: string) =>
      JSON.parse(
        JSON.stringify(reply)
          .replaceAll(email, 'EMAIL')
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
          .replaceAll(/join\/[\w-]{43}/g, 'join/SECRET')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'WHEN'),
      ) as unknown
    const ask = async (path: string, email: string) => {
      const { status, body: said } = await company.call('POST', path, body(email))
      const { body: people } = await company.call<User[]>('GET', '/api/register/getusers')
      const person = people.find(one => one.identities[0]?.issuerAssignedId === email)
      return [plain({ status, body: said }, email), plain({ status, body: person }, email)]
    }
    const unknown = newPerson().email
    const other = await buildProven()
    expect(await ask('/api/register/adduser', known.person.email)).toEqual(
      await ask('/api/register/adduser', unknown),
    )
    expect(await ask('/api/register/invite', other.person.email)).toEqual(
      await ask('/api/register/invite', newPerson().email),
    )
    const weak = { ...body(newPerson().email), password: 'aaaaaaaaaaaa' }
    expectProblem(await add(company, weak), 'invalid_input')
    expectProblem(await add(company, { ...weak, email: (await buildProven()).person.email }), 'invalid_input')
    // They keep the password that they have.
    await expect(signIn(product.app, known.person)).resolves.toBeTruthy()
  })

  test('gets no link by which the password of somebody else’s sign-in could be chosen', async () => {
    const [first, second] = [await buildCompany(product), await buildCompany(product)]
    const { email } = newPerson()
    const invite = (by: Caller) =>
      by.call<{ user: User; invitation: Invitation }>('POST', '/api/register/invite', {
        displayName: 'Bilal Khan',
        email,
      })
    const pageOf = async ({ link }: Invitation) => {
      const url = `/api/join/${link?.split('/').at(-1)}`
      const { body } = await send<{ choosePasswordAt: string | null }>(product, { method: 'GET', url })
      return body.choosePasswordAt
    }
    const made = (await invite(first)).body
    expect(await pageOf(made.invitation)).toMatch(/^\/identity\/password\//)
    const foreign = (await invite(second)).body
    expect(await pageOf(foreign.invitation)).toBe(null)
    const again = await second.call<Invitation>('POST', `/api/register/user/${foreign.user.id}/invite`)
    expect(await pageOf(again.body)).toBe(null)
    const path = `/api/register/user/${foreign.user.id}/password`
    expectProblem(await second.call('PUT', path, { password: 'taken over by this' }), 'in_use')
  })
})

describe('an invitation', () => {
  test('is accepted by somebody alone in their company, which is kept and comes back', async () => {
    const { host, guest, id } = await buildInvited()
    const job = await buildJob(guest, { name: 'Own cotton' })
    const hosted = await buildJob(host, { name: 'Host cotton' })
    expect((await guest.call<Membership>('GET', '/api/register')).body).toMatchObject({
      invitations: 1,
      ownCompany: null,
    })
    expect((await answer(guest.call, id, 'accept')).body).toMatchObject({
      user: { id, role: 'staff' },
      account: { id: host.membership.account.id, name: 'Host Lines' },
      invitations: 0,
      ownCompany: guest.membership.account.name,
    })
    const names = async () => (await guest.call<JobRow[]>('GET', '/api/shipment')).body.map(row => row.id)
    expect(await names()).toEqual([hosted.id])
    expect((await leave(guest)).status).toBe(204)
    expect(await names()).toEqual([job.id])
    expect((await guest.call<Membership>('POST', '/api/register')).body.user).toMatchObject({
      id: idOf(guest),
      role: 'administrator',
    })
    expect((await listed(host, guest.person.email))?.signIn).toBe('left')
    const { body: told } = await host.call<HistoryEntry[]>('GET', `/api/history?user=${id}`)
    expect(told.map(({ words, by }) => [words, by?.id])).toEqual([
      ['left the company', id],
      ['joined the company', id],
      ['added user Guest', idOf(host)],
    ])
    // Whoever has left comes back by a new invitation alone.
    expect((await waiting(guest.call)).body).toEqual([])
    await host.call('POST', `/api/register/user/${id}/invite`)
    expect((await answer(guest.call, id, 'accept')).status).toBe(200)
  })

  test('is not accepted out of a company with others, before that is left', async () => {
    const { host, guest, id } = await buildInvited()
    const colleague = await buildColleague(product, guest, 'administrator')
    await expectNoChange(rows, host, async () =>
      expectProblem(await answer(guest.call, id, 'accept'), 'in_use'),
    )
    expect((await leave(guest)).status).toBe(204)
    expect((await answer(guest.call, id, 'accept')).body).toMatchObject({
      account: { id: host.membership.account.id },
      ownCompany: null,
    })
    expect((await colleague.call('GET', '/api/shipment')).status).toBe(200)
  })

  test('is nobody else’s: not there for strangers, nor for an address that is not proved', async () => {
    const { host, guest, id, email } = await buildInvited()
    const [stranger, other] = [await buildProven(), await buildCompany(product)]
    const unproven = newPerson()
    await add(host, { displayName: 'Later', email: unproven.email, password: 'chosen by the host' })
    const { call } = await buildCompany(product, { email: `x${unproven.email}` })
    await expectNoChange(rows, host, async () => {
      for (const by of [stranger.call, other.call, call, host.call])
        for (const what of ['accept', 'decline'] as const) {
          const foreign = await answer(by, id, what)
          const absent = await answer(by, crypto.randomUUID(), what)
          expectProblem(foreign, 'not_found')
          expect(foreign.body).toEqual(absent.body)
        }
      const secret = `?secret=${'x'.repeat(43)}`
      expectProblem(await answer(stranger.call, id, 'accept', secret), 'not_found')
    })
    // Somebody has signed up with the address of an earlier invitation without proving it.
    const third = await buildCompany(product)
    const early = await buildCompany(product)
    await add(third, { displayName: 'Early', email: early.person.email, password: 'chosen by the host' })
    expect((await waiting(early.call)).body).toEqual([])
    await verifyAddress(product, early.person.email)
    expect((await waiting(early.call)).body).toHaveLength(1)
    expect((await waiting(guest.call)).body.map(one => one.email)).toEqual([email])
  })

  test('is taken by its link with the address that it names, and no other', async () => {
    const host = await buildCompany(product)
    const [guest, thief] = [await buildCompany(product), await buildProven()]
    const { body } = await host.call<{ user: User; invitation: Invitation }>('POST', '/api/register/invite', {
      displayName: 'Guest',
      email: guest.person.email.toUpperCase(),
    })
    const query = `?secret=${body.invitation.link?.split('/').at(-1)}`
    expect((await waiting(thief.call, query)).body).toEqual([])
    expectProblem(await answer(thief.call, body.user.id, 'accept', query), 'not_found')
    expect((await waiting(guest.call)).body).toEqual([])
    expect((await waiting(guest.call, query)).body).toHaveLength(1)
    expect((await answer(guest.call, body.user.id, 'accept', query)).body.account.id).toBe(
      host.membership.account.id,
    )
    expect((await waiting(guest.call, query)).body).toEqual([])
  })

  test('does not keep anybody from founding their own company', async () => {
    const host = await buildCompany(product)
    const person = newPerson()
    await add(host, { displayName: 'Guest', email: person.email, password: person.password })
    const call = callerWith(product, (await signIn(product.app, person)).accessToken)
    expectProblem(await call('POST', '/api/register'), 'invitation_waiting')
    const { body } = await call<Membership>('POST', '/api/register', { own: true })
    expect(body).toMatchObject({ user: { role: 'administrator' }, invitations: 1 })
    expect(body.account.id).not.toBe(host.membership.account.id)
  })

  test('of a company in which nobody is left to receive them waits for nobody', async () => {
    const { guest, id } = await buildInvited()
    const late = await buildProven()
    await add(guest, { displayName: 'Late', email: late.person.email, password: 'chosen by the guest' })
    const [invitation] = (await waiting(late.call)).body
    await answer(guest.call, id, 'accept')
    expect((await waiting(late.call)).body).toEqual([])
    expectProblem(await answer(late.call, invitation?.id ?? '', 'accept'), 'not_found')
  })

  test('that two accept of each other at once leaves nobody in a company without the other', async () => {
    const [one, other] = [await buildProven(), await buildProven()]
    await add(one, { displayName: 'Other', email: other.person.email, password: 'chosen by the one' })
    await add(other, { displayName: 'One', email: one.person.email, password: 'chosen by the other' })
    const [ofOne] = (await waiting(one.call)).body
    const [ofOther] = (await waiting(other.call)).body
    const replies = await Promise.all([
      answer(one.call, ofOne?.id ?? '', 'accept'),
      answer(other.call, ofOther?.id ?? '', 'accept'),
    ])
    expect(statusesOf(replies)).toEqual([200, 404])
    const [mine, theirs] = await Promise.all(
      [one, other].map(({ call }) => call<Membership>('GET', '/api/register')),
    )
    expect(mine?.body.account.id).toBe(theirs?.body.account.id)
  })
})
