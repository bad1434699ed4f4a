import { decodeJwt, SignJWT, UnsecuredJWT, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type IdentityApp, identityApp, openTestDatabase } from '#testing/identity-app.ts'
import { signUp } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { API_SCOPE, AUDIENCE, CLIENT_ID, SIGN_IN_POLICY } from './policies.ts'
import { REFRESH_GRACE_SECONDS } from '#server/identity/store/state.ts'
import { tokenChecker } from './tokens.ts'
import { freePort } from '#testing/free-port.ts'

/** The provider over real HTTP, as `openid-client`, which is certified, sees it. */

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

let borrowed: BorrowedDatabase
let database: Database
let server: IdentityApp
let origin: string
let config: client.Configuration

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = await identityApp(database, { publicUrl: origin })
  await server.app.listen({ port, host: '127.0.0.1' })
  await signUp(origin, ann)
  config = await discover()
})
afterAll(async () => {
  await server?.app.close()
  await database?.close()
  await borrowed?.release()
})

const discover = () =>
  client.discovery(
    new URL(`${origin}/identity/${SIGN_IN_POLICY}/v2.0/.well-known/openid-configuration`),
    CLIENT_ID,
    { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'RS256' },
    client.None(),
    { execute: [client.allowInsecureRequests], algorithm: 'oidc' },
  )

type Begun = { visitor: TestVisitor; callback: URL; verifier: string; nonce: string; state: string }

/** Leads a person through the provider's pages to the application's address, with the code. */
async function begin(changes: Record<string, string> = {}): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const state = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/webapp`,
    scope: `openid profile offline_access ${API_SCOPE}`,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...changes,
  })
  const visitor = new TestVisitor(origin)
  const page = await visitor.open(address.href, `${origin}/webapp`)
  const arrived = page.text.includes('/sign-in"') ? await visitor.submit(page, 'sign-in', ann) : page
  return { visitor, callback: new URL(arrived.url), verifier, nonce, state }
}

const finish = (begun: Begun, checks: client.AuthorizationCodeGrantChecks = {}) =>
  client.authorizationCodeGrant(config, begun.callback, {
    pkceCodeVerifier: begun.verifier,
    expectedNonce: begun.nonce,
    expectedState: begun.state,
    idTokenExpected: true,
    ...checks,
  })

/** What the client says is wrong with a reply. */
const causedBy = (what: string) => ({ cause: { message: expect.stringContaining(what) as string } })

const refused = (code: string) => expect.objectContaining({ error: code }) as Error

describe('an independent client', () => {
  test('discovers the provider, whose issuer is its own name for itself', () => {
    const metadata = config.serverMetadata()
    expect(metadata.issuer).toBe(`${origin}/identity/v2.0/`)
    expect(metadata.supportsPKCE()).toBe(true)
    expect(metadata.response_types_supported).toEqual(['code'])
    expect(metadata.id_token_signing_alg_values_supported).toEqual(['RS256'])
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none')
  })

  test('signs somebody in by code and PKCE, with tokens that hold', async () => {
    const tokens = await finish(await begin())
    expect(tokens.token_type).toBe('bearer')
    expect(tokens.expiresIn()).toBeGreaterThan(3500)
    expect(tokens.claims()).toMatchObject({
      iss: `${origin}/identity/v2.0/`,
      aud: CLIENT_ID,
      name: ann.name,
      emails: [ann.email],
      tfp: SIGN_IN_POLICY,
    })
    const identity = await tokenChecker(server.rules)(`Bearer ${tokens.access_token}`)
    expect(identity).toMatchObject({ subject: tokens.claims()?.sub, email: ann.email })
  })

  test('refreshes, is given another refresh token each time, and loses all by using one again later', async () => {
    const first = await finish(await begin())
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.claims()?.sub).toBe(first.claims()?.sub)
    // Within the grace two tabs may have met.
    const third = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    await database.signIn.query(
      'update oidc_state set consumed_at = consumed_at - make_interval(secs => $1)',
      [REFRESH_GRACE_SECONDS + 1],
    )
    for (const spent of [first, second, third])
      await expect(client.refreshTokenGrant(config, spent.refresh_token ?? '')).rejects.toEqual(
        refused('invalid_grant'),
      )
  })

  test('ends the session, after which nothing works any more', async () => {
    const begun = await begin()
    const tokens = await finish(begun)
    const address = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${origin}/`,
      state: 'bye',
    })
    const page = await begun.visitor.open(address.href, '-')
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const ended = await begun.visitor.send('POST', action, { xsrf, logout: 'yes' })
    expect(ended.location).toBe(`${origin}/?state=bye`)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toEqual(
      refused('invalid_grant'),
    )
    const again = await begun.visitor.open(
      client.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/webapp`,
        scope: 'openid',
        prompt: 'none',
        code_challenge: await client.calculatePKCECodeChallenge('x'.repeat(43)),
        code_challenge_method: 'S256',
      }).href,
      `${origin}/webapp`,
    )
    expect(new URL(again.url).searchParams.get('error')).toBe('login_required')
  })

  test('is refused a reused code, and then has lost what it got for it', async () => {
    const begun = await begin()
    const tokens = await finish(begun)
    await expect(finish(begun)).rejects.toEqual(refused('invalid_grant'))
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toEqual(
      refused('invalid_grant'),
    )
  })

  test('is refused a code with another verifier, or with none', async () => {
    const wrong = await begin()
    await expect(finish(wrong, { pkceCodeVerifier: client.randomPKCECodeVerifier() })).rejects.toEqual(
      refused('invalid_grant'),
    )
    const none = await begin()
    const { pkceCodeVerifier: _, ...checks } = {
      pkceCodeVerifier: '',
      expectedNonce: none.nonce,
      expectedState: none.state,
    }
    await expect(client.authorizationCodeGrant(config, none.callback, checks)).rejects.toEqual(
      refused('invalid_grant'),
    )
  })

  test('sees through a tampered state, and through a nonce or an issuer that is not its own', async () => {
    const begun = await begin()
    begun.callback.searchParams.set('state', 'somebody-else')
    await expect(finish(begun)).rejects.toMatchObject(causedBy('"state"'))
    await expect(finish(await begin(), { expectedNonce: 'another' })).rejects.toMatchObject(
      causedBy('"nonce"'),
    )
    const foreign = await begin()
    expect(foreign.callback.searchParams.get('iss')).toBe(`${origin}/identity/v2.0/`)
    foreign.callback.searchParams.set('iss', 'https://evil.example/')
    await expect(finish(foreign)).rejects.toMatchObject(causedBy('"iss"'))
  })

  test('is led nowhere without PKCE, and never to an address that is not registered', async () => {
    const bare = client.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/webapp`,
      scope: 'openid',
      state: 's',
    })
    const page = await new TestVisitor(origin).open(bare.href, `${origin}/webapp`)
    expect(Object.fromEntries(new URL(page.url).searchParams)).toMatchObject({
      error: 'invalid_request',
      state: 's',
    })
    for (const redirect_uri of [
      'https://evil.example/webapp',
      `${origin}/webapp/../evil`,
      `${origin}/`,
      'javascript:1',
    ]) {
      const { callback } = await begin({ redirect_uri })
      expect(callback.origin).toBe(origin)
      expect(callback.searchParams.get('code')).toBeNull()
      expect(callback.pathname).toContain('/oauth2/v2.0/authorize')
    }
  })
})

