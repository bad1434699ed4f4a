import { beforeEach, describe, expect, test } from 'vitest'
import type { Membership } from '#contract/users.ts'
import { buildCompany, callerWith } from '#testing/factories.ts'
import { signInEvents } from '#testing/identity-events.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { refresh, signIn, signInWith, startAuthorization, type TestTokens } from '#testing/identity.ts'
import { type Page, TestVisitor } from '#testing/visitor.ts'
import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'
import { codeOfStep, stepAt } from '#server/identity/passwords/totp.ts'
import { companyPerTest } from '#testing/test-company.ts'

const ACCOUNT = `${TEST_PUBLIC_URL}/identity/account`

const { product, company } = companyPerTest({}, one => buildCompany(one, { name: 'Amina Qureshi' }))
let visitor: TestVisitor
let tokens: TestTokens

beforeEach(async () => {
  visitor = new TestVisitor(product.app)
  tokens = (await signInWith(visitor, company.person)).tokens
})

const look = (by = visitor) => by.open(ACCOUNT, `${TEST_PUBLIC_URL}/webapp`)
const does = (step: string, values: Record<string, string>, by = visitor) =>
  by.post(`${ACCOUNT}/${step}`, values)
const password = () => ({ current: company.person.password })

/** As if the last code had been typed in half a minute ago. */
const forgetStep = () => product.database.signIn.query('update identity_users set totp_step = null')

const keyOn = (page: Page) =>
  /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
const codesOn = (page: Page) =>
  [...page.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(match => match[1] ?? '')
const codeNow = (secret: string) => codeOfStep(secret, stepAt(Date.now()))

async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  const secret = keyOn(await does('second-factor', password()))
  const codes = codesOn(await does('second-factor/code', { code: codeNow(secret) }))
  await forgetStep()
  return { secret, codes }
}

async function toCodePage(by: TestVisitor, choices: Record<string, string> = {}) {
  const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor: by })
  const { email, password: secret } = company.person
  return { visit, page: await by.submit(visit.page, 'sign-in', { email, password: secret, ...choices }) }
}

