import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { externalRules, signInOrigins } from './external-provider.ts'
import type { ExternalSignIn } from './external-settings.ts'
import { tokenChecker } from './tokens.ts'

const keys = {
  RS256: await generateKeyPair('RS256'),
  ES256: await generateKeyPair('ES256'),
  PS256: await generateKeyPair('PS256'),
}
type Algorithm = keyof typeof keys

let provider: Server
let origin: string
/** What the discovery document holds beside issuer and keys. */
let document: Record<string, unknown>

beforeAll(async () => {
  const jwks = await Promise.all(
    Object.entries(keys).map(async ([alg, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid: alg,
      alg,
    })),
  )
  provider = createServer((request, reply) => {
    const isKeys = request.url === '/keys'
    reply.setHeader('content-type', 'application/json')
    reply.end(
      JSON.stringify(isKeys ? { keys: jwks } : { issuer: origin, jwks_uri: `${origin}/keys`, ...document }),
    )
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => {
  provider.close()
})
beforeEach(() => {
  document = {}
})

const settings = (changes: Partial<ExternalSignIn> = {}): ExternalSignIn => ({
  ...{ authority: origin, signUpAuthority: null, protocol: 'OIDC', interaction: 'redirect' },
  ...{ clientId: 'web', scope: 'full_access', audience: 'lading-api', issuer: undefined, keysUrl: undefined },
  ...{ claims: { company: undefined, role: undefined }, graph: undefined },
  ...changes,
})
const claims = { scp: 'full_access', name: 'Ann Lee', email: 'ann@harbour.example' }
const token = (alg: string, key: CryptoKey | Uint8Array, kid = alg) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg, kid })
    .setSubject('ann')
    .setIssuer(origin)
    .setAudience('lading-api')
    .setExpirationTime('1h')
    .sign(key)

/** Who the token speaks for, or the code of the refusal. */
async function check(bearer: string, changes: Partial<ExternalSignIn> = {}): Promise<string> {
  return tokenChecker(externalRules(settings(changes)))(`Bearer ${bearer}`).then(
    ({ subject }) => subject,
    (error: { code?: string }) => error.code ?? 'a failure',
  )
}
const signed = (alg: Algorithm) => token(alg, keys[alg].privateKey)

test('of the signatures that the provider names, those are taken that it alone can make', async () => {
  document = { id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'] }
  expect(await check(await signed('ES256'))).toBe('ann')
  expect(await check(await signed('RS256'))).toBe('ann')
  expect(await check(await signed('PS256'))).toBe('sign_in_required')
})

test('without a word from the provider, RS256 is', async () => {
  expect(await check(await signed('RS256'))).toBe('ann')
  expect(await check(await signed('ES256'))).toBe('sign_in_required')
})

test('a token that nobody signed, or that the public key signed as a secret, is refused though it is named', async () => {
  document = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
  const unsigned = new UnsecuredJWT(claims)
    .setSubject('ann')
    .setIssuer(origin)
    .setAudience('lading-api')
    .setExpirationTime('1h')
    .encode()
  expect(await check(unsigned)).toBe('sign_in_required')
  const publicKey = new TextEncoder().encode(await exportSPKI(keys.RS256.publicKey))
  expect(await check(await token('HS256', publicKey, 'RS256'))).toBe('sign_in_required')
})

test('with issuer and keys configured, no document is needed', async () => {
  const given = { authority: 'http://127.0.0.1:1', issuer: origin, keysUrl: `${origin}/keys` }
  expect(await check(await signed('ES256'), given)).toBe('ann')
  expect(await check(await signed('PS256'), given)).toBe('sign_in_required')
})

test('browsers may ask the origins that the document names, and without one the authority alone', async () => {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  document = {
    authorization_endpoint: 'https://accounts.example/authorize',
    token_endpoint: 'https://tokens.example/token',
  }
  expect(await signInOrigins(undefined, log)).toEqual([])
  expect(await signInOrigins(settings(), log)).toEqual([
    ...[origin, 'https://accounts.example', 'https://tokens.example'],
  ])
  expect(lines).toEqual([])
  expect(await signInOrigins(settings({ authority: 'http://127.0.0.1:1/realm' }), log)).toEqual([
    'http://127.0.0.1:1',
  ])
  expect(lines).toEqual([expect.stringContaining('Browsers may ask http://127.0.0.1:1 alone')])
})
