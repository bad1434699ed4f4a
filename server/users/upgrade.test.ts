import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { Database, Session } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { addressIsVerified } from './address-records.ts'
import { acceptInvitation, listPendingInvitations } from './joining-records.ts'
import { listColleagues, lockAdministrators } from './records.ts'

let borrowed: BorrowedDatabase
let database: Database
const accountId = crypto.randomUUID()
const ids = Object.fromEntries(
  ['founder', 'colleague', 'invited', 'external'].map(name => [name, crypto.randomUUID()]),
) as Record<string, string>

/** People as the release before this migration kept them. */
beforeAll(async () => {
  borrowed = await borrowDatabase(url => migrateUntil(url, '0034_joining.sql'))
  const client = new Client({ connectionString: borrowed.ownerUrl })
  await client.connect()
  const query = (text: string, values: unknown[]) => client.query(text, values)
  const addUser = async (name: string, role: Role, subject: string) => {
    const user = [accountId, ids[name], subject, name, `${name}@old.example`, role]
    await query(
      'insert into users (account_id, id, subject, display_name, email, role) values ($1, $2, $3, $4, $5, $6)',
      user,
    )
    await query('insert into memberships (subject, account_id, user_id) values ($1, $2, $3)', [
      subject,
      accountId,
      ids[name],
    ])
  }
  await query(`insert into accounts (id, name) values ($1, 'Old Lines')`, [accountId])
  for (const [name, role, password] of [
    ['founder', 'administrator', 'hash'],
    ['colleague', 'staff', 'hash'],
    ['invited', 'administrator', null],
  ] as const) {
    await query(
      'insert into identity_users (subject, email, display_name, password_hash) values ($1, $2, $3, $4)',
      [ids[name], `${name}@old.example`, name, password],
    )
    await addUser(name, role, ids[name] ?? '')
  }
  await addUser('external', 'viewer', 'auth0|of-another-provider')
  await client.end()
  await migrate(borrowed.ownerUrl)
  database = openTestDatabase(borrowed.ownerUrl)
})
afterAll(async () => {
  await database?.close()
  await borrowed?.release()
})

const inAccount = <Result>(work: (session: Session) => Promise<Result>) =>
  database.asAccount(accountId, null, work)

test('people who were there have joined with a proved address, and the upgrade makes no history', async () => {
  const people = await inAccount(({ db }) => listColleagues(db, accountId))
  expect(people.map(({ displayName, joining }) => [displayName, joining])).toEqual([
    ['colleague', 'joined'],
    ['external', 'joined'],
    ['founder', 'joined'],
    ['invited', 'invited'],
  ])
  const verified = (subject: string, name: string) =>
    database.transaction(db => addressIsVerified(db, subject, `${name}@OLD.example`))
  expect(await verified(ids['founder'] ?? '', 'founder')).toBe(true)
  expect(await verified('auth0|of-another-provider', 'external')).toBe(true)
  expect(await verified(ids['invited'] ?? '', 'invited')).toBe(false)
  const kept = await inAccount(({ db }) => db.selectFrom('history').select('changes').execute())
  expect(kept.map(({ changes }) => Object.keys(changes as object).includes('id'))).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('whoever had not chosen a password yet is no Administrator, and joins by the link that they were sent', async () => {
  expect(await inAccount(({ db }) => lockAdministrators(db, accountId))).toEqual([ids['founder']])
  const asker = { subject: ids['invited'] ?? '', email: 'invited@old.example', link: null }
  const [waiting] = await database.transaction(db => listPendingInvitations(db, asker))
  expect(waiting).toMatchObject({ id: ids['invited'], company: 'Old Lines', role: 'administrator' })
  const outcome = await database.transaction(db =>
    acceptInvitation(db, asker, { id: ids['invited'] ?? '', name: 'Invited' }),
  )
  expect(outcome).toBe('accepted')
  expect(await inAccount(({ db }) => lockAdministrators(db, accountId))).toHaveLength(2)
})