describe('the API refuses tokens', () => {
  const check = (token: string) => tokenChecker(server.rules)(`Bearer ${token}`)

  async function forgeries(): Promise<Record<string, string>> {
    const { access_token: token, id_token: idToken = '' } = await finish(await begin())
    const claims = decodeJwt(token)
    const [head = '', body = '', signature = ''] = token.split('.')
    const { privateKey } = await generateKeyPair('RS256')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return {
      'whose claims were changed': `${head}.${encoded({ ...claims, oid: 'somebody else' })}.${signature}`,
      'whose audience was changed': `${head}.${encoded({ ...claims, aud: 'api://other' })}.${signature}`,
      'without a signature': new UnsecuredJWT(claims).encode().replace(/\.$/, '.AAAA'),
      'that say algorithm none': `${encoded({ ...header, alg: 'none' })}.${body}.${signature}`,
      'signed by a stranger who names our key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: header.kid })
        .sign(privateKey),
      'that are for the application and not for the API': idToken,
    }
  }

  test('that were changed, unsigned, of a stranger, or meant for something else', async () => {
    for (const [what, token] of Object.entries(await forgeries()))
      await expect(check(token), what).rejects.toMatchObject({ code: 'sign_in_required' })
  })

  test('of another provider of the same make, and expired ones', async () => {
    const other = await borrowDatabase()
    const foreignDatabase = openTestDatabase(other.ownerUrl)
    const foreign = await identityApp(foreignDatabase, { publicUrl: origin })
    const { accessToken } = await signUp(foreign.app, ann)
    await expect(check(accessToken)).rejects.toMatchObject({ code: 'sign_in_required' })
    await foreign.app.close()

    const brief = await identityApp(foreignDatabase, { publicUrl: origin, accessTokenSeconds: 1 })
    const { accessToken: short } = await signUp(brief.app, { ...ann, email: 'bea@example.com' })
    await new Promise(resolve => setTimeout(resolve, 2100))
    await expect(tokenChecker(brief.rules)(`Bearer ${short}`)).rejects.toThrow('has expired')
    expect(decodeJwt(short).aud).toBe(AUDIENCE)
    await brief.app.close()
    await foreignDatabase.close()
    await other.release()
  })
})
