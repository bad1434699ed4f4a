import { afterEach, describe, expect, test } from 'vitest'
import type { Membership } from '#contract/users.ts'
import { readConfig } from '#server/config.ts'
import { browserConfiguration } from '#server/identity/provider/policies.ts'
import { openSignUp, type SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  acceptInvitation,
  buildCompany,
  callerWith,
  newPerson,
  verifyAddress,
  send,
} from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { finishAuthorization, signIn, signUp, type TestPerson } from '#testing/identity.ts'
import { askForCode, signUpVerified } from '#testing/proven-sign-up.ts'
import { expectProblem } from '#testing/refusals.ts'
import { linkForFirstCompany, newFoundingLink } from './founding-links.ts'

let product: TestApp
const started: TestApp[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.close()
})

const rules = (mode: SignUpRules['mode'], domains: string[] = [], provesAddresses = false): SignUpRules => ({
  mode,
  domains,
  provesAddresses,
})

/** Whoever signed up when everybody could, without a company. */
async function signedUp(changes: Partial<TestPerson> = {}) {
  const person = newPerson(changes)
  const { accessToken } = await signUp(product.app, person)
  return { person, call: callerWith(product, accessToken) }
}

/** Changes the rules under the sign-ins that are there, as a restart with another SIGN_UP does. */
async function startWith(signUp: SignUpRules): Promise<void> {
  product = await startTestApp({ signUp })
  started.push(product)
}

const secretOf = (link: string) => link.split('/').at(-1) ?? ''

/** Signs up by a link's secret, as the page at its end does. */
async function signUpBy(secret: string, person: TestPerson) {
  const { visit, page } = await askForCode(product.app, person, { invitation: secret })
  const { accessToken } = await finishAuthorization(visit, page)
  return callerWith(product, accessToken)
}

