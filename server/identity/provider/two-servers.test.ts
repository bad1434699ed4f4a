import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type IdentityApp, identityApp, openTestDatabase } from '#testing/identity-app.ts'
import { finishAuthorization, refresh, signUp, startAuthorization } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { SIGN_IN_POLICY } from './policies.ts'
import { tokenChecker } from './tokens.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

let borrowed: BorrowedDatabase
let databases: Database[]
let servers: IdentityApp[]

beforeAll(async () => {
  borrowed = await borrowDatabase()
  databases = [openTestDatabase(borrowed.ownerUrl), openTestDatabase(borrowed.ownerUrl)]
  // Both start on an empty table of keys at the same moment.
  servers = await Promise.all(databases.map(database => identityApp(database)))
})

afterAll(async () => {
  for (const server of servers ?? []) await server.app.close()
  for (const database of databases ?? []) await database.close()
  await borrowed?.release()
})

test('two servers of one database have the same keys, and each takes up what the other began', async () => {
  const [one, two] = servers
  if (!one || !two) throw new Error('Two servers were to be started.')
  const { rows } = await (databases[0] as Database).signIn.query('select name from oidc_keys')
  expect(rows).toEqual([{ name: 'provider' }])

  const signedUp = await signUp(one.app, ann)
  const identity = await tokenChecker(two.rules)(`Bearer ${signedUp.accessToken}`)
  expect(identity.email).toBe(ann.email)

  // Each step of one visit goes to the other server.
  const visitor = new TestVisitor([one.app, two.app])
  const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  const tokens = await finishAuthorization(visit, await visitor.submit(visit.page, 'sign-in', ann))
  const renewed = await refresh(visit, tokens.refreshToken)
  await expect(tokenChecker(one.rules)(`Bearer ${renewed.accessToken}`)).resolves.toEqual(identity)
})
