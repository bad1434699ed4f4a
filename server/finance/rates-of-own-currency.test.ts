import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { loadFinance } from './commands.ts'

const MIGRATION = '0056_rates_of_own_currency.sql'
const [accountId, jobId, financeId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]

let borrowed: BorrowedDatabase
let database: Database
let client: Client

beforeAll(async () => {
  borrowed = await borrowDatabase(url => migrateUntil(url, MIGRATION))
  client = new Client({ connectionString: borrowed.ownerUrl })
  await client.connect()
  await client.query(`insert into accounts (id, name, currency) values ($1, 'Harbour', 'KWD')`, [accountId])
  await client.query('insert into finances (account_id, id) values ($1, $2)', [accountId, financeId])
  await client.query(
    `insert into jobs (account_id, id, finance_id, job_number, status, quote_type, transport_mode)
     values ($1, $2, $3, 1, 1, 1, 0)`,
    [accountId, jobId, financeId],
  )
  const charges = [
    ['origin_charges', null, 0.5],
    ['freight_charges', 'KWD', 3],
    ['destination_charges', 'USD', 0.3],
  ] as const
  for (const [table, currency, rate] of charges)
    await client.query(
      `insert into ${table} (account_id, id, finance_id, currency, exchange_rate, total) values ($1, $2, $3, $4, $5, 100)`,
      [accountId, crypto.randomUUID(), financeId, currency, rate],
    )
  await migrate(borrowed.ownerUrl)
  database = openDatabase({ url: borrowed.ownerUrl })
})
afterAll(async () => {
  await database?.close()
  await client?.end()
  await borrowed?.release()
})

test('what multiplied charges in the own currency, and nobody saw, is cleared; the history tells', async () => {
  expect(await database.asAccount(accountId, null, session => loadFinance(session, financeId))).toMatchObject(
    {
      originCharge: { total: 100, currency: null, exchangeRate: null },
      freightCharge: { total: 100, currency: 'KWD', exchangeRate: null },
      destinationCharge: { total: 100, currency: 'USD', exchangeRate: 0.3 },
      total: 230,
    },
  )
  const { rows } = await client.query(
    `select record_type, job_id, user_id, changes from history
     where changes -> 'exchange_rate' -> 1 = 'null' order by record_type`,
  )
  expect(rows).toEqual([
    { record_type: 'freight_charges', job_id: jobId, user_id: null, changes: { exchange_rate: [3, null] } },
    { record_type: 'origin_charges', job_id: jobId, user_id: null, changes: { exchange_rate: [0.5, null] } },
  ])
})
