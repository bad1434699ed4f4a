import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrate } from './migrate.ts'

let borrowed: BorrowedDatabase
let folder: string
let migrations: URL

beforeEach(async () => {
  borrowed = await borrowDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lading-migrations-'))
  await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  migrations = pathToFileURL(`${folder}/`)
})
afterEach(async () => {
  await borrowed.release()
  await rm(folder, { recursive: true, force: true })
})

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: borrowed.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
const checksums = () => query('select name, checksum from schema_migrations order by name')
const edit = async (name: string, change: (text: string) => string) =>
  writeFile(join(folder, name), change(await readFile(join(folder, name), 'utf8')))

test('a migration that was changed after it was applied is refused by its name', async () => {
  const before = await checksums()
  await edit('0003_jobs.sql', text => `${text}\n-- One more line.`)
  await writeFile(join(folder, '9999_next.sql'), 'create table next_table (id int);')
  await expect(migrate(borrowed.ownerUrl, {}, migrations)).rejects.toThrow(
    'The database was migrated by other files of the same name (0003_jobs.sql). Applied migrations never change: restore these files, and put what is new into a migration of its own.',
  )
  expect(await checksums()).toEqual(before)
  expect(await query("select to_regclass('next_table') as found")).toEqual([{ found: null }])
})

test('line ends of another system are no change', async () => {
  await edit('0003_jobs.sql', text => text.replaceAll('\n', '\r\n'))
  expect(await migrate(borrowed.ownerUrl, {}, migrations)).toEqual([])
})

test('what was applied before checksums were kept gets its own at the next start', async () => {
  const before = await checksums()
  expect(before.every(({ checksum }) => /^[0-9a-f]{64}$/.test(String(checksum)))).toBe(true)
  await query('alter table schema_migrations drop column checksum')
  expect(await migrate(borrowed.ownerUrl, {}, migrations)).toEqual([])
  expect(await checksums()).toEqual(before)
})

test('a migration that fails leaves nothing behind', async () => {
  const before = await checksums()
  await writeFile(join(folder, '9999_next.sql'), 'create table next_table (id int); select 1 / 0;')
  await expect(migrate(borrowed.ownerUrl, {}, migrations)).rejects.toThrow(
    'Migration 9999_next.sql failed: division by zero',
  )
  expect(await checksums()).toEqual(before)
  expect(await query("select to_regclass('next_table') as found")).toEqual([{ found: null }])
})
