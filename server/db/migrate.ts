import { messageFrom } from '#server/errors.ts'
import { Logger, runMigrations as migrateQueue } from 'graphile-worker'
import pg from 'pg'
import {
  type AppliedMigration,
  type MigrationFile,
  readMigrations,
  refuseForeignSchema,
} from './migration-files.ts'
import { requireOwner, bypassRowSecurity, refuseProductLogin } from './owner.ts'
import { missingRights, readServerFacts, requireServer } from './required-server.ts'
import { TCP_KEEP_ALIVE, DEFAULT_POOL_TIMEOUTS, RUNTIME_ROLE } from './role-pool.ts'
import { ensureRoles, type Logins } from './roles.ts'

const silent = new Logger(() => () => undefined)

// Any number will do, so long as every Lading server takes the same.
const MIGRATION_LOCK = 7_105_113

/**
 * Brings a database to this version's schema, as its owner. Two servers starting at once take turns
 * on an advisory lock; each file is applied whole or not at all, and once. `logins`: who is to act as the product's
 * roles. Throws DatabaseAccessError, before anything is changed, where the owner may not arrange that, and an error
 * that names the files where an applied migration was changed since. `only`: the files to be applied, for the schema
 * that an earlier version had.
 */
export async function migrate(
  ownerUrl: string,
  logins: Logins = {},
  folder?: URL,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'lading migrations',
    connectionTimeoutMillis: DEFAULT_POOL_TIMEOUTS.connect,
    // Without a limit for statements: another server may be migrating, and a large table takes its time.
    ...TCP_KEEP_ALIVE,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const facts = await readServerFacts(client)
    requireServer(facts)
    refuseProductLogin(facts.login)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await requireOwner(client)
    // Asked behind the lock: another server may just have made what is looked for.
    await ensureRoles(client, { ...logins, missing: missingRights(await readServerFacts(client)) })
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
    await client.query('alter table schema_migrations add column if not exists checksum text')
    // Servers that never act as the owner look whether the schema is theirs.
    await client.query(`grant select on schema_migrations to ${RUNTIME_ROLE}`)
    const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations')
    refuseForeignSchema(files, rows)
    const applied = new Set(rows.map(row => row.name))
    const pending = files.filter(({ name }) => !applied.has(name) && (only?.has(name) ?? true))
    // Mails are queued in the transaction that makes them, so the queue is there before anything is.
    await migrateQueue({ connectionString: ownerUrl, logger: silent })
    // A database that came to another owner lets that one see its rows before a migration looks for them.
    if (applied.has(OWNER_POLICIES)) await letOwnerSeeAll(client)
    for (const file of pending) await apply(client, file)
    for (const { name } of pending) applied.add(name)
    if (pending.length > 0 && applied.has(HISTORY_FUNCTIONS))
      await client.query('call write_history_functions()')
    await keepChecksums(client, files)
    if (applied.has(OWNER_POLICIES)) await letOwnerSeeAll(client)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The migration that made the owner's policies, and the procedure that recreates them. */
const OWNER_POLICIES = '0033_roles.sql'

/** The one that made the procedure which writes the history's functions by the tables' columns. */
const HISTORY_FUNCTIONS = '0053_smaller_history.sql'

async function letOwnerSeeAll(client: pg.Client): Promise<void> {
  await client.query('call let_owner_see_all()')
  await bypassRowSecurity(client)
}

async function apply(client: pg.Client, { name, statements, checksum }: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(statements)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${messageFrom(error)}`, { cause: error })
  }
}

/** For what was applied before checksums were kept. */
async function keepChecksums(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  await client.query(
    `update schema_migrations m set checksum = f.checksum
     from unnest($1::text[], $2::text[]) as f (name, checksum) where f.name = m.name and m.checksum is null`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  )
}