describe('My account', () => {
  test('shows who one is, and is the same person as in the application', async () => {
    const page = await look()
    expect(page.url).toBe(ACCOUNT)
    expect(page.text).toContain('<h1>My account</h1>')
    expect(page.text).toContain('Amina Qureshi')
    expect(page.text).toContain(company.person.email)
  })

  test('asks whoever is not signed in to sign in, and leads on', async () => {
    const stranger = new TestVisitor(product.app)
    const page = await look(stranger)
    expect(page.text).toContain('<h1>Sign in</h1>')
    const arrived = await stranger.submit(page, 'sign-in', company.person)
    expect(arrived.url).toBe(ACCOUNT)
    expect(arrived.text).toContain('<h1>My account</h1>')
    for (const step of [
      'name',
      'password',
      'second-factor',
      'second-factor/code',
      'recovery-codes',
      'sessions',
      'sign-out',
    ]) {
      const sent = await does(step, { ...password(), name: 'Nobody' }, new TestVisitor(product.app))
      expect(sent.text).toContain('<h1>Sign in</h1>')
    }
  })

  test('takes no form that another site sends', async () => {
    const cookie = visitor.allCookies
    for (const origin of [undefined, 'null', 'https://evil.example']) {
      const reply = await product.app.inject({
        method: 'POST',
        url: '/identity/account/name',
        headers: {
          cookie,
          host: new URL(TEST_PUBLIC_URL).host,
          'content-type': 'application/x-www-form-urlencoded',
          ...(origin && { origin }),
        },
        payload: 'name=Mallory',
      })
      expect(reply.statusCode).toBe(400)
    }
    expect((await look()).text).toContain('Amina Qureshi')
  })

  test('changes one’s name, in the company and its history too', async () => {
    const page = await does('name', { name: '  Amina <b>Khan</b> ' })
    expect(page.text).toContain('Your name was changed.')
    expect(page.text).toContain('Amina &lt;b&gt;Khan&lt;/b&gt;')
    const { body } = await company.call<Membership>('GET', '/api/register')
    expect(body.user.displayName).toBe('Amina <b>Khan</b>')
    const { rows } = await product.database.signIn.query<{ displayName: string }>(
      'select display_name as "displayName" from identity_users where email = $1',
      [company.person.email],
    )
    expect(rows).toEqual([{ displayName: 'Amina <b>Khan</b>' }])
    for (const name of ['', '   ', 'x'.repeat(201)]) expect((await does('name', { name })).status).toBe(400)
  })

  test('changes one’s password with the present one, and signs out elsewhere but not here', async () => {
    const other = new TestVisitor(product.app)
    const elsewhere = await signInWith(other, company.person)
    const wrong = await does('password', { current: 'not this one', password: 'a fresh pass phrase' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('This is not your password.')
    const weak = await does('password', { ...password(), password: 'Qureshi12345' })
    expect(weak.text).toContain('too close to your own name')
    const changed = await does('password', { ...password(), password: 'a fresh pass phrase' })
    expect(changed.text).toContain('Your password was changed.')
    await expect(signIn(product.app, company.person)).rejects.toThrow('is wrong')
    await signIn(product.app, { ...company.person, password: 'a fresh pass phrase' })
    await expect(refresh(elsewhere.visit, elsewhere.tokens.refreshToken)).rejects.toThrow('invalid_grant')
    expect((await look(other)).text).toContain('<h1>Sign in</h1>')
    expect((await look()).text).toContain('<h1>My account</h1>')
  })

  test('signs out everywhere, so that no token of before is good for anything', async () => {
    const other = new TestVisitor(product.app)
    const elsewhere = await signInWith(other, company.person, { remember: 'yes' })
    const calls = [tokens, elsewhere.tokens].map(({ accessToken }) => callerWith(product, accessToken))
    for (const call of calls) expect((await call('GET', '/api/register')).status).toBe(200)
    const page = await does('sign-out', {})
    expect(page.text).toContain('You are signed out in every browser.')
    for (const call of calls) expect((await call('GET', '/api/register')).status).toBe(401)
    await expect(refresh(elsewhere.visit, elsewhere.tokens.refreshToken)).rejects.toThrow('invalid_grant')
    for (const by of [visitor, other]) expect((await look(by)).text).toContain('<h1>Sign in</h1>')
    const { accessToken } = await signIn(product.app, company.person)
    expect((await callerWith(product, accessToken)('GET', '/api/register')).status).toBe(200)
  })
})

describe('an authenticator app', () => {
  test('is set up with the password, a QR code and a first code, and then asked for at each sign-in', async () => {
    const refused = await does('second-factor', { current: 'not this one' })
    expect(refused.text).toContain('This is not your password.')
    expect(refused.text).not.toContain('<svg')
    const offered = await does('second-factor', password())
    const secret = keyOn(offered)
    expect(secret).toHaveLength(32)
    expect(offered.text).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img"/)
    // Nothing is asked for before a first code has shown that the app works.
    await signIn(product.app, company.person)
    const mistyped = await does('second-factor/code', { code: '12345' })
    expect(mistyped.text).toContain('This code is wrong')
    expect(keyOn(mistyped)).toBe(secret)
    const codes = codesOn(await does('second-factor/code', { code: codeNow(secret) }))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await look()).text).toContain('10 recovery codes left')

    const { visit, page } = await toCodePage(new TestVisitor(product.app))
    expect(page.text).toContain('<h1>Confirm that it is you</h1>')
    const wrong = await visit.visitor.submit(page, 'code', { code: '000000' })
    expect(wrong.status).toBe(400)
    await forgetStep()
    const arrived = await visit.visitor.submit(wrong, 'code', { code: codeNow(secret) })
    expect(arrived.url).toMatch(/\/webapp#code=/)
  })

  test('gives codes that are good once, in this browser’s sign-in alone', async () => {
    const { secret } = await turnOn()
    const { visit, page } = await toCodePage(new TestVisitor(product.app))
    const code = codeNow(secret)
    const other = await toCodePage(new TestVisitor(product.app))
    const stranger = await startAuthorization(product.app, SIGN_IN_POLICY)
    const unproven = await stranger.visitor.post(`${stranger.page.url}/code`, { code })
    expect(unproven.text).toContain('<h1>Sign in</h1>')
    expect((await visit.visitor.submit(page, 'code', { code })).url).toMatch(/#code=/)
    const reused = await other.visit.visitor.submit(other.page, 'code', { code })
    expect(reused.text).toContain('This code is wrong, or it has already been used.')
  })

  test('that is lost is replaced by a recovery code, each good once', async () => {
    const { codes } = await turnOn()
    const [code = ''] = codes
    const first = await toCodePage(new TestVisitor(product.app))
    const typed = code.toUpperCase().replaceAll('-', ' ')
    expect((await first.visit.visitor.submit(first.page, 'code', { code: typed })).url).toMatch(/#code=/)
    expect((await look()).text).toContain('9 recovery codes left')
    const second = await toCodePage(new TestVisitor(product.app))
    expect((await second.visit.visitor.submit(second.page, 'code', { code })).status).toBe(400)
    const fresh = codesOn(await does('recovery-codes', password()))
    const third = await toCodePage(new TestVisitor(product.app))
    const old = await third.visit.visitor.submit(third.page, 'code', { code: codes[1] ?? '' })
    expect(old.status).toBe(400)
    expect((await third.visit.visitor.submit(old, 'code', { code: fresh[0] ?? '' })).url).toMatch(/#code=/)
  })

  test('is turned off with the password and a code, or a recovery code, and with neither alone', async () => {
    const { secret, codes } = await turnOn()
    const [spare = ''] = codes
    for (const [values, mistake] of [
      [{ current: 'no', code: codeNow(secret) }, 'This is not your password.'],
      [password(), 'This code is wrong, or it has already been used. Wait for the next one.'],
      [{ ...password(), code: '000000' }, 'This code is wrong'],
      [{ ...password(), code: 'aaaa-aaaa-aaaa-aaaa' }, 'This code is wrong'],
    ] as const) {
      const refused = await does('second-factor', values)
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(mistake)
    }
    expect((await look()).text).toContain('Turn off')
    const off = await does('second-factor', { ...password(), code: spare })
    expect(off.text).toContain('The authenticator app is off.')
    const again = await turnOn()
    const offAgain = await does('second-factor', { ...password(), code: codeNow(again.secret) })
    expect(offAgain.text).toContain('The authenticator app is off.')
    await expect(signIn(product.app, company.person)).resolves.toBeTruthy()
    const { rows } = await product.database.signIn.query(
      'select totp_secret, totp_since from identity_users where email = $1',
      [company.person.email],
    )
    expect(rows).toEqual([{ totp_secret: null, totp_since: null }])
  })

  test('goes when an Administrator sets a new password, which is how somebody comes back who lost everything', async () => {
    await turnOn()
    const { user } = company.membership
    const reply = await company.call('PUT', `/api/register/user/${user.id}/password`, {
      password: 'set for them',
    })
    expect(reply.status).toBe(204)
    // What was signed in with the earlier one has ended before the answer came.
    const { status, body } = await company.call<{ detail: string }>('GET', '/api/register')
    expect([status, body.detail]).toEqual([401, 'This sign-in was ended. Sign in again.'])
    await expect(signIn(product.app, { ...company.person, password: 'set for them' })).resolves.toBeTruthy()
    expect((await look()).text).toContain('<h1>Sign in</h1>')
    const events = (await signInEvents(product.ownerUrl)).filter(({ userId }) => userId === user.id)
    expect(events.find(({ outcome }) => outcome === 'password_set')).toMatchObject({ byUserId: user.id })
  })

  test('is guessed ten times at the most', async () => {
    const { secret } = await turnOn()
    const { visit, page } = await toCodePage(new TestVisitor(product.app))
    let last = page
    for (let guess = 0; guess < 10; guess++) {
      last = await visit.visitor.submit(last, 'code', { code: '000000' })
      expect(last.status).toBe(400)
    }
    await forgetStep()
    const rested = await visit.visitor.submit(last, 'code', { code: codeNow(secret) })
    expect(rested.status).toBe(429)
    expect(rested.text).toMatch(/Too many attempts\. Try again in \d\d seconds\./)
  })
})

test('what people change and try is noted for their company, and nobody can change the notes', async () => {
  await turnOn()
  await does('name', { name: 'Amina Khan' })
  await expect(signIn(product.app, { ...company.person, password: 'wrong' })).rejects.toThrow()
  await does('sign-out', {})
  const { user } = company.membership
  const events = (await signInEvents(product.ownerUrl)).filter(({ userId }) => userId === user.id)
  expect(events.map(({ outcome }) => outcome)).toEqual([
    'signed_up',
    'signed_in',
    'second_factor_on',
    'name_changed',
    'wrong_password',
    'signed_out_everywhere',
  ])
  for (const change of ['update sign_in_events set outcome = outcome', 'delete from sign_in_events'])
    await expect(product.database.pool.query(change)).rejects.toThrow('permission denied')
  const { rows } = await product.database.pool.query('select * from sign_in_events')
  expect(rows).toEqual([])
})
