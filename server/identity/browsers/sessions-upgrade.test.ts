import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { listSessions } from '#server/identity/store/sessions.ts'
import { watchTokens } from '#server/identity/store/token-watch.ts'
import { findUserBySubject } from '#server/identity/store/users.ts'

const HOUR = 60 * 60
const stays = crypto.randomUUID()
const left = crypto.randomUUID()

let borrowed: BorrowedDatabase
let database: Database

beforeAll(async () => {
  borrowed = await borrowDatabase(url => migrateUntil(url, '0035_known_browsers.sql'))
  const owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
  for (const [subject, email, leftAgo] of [
    [stays, 'stays@example.com', null],
    [left, 'left@example.com', '10 minutes'],
  ])
    await owner.query(
      `insert into identity_users (subject, email, display_name, password_hash, signed_out_at)
       values ($1, $2, 'Somebody', 'a hash', now() - $3::interval)`,
      [subject, email, leftAgo],
    )
  await owner.query(
    `insert into oidc_state (model, id, uid, payload, expires_at)
     values ('Session', 'id', 'uid-of-before', $1, now() + interval '10 days')`,
    [{ accountId: stays, uid: 'uid-of-before', loginTs: 1_790_000_000 }],
  )
  await owner.end()
  await migrate(borrowed.ownerUrl)
  database = openTestDatabase(borrowed.ownerUrl)
})
afterAll(async () => {
  await database?.close()
  await borrowed?.release()
})

test('sessions of before the upgrade go on, and are listed with what is known of them', async () => {
  expect(await listSessions(database.signIn, stays, 'another')).toEqual([
    {
      uid: 'uid-of-before',
      isThis: false,
      signedInAt: new Date(1_790_000_000_000),
      usedAt: null,
      address: null,
      userAgent: null,
    },
  ])
})

test('tokens of before, which bear no number, are good but for people who had signed out everywhere', async () => {
  const watch = await watchTokens(database.signIn, HOUR, () => undefined)
  const token = { session: undefined, keyId: undefined, generation: 0 }
  expect(watch.stillGood({ ...token, subject: stays })).toBe(true)
  expect(watch.stillGood({ ...token, subject: left })).toBe(false)
  const { generation = -1 } = (await findUserBySubject(database.signIn, left)) ?? {}
  expect(watch.stillGood({ ...token, subject: left, generation })).toBe(true)
  await watch.close()
})
