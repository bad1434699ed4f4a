import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { tokenChecker, type TokenRules } from './tokens.ts'

const issuer = 'https://login.example/identity/v2.0/'
const audience = 'api://lading'
const subject = '8c4c4b0e-5f0c-4f0e-9a55-0c6b7f6f2a11'
const claims = { oid: subject, scp: 'full_access', name: 'Ann Lee', emails: ['ann@example.com'] }

type Key = GenerateKeyPairResult['privateKey']
let key: Key
let strangerKey: Key
let rules: TokenRules

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  key = pair.privateKey
  strangerKey = (await generateKeyPair('RS256')).privateKey
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }
  rules = { issuer, audience, keys: createLocalJWKSet({ keys: [jwk] }) }
})

type Changes = { issuer?: string; audience?: string; expiry?: number; kid?: string; key?: Key; alg?: string }

function token(payload: JWTPayload = claims, changes: Changes = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: changes.alg ?? 'RS256', kid: changes.kid ?? 'ours' })
    .setIssuer(changes.issuer ?? issuer)
    .setAudience(changes.audience ?? audience)
    .setIssuedAt(now)
    .setExpirationTime(changes.expiry ?? now + 60)
    .sign(changes.key ?? key)
}

async function refusal(header: string | undefined): Promise<string> {
  const error: unknown = await tokenChecker(rules)(header).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'sign_in_required' })
  return (error as AppError).message
}

describe('a token is accepted', () => {
  test('and says who it speaks for', async () => {
    const accepted = await token({ ...claims, extension_Company: 'Harbour' })
    expect(await tokenChecker(rules)(`Bearer ${accepted}`)).toEqual({
      subject,
      email: 'ann@example.com',
      name: 'Ann Lee',
      company: 'Harbour',
      emailVerified: true,
    })
  })

  test('of other providers too, which name the scope and the person otherwise', async () => {
    const payload = { sub: 'auth|7', scope: 'openid api://lading/full_access', email: 'bo@example.com' }
    expect(await tokenChecker(rules)(`bearer ${await token(payload)}`)).toEqual({
      subject: 'auth|7',
      email: 'bo@example.com',
      name: 'bo@example.com',
      company: null,
      emailVerified: false,
    })
  })

  test.each([
    [true, 'what the provider says', { email: 'bo@example.com', email_verified: true }],
    [true, 'what the provider says in a word', { email: 'bo@example.com', email_verified: 'true' }],
    [true, 'the addresses of a B2C account, of which nothing is said', { emails: ['bo@example.com'] }],
    [false, 'such an address of which it is denied', { emails: ['bo@example.com'], email_verified: false }],
    [false, 'an address of which nothing is said', { email: 'bo@example.com' }],
    [false, 'what was typed as a name', { preferred_username: 'bo@example.com', email_verified: true }],
    [false, 'a list that is empty', { emails: [], email: 'bo@example.com' }],
  ])('and whether the address is proved: %s of %s', async (expected, _what, said) => {
    const accepted = await token({ sub: 'auth|7', scp: 'full_access', ...said })
    const { emailVerified, email } = await tokenChecker(rules)(`Bearer ${accepted}`)
    expect([emailVerified, email]).toEqual([expected, 'bo@example.com'])
  })
})

describe('a token is refused', () => {
  test('when there is none, or something else in its place', async () => {
    expect(await refusal(undefined)).toContain('Sign in first')
    expect(await refusal('')).toContain('Sign in first')
    for (const header of ['Bearer', 'Bearer x', 'Basic YTpi', `Token ${await token()}`])
      expect(await refusal(header)).toContain('must read "Bearer"')
  })

  test('of another issuer, for another audience, or signed by a stranger', async () => {
    const valid = 'is not valid here'
    expect(await refusal(`Bearer ${await token(claims, { issuer: 'https://evil.example/' })}`)).toContain(
      valid,
    )
    expect(await refusal(`Bearer ${await token(claims, { audience: 'lading-web' })}`)).toContain(valid)
    expect(await refusal(`Bearer ${await token(claims, { key: strangerKey })}`)).toContain(valid)
    expect(await refusal(`Bearer ${await token(claims, { kid: 'theirs', key: strangerKey })}`)).toContain(
      valid,
    )
  })

  test('with the algorithm none, or signed with the public key as if it were a secret', async () => {
    const now = Math.floor(Date.now() / 1000)
    const unsigned = new UnsecuredJWT({ ...claims })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(now + 60)
      .encode()
    expect(await refusal(`Bearer ${unsigned}`)).toContain('must read "Bearer"')
    expect(await refusal(`Bearer ${unsigned}AAAA`)).toContain('is not valid here')
    const secret = new TextEncoder().encode('the public key, which everybody may have')
    const symmetric = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(now + 60)
      .sign(secret)
    expect(await refusal(`Bearer ${symmetric}`)).toContain('is not valid here')
  })

  test('signed by another algorithm, where the provider does not say which its keys are for', async () => {
    const pair = await generateKeyPair('RS512', { extractable: true })
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'ours' }
    const check = tokenChecker({ issuer, audience, keys: createLocalJWKSet({ keys: [jwk] }) })
    const other = await token(claims, { alg: 'RS512', key: pair.privateKey })
    await expect(check(`Bearer ${other}`)).rejects.toThrow('is not valid here')
  })

  test('when one character of it was changed', async () => {
    const [header = '', , signature = ''] = (await token()).split('.')
    const forged = Buffer.from(JSON.stringify({ ...claims, oid: 'somebody else' })).toString('base64url')
    expect(await refusal(`Bearer ${header}.${forged}.${signature}`)).toContain('is not valid here')
  })

  test('without the scope full_access, or without a person', async () => {
    expect(await refusal(`Bearer ${await token({ ...claims, scp: 'read full_access_not' })}`)).toContain(
      'scope',
    )
    expect(await refusal(`Bearer ${await token({ scp: 'full_access' })}`)).toContain('names no person')
  })

  test('when it has expired, though it was accepted and remembered before', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await refusal(`Bearer ${await token(claims, { expiry: now - 1 })}`)).toContain('has expired')
    const check = tokenChecker(rules)
    const short = `Bearer ${await token(claims, { expiry: now + 2 })}`
    await expect(check(short)).resolves.toMatchObject({ subject })
    await new Promise(resolve => setTimeout(resolve, 2100))
    await expect(check(short)).rejects.toThrow('has expired')
  })
})

test('checking a remembered token costs microseconds', async () => {
  const check = tokenChecker(rules)
  const header = `Bearer ${await token()}`
  await check(header)
  const rounds = 2000
  let fastest = Infinity
  for (let batch = 0; batch < 10; batch++) {
    const before = performance.now()
    for (let round = 0; round < rounds; round++) await check(header)
    fastest = Math.min(fastest, ((performance.now() - before) * 1000) / rounds)
  }
  // About 3 microseconds; verifying the signature each time takes 50 and more.
  expect(fastest).toBeLessThan(20)
})
