import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations as migrateQueue } from 'graphile-worker'
import pg from 'pg'
import { ensureRoles } from './roles.ts'

const folder = new URL('./migrations/', import.meta.url)

const silent = new Logger(() => () => undefined)

// Any number will do, so long as every Lading server takes the same.
const MIGRATION_LOCK = 7_105_113

/**
 * Brings a database to this version's schema, as its owner. Two servers starting at once take turns
 * on an advisory lock; each file is applied whole or not at all, and once.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(row => row.name))
    const unknown = [...applied].filter(name => !files.includes(name))
    if (unknown.length > 0)
      throw new Error(
        `The database was migrated by a newer version of Lading (${unknown.join(', ')}). Start that version.`,
      )
    const pending = files.filter(name => !applied.has(name))
    await ensureRoles(client)
    // Mails are queued in the transaction that makes them, so the queue is there before anything is.
    await migrateQueue({ connectionString: ownerUrl, logger: silent })
    for (const name of pending) await apply(client, name)
    await client.query('call let_owner_see_all()')
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  try {
    await client.query('begin')
    await client.query(statements)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