describe('a company is founded', () => {
  test('by everybody where signing up is open', async () => {
    await startWith(openSignUp)
    const { call } = await signedUp()
    expect((await call('POST', '/api/register')).status).toBe(200)
  })

  test('by whoever has proved their address where it must be', async () => {
    await startWith(rules('verified'))
    const { call, person } = await signedUp()
    expectProblem(await call('POST', '/api/register'), 'email_unverified')
    await verifyAddress(product, person.email)
    expect((await call('POST', '/api/register')).status).toBe(200)
    await startWith(rules('verified', [], true))
    const token = (await signUpVerified(product, newPerson())).accessToken
    expect((await callerWith(product, token)('POST', '/api/register')).status).toBe(200)
  })

  test('by people of the domains alone', async () => {
    await startWith(rules('domain', ['a.example', 'b.example'], true))
    const own = newPerson({ email: 'anna@B.example' })
    const call = callerWith(product, (await signUpVerified(product, own)).accessToken)
    expect((await call('POST', '/api/register')).status).toBe(200)
    // The provider's page refuses others; so does the API, whatever provider their token comes from.
    await startWith(rules('domain', ['a.example']))
    const other = newPerson({ email: 'anna@a.example' })
    await signUp(product.app, other)
    await product.database.signIn.query('update identity_users set email = $1', ['anna@c.example'])
    const { accessToken } = await signIn(product.app, { ...other, email: 'anna@c.example' })
    await verifyAddress(product, 'anna@c.example')
    expectProblem(await callerWith(product, accessToken)('POST', '/api/register'), 'sign_up_refused')
  })

  test.each(['invited', 'closed'] as const)('by a link alone where it is %s', async mode => {
    await startWith(rules(mode))
    const { page } = await askForCode(product.app, newPerson())
    expect(page.status).toBe(403)
    const parts = { database: product.database, publicUrl: TEST_PUBLIC_URL, signUp: rules(mode) }
    const said = (await linkForFirstCompany(parts)) ?? ''
    const earlier = secretOf(/http\S+/.exec(said)?.[0] ?? '')
    // Another server, or the next start, makes another: both are good.
    const secret = secretOf(/http\S+/.exec((await linkForFirstCompany(parts)) ?? '')?.[0] ?? '')
    const look = (of: string) => send(product, { method: 'GET', url: `/api/join/${of}` })
    for (const one of [earlier, secret]) expect((await look(one)).body).toEqual({ kind: 'company' })
    const call = await signUpBy(secret, newPerson())
    expectProblem(await call('POST', '/api/register'), 'sign_up_refused')
    expectProblem(await call('POST', '/api/register', { secret: 'x'.repeat(43) }), 'sign_up_refused')
    const { body } = await call<Membership>('POST', '/api/register', { secret })
    expect(body.user.role).toBe('administrator')
    for (const one of [earlier, secret]) expectProblem(await look(one), 'not_found')
    expect(await linkForFirstCompany(parts)).toBe(undefined)

    // A colleague joins all the same.
    const colleague = newPerson()
    await call('POST', '/api/register/adduser', {
      displayName: 'Bilal',
      email: colleague.email,
      password: colleague.password,
    })
    const theirs = callerWith(product, (await signIn(product.app, colleague)).accessToken)
    expectProblem(await theirs('POST', '/api/register'), 'invitation_waiting')
    expectProblem(await theirs('POST', '/api/register', { own: true }), 'sign_up_refused')
    expect((await acceptInvitation(theirs)).account.id).toBe(body.account.id)
  })

  test('once by two people who come at one moment by the links of two servers', async () => {
    await startWith(rules('invited'))
    const parts = { database: product.database, publicUrl: TEST_PUBLIC_URL, signUp: rules('invited') }
    const founders = []
    for (let server = 1; server <= 2; server++) {
      const secret = secretOf(/http\S+/.exec((await linkForFirstCompany(parts)) ?? '')?.[0] ?? '')
      founders.push({ secret, call: await signUpBy(secret, newPerson()) })
    }
    const replies = await Promise.all(
      founders.map(({ secret, call }) => call('POST', '/api/register', { secret })),
    )
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
  })

  test('by the one person to whom a further link was given', async () => {
    await startWith(rules('invited'))
    const person = newPerson()
    const parts = { database: product.database, publicUrl: TEST_PUBLIC_URL }
    const secret = secretOf((await newFoundingLink(parts, { email: person.email.toUpperCase() })).link)
    const other = await askForCode(product.app, newPerson(), { invitation: secret })
    expect(other.page.status).toBe(403)
    const call = await signUpBy(secret, person)
    const replies = await Promise.all([1, 2].map(() => call('POST', '/api/register', { secret })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await product.database.pool.query('select no_company_yet() as none')
    expect(rows).toEqual([{ none: false }])
  })
})

describe('SIGN_UP', () => {
  const smtp = { SMTP_HOST: 'mail.example', MAIL_FROM: 'office@lading.example' }
  const away = { PUBLIC_URL: 'https://lading.example' }
  const modeOf = (environment: Record<string, string>) => readConfig(environment).signUp

  test('is by default what the surroundings allow', () => {
    expect(modeOf({})).toEqual(openSignUp)
    expect(modeOf({ PUBLIC_URL: 'http://127.0.0.1:4000' }).mode).toBe('open')
    expect(modeOf(away)).toEqual(rules('invited'))
    expect(modeOf({ ...away, ...smtp })).toEqual(rules('verified', [], true))
    expect(modeOf(smtp).mode).toBe('verified')
  })

  test('says in words what is wrong with it', () => {
    for (const [value, said] of [
      ['sometimes', /SIGN_UP is sometimes; it must be open, verified/],
      ['domain', /SIGN_UP is domain; it must be/],
      ['domain:', /domain: without a domain/],
      ['domain:a.example,b', /names b, which is no domain/],
      ['open:a.example', /SIGN_UP is open:a.example; it must be/],
    ] as const)
      expect(() => modeOf({ SIGN_UP: value })).toThrow(said)
    expect(() => modeOf({ ...away, SIGN_UP: 'verified' })).toThrow(
      /no mail server is configured; set SMTP_HOST/,
    )
    expect(modeOf({ SIGN_UP: ' Domain: A.example , @b.example ' })).toEqual(
      rules('domain', ['a.example', 'b.example'], true),
    )
  })

  test('is told to the browser, which can explain it', () => {
    const told = (signUp: SignUpRules) => browserConfiguration(TEST_PUBLIC_URL, signUp).signUp
    expect(told(openSignUp)).toEqual({ offered: true, explanation: null })
    expect(told(rules('closed'))).toMatchObject({ offered: false, explanation: expect.any(String) })
    expect(told(rules('domain', ['a.example']))).toEqual({
      offered: true,
      explanation: 'Signing up is for people with an e-mail address ending in @a.example.',
    })
  })
})

test('a repeated call answers the company that is there, whatever the rules are now', async () => {
  await startWith(openSignUp)
  const company = await buildCompany(product)
  const reply = await company.call<Membership>('POST', '/api/register', { own: true, secret: 'x'.repeat(43) })
  expect(reply.body.account).toEqual(company.membership.account)
})
