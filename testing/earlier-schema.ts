import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'

const folder = new URL('../server/db/migrations/', import.meta.url)
const silent = new Logger(() => () => undefined)

/** Brings an empty database to the schema right before a migration, for tests of what that makes of stored rows. */
export async function migrateUntil(ownerUrl: string, migration: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  if (!names.includes(migration)) throw new Error(`There is no migration ${migration}.`)
  await runMigrations({ connectionString: ownerUrl, logger: silent })
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      'create table schema_migrations (name text primary key, applied_at timestamptz default now())',
    )
    for (const name of names.slice(0, names.indexOf(migration))) {
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into schema_migrations (name) values ($1)', [name])
    }
  } finally {
    await client.end()
  }
}
