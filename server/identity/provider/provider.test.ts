import { describe, expect, test } from 'vitest'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { answerOf, signIn, signUp, startAuthorization } from '#testing/identity.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY, SIGN_UP_POLICY } from './policies.ts'
import { tokenChecker } from './tokens.ts'

const ann = {
  email: 'Ann@example.com',
  name: 'Ann Lee',
  company: 'Harbour & Sons',
  password: 'seven silver seas',
}
const PAGE = { email: 'Email', name: 'Name', company: 'Company', password: 'Password' }

const server = testProvider({ person: ann })

const identities = async () =>
  (
    await server.database.signIn.query<{ email: string }>('select email from identity_users order by email')
  ).rows.map(row => row.email)

describe('discovery', () => {
  for (const policy of [SIGN_IN_POLICY, SIGN_UP_POLICY, SIGN_UP_POLICY.toLowerCase()])
    test(`of ${policy} names the addresses below that policy, from the public URL alone`, async () => {
      const reply = await server.app.inject({
        url: `/identity/${policy}/v2.0/.well-known/openid-configuration`,
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      })
      expect(reply.json()).toMatchObject({
        issuer: `${TEST_PUBLIC_URL}/identity/v2.0/`,
        authorization_endpoint: `${TEST_PUBLIC_URL}/identity/${policy}/oauth2/v2.0/authorize`,
        token_endpoint: `${TEST_PUBLIC_URL}/identity/${policy}/oauth2/v2.0/token`,
        end_session_endpoint: `${TEST_PUBLIC_URL}/identity/${policy}/oauth2/v2.0/logout`,
        jwks_uri: `${TEST_PUBLIC_URL}/identity/${policy}/discovery/v2.0/keys`,
      })
      expect(reply.body).not.toContain('evil')
    })

  test('publishes no private part of the keys', async () => {
    const reply = await server.app.inject(`/identity/${SIGN_IN_POLICY}/discovery/v2.0/keys`)
    const { keys } = reply.json<{ keys: object[] }>()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  test('an unknown policy is not found', async () => {
    const reply = await server.app.inject('/identity/B2C_1_other/v2.0/.well-known/openid-configuration')
    expect(reply.statusCode).toBe(404)
  })
})

describe('sign-up', () => {
  test('shows the four fields by their labels, on a page that loads nothing from outside', async () => {
    const { page } = await startAuthorization(server.app, SIGN_UP_POLICY)
    for (const [name, label] of Object.entries(PAGE))
      expect(page.text).toContain(`<label for="${name}">${label}</label>`)
    expect(page.text).not.toMatch(/(src|href)="https?:/)
    expect(page.text).not.toContain('<script')
  })

  test('gives tokens that say who it is', async () => {
    const bea = {
      email: 'bea@example.com',
      name: 'Bea',
      company: 'Sea "Freight" <Ltd>',
      password: 'surely long enough',
    }
    const { accessToken } = await signUp(server.app, bea)
    const identity = await tokenChecker(server.rules)(`Bearer ${accessToken}`)
    expect(identity).toEqual({
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      email: bea.email,
      name: bea.name,
      company: bea.company,
      emailVerified: false,
      generation: 0,
    })
  })

  test('names what is wrong beside each field, keeps what was entered and stores nothing', async () => {
    const before = await identities()
    const visit = await startAuthorization(server.app, SIGN_UP_POLICY)
    const page = await visit.visitor.submit(visit.page, 'sign-up', {
      email: 'nonsense',
      name: '<b>Carl</b>',
      company: '  ',
      password: 'seven77',
    })
    expect(page.status).toBe(400)
    expect(page.text).toContain('This must be an e-mail address.')
    expect(page.text).toContain('This must not be empty.')
    expect(page.text).toContain('At least 12 characters.')
    expect(page.text).toContain('value="nonsense"')
    expect(page.text).toContain('value="&lt;b&gt;Carl&lt;/b&gt;"')
    expect(page.text).not.toContain('seven77')
    expect(await identities()).toEqual(before)
  })

  test('refuses an e-mail address that is taken, in whatever case', async () => {
    const visit = await startAuthorization(server.app, SIGN_UP_POLICY)
    const page = await visit.visitor.submit(visit.page, 'sign-up', { ...ann, email: 'aNN@EXAMPLE.com' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('This e-mail address has already signed up.')
  })

  test('cancelled, sends the code that B2C has for it', async () => {
    const visit = await startAuthorization(server.app, SIGN_UP_POLICY)
    const answer = answerOf(await visit.visitor.submit(visit.page, 'cancel', {}))
    expect(answer).toMatchObject({ error: 'access_denied', state: visit.state })
    expect(answer['error_description']).toMatch(/^AADB2C90091/)
  })

  test('is shown even to somebody who is signed in here, and makes the new person the one signed in', async () => {
    const first = await startAuthorization(server.app, SIGN_IN_POLICY)
    await first.visitor.submit(first.page, 'sign-in', ann)
    const second = await startAuthorization(server.app, SIGN_UP_POLICY, { visitor: first.visitor })
    expect(second.page.text).toContain('<h1>Sign up</h1>')
    const dan = { email: 'dan@example.com', name: 'Dan', company: 'Docks', password: 'surely long enough' }
    const handOver = await second.visitor.submit(second.page, 'sign-up', dan)
    // The provider ends the other person's session by a form that the browser sends by itself.
    const action = /action="([^"]+)"/.exec(handOver.text)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(handOver.text)?.[1] ?? ''
    const ended = await second.visitor.send('POST', action, { xsrf, logout: 'yes' })
    const arrived = await second.visitor.open(ended.location ?? '', `${TEST_PUBLIC_URL}/webapp`)
    expect(answerOf(arrived)).toMatchObject({ code: expect.any(String) as string, state: second.state })
  })
})

describe('sign-in', () => {
  test('works with the e-mail address in whatever case', async () => {
    const { accessToken } = await signIn(server.app, { ...ann, email: 'ANN@example.com' })
    await expect(tokenChecker(server.rules)(`Bearer ${accessToken}`)).resolves.toMatchObject({
      email: ann.email,
      name: ann.name,
      company: ann.company,
    })
  })

  test('says the same of an unknown e-mail address and of a wrong password, and keeps the address', async () => {
    const attempt = async (email: string, password: string) => {
      const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
      const page = await visit.visitor.submit(visit.page, 'sign-in', { email, password })
      expect(page.text).toContain(`value="${email}"`)
      return {
        status: page.status,
        text: page.text.replaceAll(email, '').replace(/interaction\/[\w-]+/g, ''),
      }
    }
    const wrong = await attempt(ann.email, 'not this one')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('The e-mail address or the password is wrong.')
    expect(await attempt('nobody@example.com', ann.password)).toEqual(wrong)
  })

  test('leads a newcomer to sign-up and on', async () => {
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const link = /href="([^"]+\/sign-up)"/.exec(visit.page.text)?.[1] ?? ''
    const form = await visit.visitor.open(new URL(link, visit.page.url).href, 'nowhere')
    const eve = { email: 'eve@example.com', name: 'Eve', company: 'Quay', password: 'surely long enough' }
    expect(answerOf(await visit.visitor.submit(form, 'sign-up', eve))['code']).toBeTruthy()
  })

  test('asks for no password again while the session lasts', async () => {
    const first = await startAuthorization(server.app, SIGN_IN_POLICY)
    await first.visitor.submit(first.page, 'sign-in', ann)
    const second = await startAuthorization(server.app, SIGN_IN_POLICY, {
      visitor: first.visitor,
      parameters: { prompt: 'none' },
    })
    expect(answerOf(second.page)).toMatchObject({ code: expect.any(String) as string, state: second.state })
  })

  test('with prompt=none and no session answers login_required instead of a page', async () => {
    for (const policy of [SIGN_IN_POLICY, SIGN_UP_POLICY] as const) {
      const { page } = await startAuthorization(server.app, policy, { parameters: { prompt: 'none' } })
      expect(answerOf(page)).toMatchObject({ error: 'login_required' })
    }
  })

  test('leads from the other name of this machine to the public one', async () => {
    const url = `/identity/${SIGN_IN_POLICY}/oauth2/v2.0/authorize?client_id=x`
    const reply = await server.app.inject({ url, headers: { host: 'localhost:3000' } })
    expect(reply.headers.location).toBe(TEST_PUBLIC_URL + url)
    const elsewhere = await server.app.inject({ url, headers: { host: 'localhost:4000' } })
    expect(elsewhere.headers.location).toBeUndefined()
  })

  test('answers a failure of the form with a page', async () => {
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const page = await visit.visitor.submit(visit.page, 'sign-in', { ...ann, password: 'x'.repeat(20_000) })
    expect(page.status).toBe(413)
    expect(page.text).toContain('<h1>That did not work</h1>')
  })
})
