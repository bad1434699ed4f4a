import { once } from 'node:events'
import { createServer, connect as dial, type Server } from 'node:net'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type Database, type Db, openDatabase } from './db.ts'

let borrowed: BorrowedDatabase
/** As with one login for everything: the owner's. */
let database: Database

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openDatabase({ url: borrowed.ownerUrl, poolSize: 1 })
})
afterAll(async () => {
  await database?.close()
  await borrowed?.release()
})

const identityQuery = `select current_user as role, session_user as login,
  current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`

const asApp = { role: 'lading_app', login: 'lading_owner', statement: '30s', idle: '1min' }

/** Puts a listener on the pool's only connection: what is sent, in order. */
async function listen(): Promise<{ sent: string[]; stop: () => void }> {
  const client: PoolClient = await database.pool.connections.connect()
  const original = client.query.bind(client) as (...words: unknown[]) => unknown
  const sent: string[] = []
  client.query = ((query: string | { text: string }, ...rest: unknown[]) => {
    sent.push(typeof query === 'string' ? query : query.text)
    return original(query, ...rest)
  }) as never
  client.release()
  return { sent, stop: () => (client.query = original as never) }
}

test('every way of asking acts as the role, with its limits, though the connection was opened without them', async () => {
  const asked = async (db: Db) => (await sql.raw(identityQuery).execute(db)).rows[0]
  expect((await database.pool.query(identityQuery)).rows).toEqual([asApp])
  expect((await database.signIn.query(identityQuery)).rows).toEqual([{ ...asApp, role: 'lading_sign_in' }])
  expect(await database.pool.transaction(async db => (await db.query(identityQuery)).rows[0])).toEqual(asApp)
  expect(await database.transaction(asked)).toEqual(asApp)
  const account = crypto.randomUUID()
  expect(await database.asAccount(account, null, ({ db }) => asked(db))).toEqual(asApp)
  // Nothing of it stays on the connection, which a pooler may hand to somebody else.
  expect((await database.pool.connections.query(identityQuery)).rows).toEqual([
    { role: 'lading_owner', login: 'lading_owner', statement: '0', idle: '0' },
  ])
})

test('a statement that fails leaves no transaction open and no role behind', async () => {
  await expect(database.pool.query('select * from identity_users')).rejects.toThrow('permission denied')
  await expect(
    database.pool.transaction(async db => {
      await db.query(`select set_config('app.user_id', 'somebody', false)`)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(
    (
      await database.pool.connections.query(
        `select current_user as role, current_setting('app.user_id', true) as who`,
      )
    ).rows,
  ).toEqual([{ role: 'lading_owner', who: expect.not.stringContaining('somebody') }])
})

test('a transaction is opened, with its role, its limits and its session, in one round trip', async () => {
  const { sent, stop } = await listen()
  try {
    await database.asUser('nobody', async () => 'somebody', { readsOnly: true })
    await expect.poll(() => sent.length).toBe(2)
    const limits =
      "set local role lading_app; set local statement_timeout = '30s'; " +
      "set local idle_in_transaction_session_timeout = '60s'"
    expect(sent).toEqual([`begin read only; ${limits}; select * from open_session('nobody')`, 'commit'])
    await database.asAccount('a0000000-0000-4000-8000-000000000001', null, async () => undefined)
    expect(sent.slice(2)).toEqual([
      expect.stringMatching(/^begin; set local role lading_app; .*app\.account_id.*app\.user_id/s),
      'commit',
    ])
  } finally {
    stop()
  }
})

/** Passes connections on, as a pooler does, and keeps the words with which they were opened. */
async function startPooler(target: URL): Promise<{ url: string; greetings: string[]; server: Server }> {
  const greetings: string[] = []
  const server = createServer(client => {
    const upstream = dial(Number(target.port), target.hostname)
    client.once('data', greeting => {
      // Before the words: their length and the version of the protocol.
      greetings.push(greeting.subarray(8).toString().replaceAll('\0', ' '))
      upstream.write(greeting)
      client.pipe(upstream)
    })
    upstream.pipe(client)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('error', end).on('close', end)
    upstream.on('error', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  const address = server.address()
  url.port = String(address && typeof address === 'object' ? address.port : '')
  return { url: url.href, greetings, server }
}

test('no connection is opened with options that a pooler could drop', async () => {
  const { url, greetings, server } = await startPooler(new URL(borrowed.ownerUrl))
  const pooled = openDatabase({ url })
  try {
    expect((await pooled.pool.query(identityQuery)).rows).toEqual([asApp])
    expect((await pooled.signIn.query(identityQuery)).rows).toHaveLength(1)
    expect(greetings).toHaveLength(2)
    for (const greeting of greetings) expect(greeting).not.toMatch(/options|role|timeout/)
  } finally {
    await pooled.close()
    server.close()
  }
})
