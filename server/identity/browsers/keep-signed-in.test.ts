import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type IdentityApp, identityApp, openTestDatabase } from '#testing/identity-app.ts'
import { refresh, signInWith, signUp, startAuthorization, type TestTokens } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

let borrowed: BorrowedDatabase
let database: Database
let server: IdentityApp

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  server = await identityApp(database)
  await signUp(server.app, ann)
})
afterAll(async () => {
  await server?.app.close()
  await database?.close()
  await borrowed?.release()
})

const stateIn = ({ idToken }: TestTokens) => decodeJwt(idToken)['signin_state']

test('whoever asks to be kept signed in needs no password after the browser was closed', async () => {
  const visitor = new TestVisitor(server.app)
  const { visit, tokens } = await signInWith(visitor, ann, { remember: 'yes' })
  expect(stateIn(tokens)).toEqual(['kmsi'])
  expect(decodeJwt(tokens.accessToken)['signin_state']).toBeUndefined()
  expect(stateIn(await refresh(visit, tokens.refreshToken))).toEqual(['kmsi'])
  visitor.restart()
  const { page } = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(page.url).toContain('#code=')
})

test('whoever does not is asked again', async () => {
  const visitor = new TestVisitor(server.app)
  const { visit, tokens } = await signInWith(visitor, ann)
  expect(stateIn(tokens)).toBeUndefined()
  expect(stateIn(await refresh(visit, tokens.refreshToken))).toBeUndefined()
  const still = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(still.page.url).toContain('#code=')
  visitor.restart()
  const { page } = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(page.text).toContain('<h1>Sign in</h1>')
})
