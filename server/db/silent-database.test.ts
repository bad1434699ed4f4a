import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { componentFailure } from '#server/component-failures.ts'
import { openRolePool, type RolePool } from './role-pool.ts'

let borrowed: BorrowedDatabase
let proxy: StallingProxy
let pool: RolePool

beforeAll(async () => {
  borrowed = await borrowDatabase()
  proxy = await startStallingProxy(borrowed.ownerUrl)
  pool = openRolePool({
    url: proxy.through(borrowed.ownerUrl),
    role: 'lading_app',
    size: 2,
    onError: () => undefined,
    patience: { connect: 300, answer: 500 },
  })
})
afterAll(async () => {
  await pool?.close()
  await proxy?.close()
  await borrowed?.release()
})

const ask = async () => (await pool.query<{ one: number }>('select 1 as one')).rows

test('a database that falls silent is given up, and used again once it answers', async () => {
  expect(await Promise.all([ask(), ask()])).toEqual([[{ one: 1 }], [{ one: 1 }]])
  proxy.stall()
  // Two hold the pool's connections and wait for an answer; the third waits for a connection.
  const failed = await Promise.allSettled([
    ask(),
    pool.transaction(statements => statements.query('select 2')),
    ask(),
  ])
  expect(failed.map(one => (one.status === 'rejected' ? (one.reason as Error).message : 'answered'))).toEqual(
    ['Query read timeout', 'Query read timeout', 'timeout exceeded when trying to connect'],
  )
  // Neither is kept: what waits for an answer still would take the next one's.
  expect(pool.connections.totalCount).toBe(0)
  await expect(ask()).rejects.toThrow(/timeout/)
  proxy.resume()
  await expect.poll(ask).toEqual([{ one: 1 }])
})

test('a database that hangs is found out long before its answer is given up', async () => {
  const patient = openRolePool({
    url: proxy.through(borrowed.ownerUrl),
    role: 'lading_app',
    size: 2,
    onError: () => undefined,
    patience: { connect: 60_000, answer: 60_000, silence: { unheard: 200, unanswered: 400 } },
  })
  const one = async () => (await patient.query<{ one: number }>('select 1 as one')).rows
  expect(await Promise.all([one(), one()])).toEqual([[{ one: 1 }], [{ one: 1 }]])
  // A statement that takes long is no sign of it.
  await patient.query('select pg_sleep(2)')
  proxy.stall()
  const failures = await Promise.allSettled([one(), one(), one()])
  const words = failures.map(
    each => each.status === 'rejected' && componentFailure(each.reason as Error)?.message,
  )
  const given =
    'The database did not answer in time. What was being saved may have been saved: check before you try again.'
  const refused = 'The database does not answer. Nothing was done; try again in a few seconds.'
  expect(words).toEqual([given, given, refused])
  // Whoever comes now is told at once, without a connection.
  await expect(one()).rejects.toThrow(refused)
  expect(patient.connections.totalCount).toBe(0)
  proxy.resume()
  await expect.poll(() => one().catch(() => 'refused'), { timeout: 10_000 }).toEqual([{ one: 1 }])
  await patient.close()
})
