import { describe, expect, test } from 'vitest'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import {
  answerOf,
  type Authorization,
  finishAuthorization,
  refresh,
  requestTokens,
  signUp,
  startAuthorization,
  type TestTokens,
} from '#testing/identity.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY } from './policies.ts'
import { REFRESH_GRACE_SECONDS, sweepExpiredState } from '#server/identity/store/state.ts'
import { tokenChecker } from './tokens.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

const server = testProvider({ person: ann })

type Visit = { visit: Authorization; tokens: TestTokens }

async function visitSignedIn(): Promise<Visit> {
  const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
  const arrived = await visit.visitor.submit(visit.page, 'sign-in', ann)
  return { visit, tokens: await finishAuthorization(visit, arrived) }
}

/** As if so many seconds had passed since refresh tokens were used. */
const ageConsumption = (seconds: number) =>
  server.database.signIn.query(
    'update oidc_state set consumed_at = consumed_at - make_interval(secs => $1)',
    [seconds],
  )

describe('the authorization is refused', () => {
  test('without PKCE', async () => {
    const { page, state } = await startAuthorization(server.app, SIGN_IN_POLICY, {
      parameters: { code_challenge: undefined, code_challenge_method: undefined },
    })
    expect(answerOf(page)).toMatchObject({ error: 'invalid_request', state })
    expect(answerOf(page)['error_description']).toContain('PKCE')
  })

  test('with plain PKCE', async () => {
    const { page } = await startAuthorization(server.app, SIGN_IN_POLICY, {
      parameters: { code_challenge_method: 'plain' },
    })
    expect(answerOf(page)).toMatchObject({ error: 'invalid_request' })
  })

  for (const redirect_uri of [
    'https://evil.example/webapp',
    `${TEST_PUBLIC_URL}/webapp/`,
    `${TEST_PUBLIC_URL}/webapp?next=evil`,
    'http://127.0.0.1:3001/webapp',
  ])
    test(`with the redirect address ${redirect_uri}, on a page and not by redirect`, async () => {
      const { page } = await startAuthorization(server.app, SIGN_IN_POLICY, { parameters: { redirect_uri } })
      expect(page.status).toBe(400)
      expect(page.text).toContain('invalid_redirect_uri')
    })

  test('for an unknown client, whose name is shown as text', async () => {
    const { page } = await startAuthorization(server.app, SIGN_IN_POLICY, {
      parameters: { client_id: '<script>alert(1)</script>' },
    })
    expect(page.status).toBe(400)
    expect(page.text).not.toContain('<script>')
  })

  test('where the form is sent without the cookie, or to another interaction', async () => {
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const action = new URL(`${visit.page.url}/sign-in`)
    const stranger = await startAuthorization(server.app, SIGN_IN_POLICY)
    const reply = await stranger.visitor.send('POST', action.href, ann)
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('start again')
    expect(reply.location).toBeUndefined()
    const forged = await server.app.inject({
      method: 'POST',
      url: action.pathname,
      headers: {
        cookie: stranger.visitor.allCookies,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(ann).toString(),
    })
    expect(forged.statusCode).toBe(400)
  })
})

describe('a code is refused', () => {
  test('with another verifier', async () => {
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const { code = '' } = answerOf(await visit.visitor.submit(visit.page, 'sign-in', ann))
    const reply = await requestTokens(visit, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${TEST_PUBLIC_URL}/webapp`,
      code_verifier: 'x'.repeat(43),
    })
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('the second time, and then ends the tokens of the first', async () => {
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const { code = '' } = answerOf(await visit.visitor.submit(visit.page, 'sign-in', ann))
    const redeem = () =>
      requestTokens(visit, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${TEST_PUBLIC_URL}/webapp`,
        code_verifier: visit.verifier,
      })
    const first = await redeem()
    expect(first.status).toBe(200)
    expect(await redeem()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await expect(refresh(visit, first.body['refresh_token'] ?? '')).rejects.toThrow('invalid_grant')
  })
})

describe('refreshing', () => {
  test('gives other tokens for the same person, with the policy of the address', async () => {
    const { visit, tokens } = await visitSignedIn()
    const check = tokenChecker(server.rules)
    const renewed = await refresh(visit, tokens.refreshToken)
    expect(renewed.refreshToken).not.toBe(tokens.refreshToken)
    expect(renewed.accessToken).not.toBe(tokens.accessToken)
    expect(await check(`Bearer ${renewed.accessToken}`)).toEqual(await check(`Bearer ${tokens.accessToken}`))
  })

  test('answers client_info, by which MSAL tells accounts apart', async () => {
    const { visit, tokens } = await visitSignedIn()
    const { body } = await requestTokens(visit, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
    const { subject } = await tokenChecker(server.rules)(`Bearer ${tokens.accessToken}`)
    const info = JSON.parse(Buffer.from(body['client_info'] ?? '', 'base64url').toString()) as object
    expect(info).toMatchObject({ uid: `${subject}-b2c_1_signupsignin1` })
  })

  test('works for two tabs that use the same token at once', async () => {
    const { visit, tokens } = await visitSignedIn()
    const both = await Promise.all([1, 2].map(() => refresh(visit, tokens.refreshToken)))
    await ageConsumption(REFRESH_GRACE_SECONDS - 5)
    await expect(refresh(visit, tokens.refreshToken)).resolves.toBeTruthy()
    for (const { refreshToken } of both) await expect(refresh(visit, refreshToken)).resolves.toBeTruthy()
  })

  test('with a used token after the grace ends everything that came of it', async () => {
    const { visit, tokens } = await visitSignedIn()
    const renewed = await refresh(visit, tokens.refreshToken)
    await ageConsumption(REFRESH_GRACE_SECONDS + 1)
    await expect(refresh(visit, tokens.refreshToken)).rejects.toThrow('invalid_grant')
    await expect(refresh(visit, renewed.refreshToken)).rejects.toThrow('invalid_grant')
  })

  test('stops when the person is gone', async () => {
    const eve = { ...ann, email: 'eve@example.com' }
    await signUp(server.app, eve)
    const visit = await startAuthorization(server.app, SIGN_IN_POLICY)
    const tokens = await finishAuthorization(visit, await visit.visitor.submit(visit.page, 'sign-in', eve))
    await server.database.signIn.query('delete from identity_users where email = $1', [eve.email])
    await expect(refresh(visit, tokens.refreshToken)).rejects.toThrow('invalid_grant')
  })
})

describe('signing out', () => {
  const signOutAddress = (parameters: Record<string, string>) =>
    `${TEST_PUBLIC_URL}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/logout?${new URLSearchParams(parameters).toString()}`

  test('with the ID token sends its form by itself, ends the refresh token and leads home', async () => {
    const { visit, tokens } = await visitSignedIn()
    const page = await visit.visitor.open(
      signOutAddress({ id_token_hint: tokens.idToken, post_logout_redirect_uri: `${TEST_PUBLIC_URL}/` }),
      'nowhere',
    )
    expect(page.text).toContain('<script>document.forms[0].submit()</script>')
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const reply = await visit.visitor.send('POST', action, { xsrf, logout: 'yes' })
    expect(reply.location).toBe(`${TEST_PUBLIC_URL}/`)
    await expect(refresh(visit, tokens.refreshToken)).rejects.toThrow('invalid_grant')
    const again = await startAuthorization(server.app, SIGN_IN_POLICY, {
      visitor: visit.visitor,
      parameters: { prompt: 'none' },
    })
    expect(answerOf(again.page)).toMatchObject({ error: 'login_required' })
  })

  test('without the ID token asks first, and refuses a form without its secret', async () => {
    const { visit, tokens } = await visitSignedIn()
    const page = await visit.visitor.open(signOutAddress({}), 'nowhere')
    expect(page.text).toContain('Do you want to sign out?')
    expect(page.text).not.toContain('<script')
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const reply = await visit.visitor.send('POST', action, { xsrf: 'guessed', logout: 'yes' })
    expect(reply.status).toBe(400)
    await expect(refresh(visit, tokens.refreshToken)).resolves.toBeTruthy()
  })

  test('leads nowhere else', async () => {
    const { visit, tokens } = await visitSignedIn()
    const page = await visit.visitor.open(
      signOutAddress({ id_token_hint: tokens.idToken, post_logout_redirect_uri: 'https://evil.example/' }),
      'nowhere',
    )
    expect(page.status).toBe(400)
    expect(page.text).toContain('post_logout_redirect_uri not registered')
  })
})

describe('what is kept', () => {
  test('holds no code, cookie or refresh token that could be used', async () => {
    const { tokens } = await visitSignedIn()
    const { rows } = await server.database.signIn.query<{ everything: string }>(
      `select string_agg(id::text || payload::text, ' ') as everything from oidc_state where model <> 'Grant'`,
    )
    expect(rows[0]?.everything).not.toContain(tokens.refreshToken)
    expect(rows[0]?.everything).not.toContain(tokens.accessToken)
  })

  test('is swept when it has expired, and only then', async () => {
    const { visit, tokens } = await visitSignedIn()
    await server.database.signIn.query(
      `insert into oidc_state (model, id, payload, expires_at) values ('Session', 'old', '{}', now() - interval '1 s')`,
    )
    expect(await sweepExpiredState(server.database.signIn)).toBeGreaterThanOrEqual(1)
    expect(await sweepExpiredState(server.database.signIn)).toBe(0)
    await expect(refresh(visit, tokens.refreshToken)).resolves.toBeTruthy()
  })
})
