import { Client } from 'pg'
import { expect, test } from 'vitest'
import { borrowDatabase } from './database.ts'

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

test('each borrower has a migrated database of its own', async () => {
  const [first, second] = await Promise.all([borrowDatabase(), borrowDatabase()])
  await query(first.ownerUrl, 'CREATE TABLE mine (id int)')
  expect(await query(second.ownerUrl, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }])
  const applied = await query(second.ownerUrl, 'SELECT count(*)::int AS files FROM schema_migrations')
  expect(applied[0]?.files).toBeGreaterThan(0)
  await first.release()
  await expect(query(first.ownerUrl, 'SELECT 1')).rejects.toThrow('does not exist')
  await second.release()
})

test('a migration of the borrower fills an empty database', async () => {
  const borrowed = await borrowDatabase(url => query(url, 'CREATE TABLE ports AS SELECT 7 AS berths'))
  expect(await query(borrowed.ownerUrl, 'SELECT * FROM ports')).toEqual([{ berths: 7 }])
  expect(await query(borrowed.ownerUrl, "SELECT to_regclass('schema_migrations') AS found")).toEqual([
    { found: null },
  ])
  await borrowed.release()
})
