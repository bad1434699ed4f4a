import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { listTokens } from './token-records.ts'

const accountId = crypto.randomUUID()
const anna = crypto.randomUUID()

// Made under the release before: by whom, with which role, and how many days they had left.
const held = [
  { name: 'by an Administrator, without an end', maker: 'administrator', role: 'administrator', days: null },
  { name: 'by an Administrator, with an end', maker: 'administrator', role: 'staff', days: 400 },
  { name: 'by somebody dismissed, without an end', maker: 'gone', role: 'administrator', days: null },
  { name: 'by somebody dismissed, with a far end', maker: 'gone', role: 'administrator', days: 400 },
  { name: 'by somebody dismissed, with a near end', maker: 'gone', role: 'staff', days: 10 },
  { name: 'by somebody demoted since', maker: 'viewer', role: 'administrator', days: 400 },
  { name: 'expired', maker: 'administrator', role: 'staff', days: -3 },
] as const

let borrowed: BorrowedDatabase
let database: Database
let owner: Client

beforeAll(async () => {
  borrowed = await borrowDatabase(async url => {
    await migrateUntil(url, '0036_token_ends.sql')
    const client = new Client({ connectionString: url })
    await client.connect()
    const addUser = async (id: string, name: string, role: string, subject: string, isGone = false) => {
      await client.query(
        `insert into users (account_id, id, subject, display_name, email, role, deactivated_at)
         values ($1, $2, $3, $4, '', $5, case when $6 then now() end)`,
        [accountId, id, subject, name, role, isGone],
      )
      await client.query('insert into memberships values ($1, $2, $3)', [subject, accountId, id])
    }
    await client.query(`insert into accounts (id, name) values ($1, 'Maas Forwarding')`, [accountId])
    await addUser(anna, 'Anna', 'administrator', 'anna')
    for (const [index, { name, maker, role, days }] of held.entries()) {
      const [makerId, tokenId] = [crypto.randomUUID(), crypto.randomUUID()]
      const makerRole = maker === 'gone' ? 'administrator' : maker
      await addUser(makerId, `Maker ${index}`, makerRole, `maker-${index}`, maker === 'gone')
      await addUser(tokenId, name, role, `api-token:${index}`)
      await client.query(
        `insert into api_tokens (account_id, id, token_hash, expires_at, created_by)
         values ($1, $2, $3, now() + make_interval(days => $4), $5)`,
        [accountId, tokenId, Buffer.from(name), days, makerId],
      )
    }
    await client.end()
    await migrate(url)
  })
  database = openDatabase({ url: borrowed.ownerUrl })
  owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await database?.close()
  await borrowed?.release()
})

const tokens = () =>
  database.asUser('anna', async ({ db }) => {
    const listed = await listTokens(db, accountId)
    return held.map(({ name }) => {
      const { actsAs, expiresAt, toReview } = listed.find(token => token.name === name) ?? {}
      return [name, actsAs, Math.round((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000), toReview]
    })
  })

test('tokens of before work on for 90 days, and Administrators are asked about those that would end', async () => {
  expect(await tokens()).toEqual([
    ['by an Administrator, without an end', 'administrator', 90, true],
    ['by an Administrator, with an end', 'staff', 400, false],
    ['by somebody dismissed, without an end', 'administrator', 90, true],
    ['by somebody dismissed, with a far end', 'administrator', 90, true],
    ['by somebody dismissed, with a near end', 'staff', 10, true],
    ['by somebody demoted since', 'administrator', 400, true],
    ['expired', null, -3, false],
  ])
  for (const [index, { role, days }] of held.entries()) {
    const call = database.asUser(`api-token:${index}`, async session => session.role)
    if (days !== -3) expect(await call).toBe(role)
    else await expect(call).rejects.toThrow('This API token no longer works')
  }
})

test('after the 90 days the rule holds for them too', async () => {
  await owner.query(`update api_tokens set unbound_until = unbound_until - interval '91 days'`)
  const [, , orphan, , , demoted] = (await tokens()) ?? []
  expect([orphan?.[1], demoted?.[1]]).toEqual([null, 'viewer'])
})

test('what the upgrade gave an end says so in its history', async () => {
  const { rows } = await owner.query<{ name: string; last: string; user_id: string | null }>(
    `select u.display_name as name, h.changes -> 'expires_on' ->> 1 as last, h.user_id
     from history h join users u on u.account_id = h.account_id and u.id = h.record_id
     where h.record_type = 'api_tokens' order by u.display_name`,
  )
  const today = new Date()
  const lastDay = new Date(today.getTime() + 90 * 86_400_000).toISOString().slice(0, 10)
  expect(rows).toEqual(
    [held[0], held[3], held[2]].map(({ name }) => ({ name, last: lastDay, user_id: null })),
  )
})
