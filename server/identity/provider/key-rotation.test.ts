import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeProtectedHeader } from 'jose'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type IdentityApp, identityApp, openTestDatabase, TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { refresh, signInWith, signUp } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { SIGN_IN_POLICY } from './policies.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { loadProviderKeys, rotateProviderKeys } from '#server/identity/store/keys.ts'
import { tokenChecker } from './tokens.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }
const seal = createSeal('a key of at least thirty-two characters')
// As JSON has it, within a text of JSON too.
const KEY = /kty\\?"/
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let borrowed: BorrowedDatabase
let database: Database
let servers: IdentityApp[]

beforeEach(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  servers = await Promise.all([identityApp(database, { seal }), identityApp(database, { seal })])
  await signUp(servers[0]?.app ?? [], ann)
})
afterEach(async () => {
  for (const server of servers ?? []) await server.app.close()
  await database?.close()
  await borrowed?.release()
})

const server = (at: number) => servers[at] as IdentityApp
const keyOf = (token: string) => decodeProtectedHeader(token).kid
const published = async (at: number) => {
  const reply = await server(at).app.inject(`/identity/${SIGN_IN_POLICY}/discovery/v2.0/keys`)
  return reply.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid)
}
const refreshAll = () => Promise.all(servers.map(({ rules }) => rules.refresh()))

/** As if the rotation had been asked for so long ago. */
async function pass(milliseconds: number): Promise<void> {
  const { rows } = await database.signIn.query<{ value: { tenantId: string; sealed: string } }>(
    'select value from oidc_keys',
  )
  const [row] = rows
  if (!row) throw new Error('There are no keys.')
  const schedule = JSON.parse(seal.open(row.value.sealed)) as Record<
    string,
    { signs: number; retires: number | null }[]
  >
  for (const key of Object.values(schedule).flat()) {
    key.signs -= milliseconds
    if (key.retires !== null) key.retires -= milliseconds
  }
  await database.signIn.query('update oidc_keys set value = $1', [
    { ...row.value, sealed: seal.close(JSON.stringify(schedule)) },
  ])
}

describe('rotated keys', () => {
  test('sign once every server knows them, and nobody is signed out', async () => {
    const visitor = new TestVisitor(server(0).app)
    const { visit, tokens } = await signInWith(visitor, ann, { remember: 'yes' })
    const earlier = keyOf(tokens.accessToken)
    const { signsFrom, acceptedUntil } = await rotateProviderKeys(database.signIn, seal)
    expect(signsFrom.getTime() - Date.now()).toBeGreaterThan(MINUTE)
    expect(acceptedUntil.getTime() - Date.now()).toBeGreaterThan(14 * DAY)

    await refreshAll()
    expect(await published(0)).toHaveLength(2)
    expect(await published(1)).toEqual(await published(0))
    const before = await refresh(visit, tokens.refreshToken)
    expect(keyOf(before.accessToken)).toBe(earlier)

    await pass(2 * MINUTE)
    await refreshAll()
    const after = await refresh(visit, before.refreshToken)
    expect(keyOf(after.accessToken)).not.toBe(earlier)
    for (const { rules } of servers)
      for (const token of [tokens.accessToken, before.accessToken, after.accessToken])
        await expect(tokenChecker(rules)(`Bearer ${token}`)).resolves.toMatchObject({ email: ann.email })
    // The session's cookie, signed with the earlier key.
    const account = await visitor.open(`${TEST_PUBLIC_URL}/identity/account`, '-')
    expect(account.text).toContain('<h1>My account</h1>')

    await pass(16 * DAY)
    await refreshAll()
    expect(await published(0)).toEqual([keyOf(after.accessToken)])
    await expect(tokenChecker(server(0).rules)(`Bearer ${tokens.accessToken}`)).rejects.toThrow(
      'not valid here',
    )
  })

  test('at once end what the earlier ones signed, and the refresh token brings a new one', async () => {
    const { visit, tokens } = await signInWith(new TestVisitor(server(0).app), ann)
    const checks = servers.map(({ rules }) => tokenChecker(rules))
    for (const check of checks) await check(`Bearer ${tokens.accessToken}`)
    await rotateProviderKeys(database.signIn, seal, { atOnce: true })
    await refreshAll()
    for (const check of checks)
      await expect(check(`Bearer ${tokens.accessToken}`)).rejects.toMatchObject({ code: 'sign_in_required' })
    const renewed = await refresh(visit, tokens.refreshToken)
    expect(await published(1)).toEqual([keyOf(renewed.accessToken)])
    for (const check of checks) await check(`Bearer ${renewed.accessToken}`)
  })

  test('by two commands at the same moment are all known', async () => {
    const [first] = await published(0)
    await Promise.all([rotateProviderKeys(database.signIn, seal), rotateProviderKeys(database.signIn, seal)])
    await refreshAll()
    const keys = await published(0)
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toBe(first)
  })
})

describe('in the database', () => {
  const stored = async () =>
    (await database.signIn.query<{ text: string }>('select value::text as text from oidc_keys')).rows[0]
      ?.text ?? ''

  test('no private key can be read without LADING_KEY', async () => {
    expect(await stored()).not.toMatch(KEY)
    await expect(loadProviderKeys(database.signIn, createSeal(undefined))).rejects.toThrow('Set LADING_KEY')
    await expect(loadProviderKeys(database.signIn, createSeal('x'.repeat(32)))).rejects.toThrow('another key')
  })

  test('keys that were kept plain are encrypted as soon as a key is configured, and stay the same', async () => {
    const keys = await loadProviderKeys(database.signIn, seal)
    for (const value of [
      keys,
      { tenantId: keys.tenantId, sealed: `plain:${JSON.stringify(asSchedule(keys))}` },
    ]) {
      await database.signIn.query('update oidc_keys set value = $1', [value])
      expect(await stored()).toMatch(KEY)
      expect(await loadProviderKeys(database.signIn, seal)).toEqual(keys)
      expect(await stored()).not.toMatch(KEY)
    }
  })

  const asSchedule = ({ jwks, cookieKeys }: Awaited<ReturnType<typeof loadProviderKeys>>) => ({
    signing: jwks.keys.map(key => ({ key, signs: 0, retires: null })),
    cookies: cookieKeys.map(key => ({ key, signs: 0, retires: null })),
  })
})
