import { DatabaseAccessError } from './access-error.ts'
import { type AppliedMigration, readMigrations, refuseForeignSchema } from './migration-files.ts'
import type { RolePool } from './role-pool.ts'

// No such table, no such role, no right to either: nobody has migrated this database to a version that knows of it.
const NOT_MIGRATED = ['42P01', '42703', '22023', '42704', '42501', '3F000']

/**
 * Refuses a database that is not at this version's schema, for a server that may not bring it there. Reads as the
 * product's own role.
 */
export async function requireMigrated(pool: Pick<RolePool, 'query'>): Promise<void> {
  const files = await readMigrations()
  const applied = await pool
    .query<AppliedMigration>('select name, checksum from schema_migrations')
    .catch((error: unknown) => {
      if (NOT_MIGRATED.includes((error as { code?: string }).code ?? '')) return null
      throw error
    })
  if (!applied) throw notMigrated('it has not been prepared for Lading, or only for an earlier version')
  refuseForeignSchema(files, applied.rows)
  const known = new Set(applied.rows.map(({ name }) => name))
  const missing = files.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (missing.length > 0) throw notMigrated(`it lacks ${missing.join(', ')}`)
}

const notMigrated = (why: string) =>
  new DatabaseAccessError(
    `The database is not at this version's schema: ${why}. This server does not change it (BACKGROUND=off). Run ` +
      '“npm run migrate” or start “npm run worker” of this version with DATABASE_MIGRATION_URL, then start again.',
  )
