import { loadWorldPorts } from './ports/world-port-records.ts'
import { openDatabase, type Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { requireMigrated } from './db/migrated.ts'
import { withOwner } from './db/owner.ts'
import type { Say } from './log-settings.ts'
import { checkRoles } from './db/role-checks.ts'
import type { Logins } from './db/roles.ts'
import { unlessHurried } from './shutdown.ts'

export type PreparedDatabase = {
  database: Database
  /** As the tables' owner: for migrations and imports, never for people's requests. */
  ownerUrl: string
  /** Waits for what is under way until `hurry`. */
  close(hurry?: AbortSignal): Promise<void>
}

export type Urls = {
  ownerUrl: string
  url: string
  signInUrl: string
  logins: Logins
  /** For locks that outlive a transaction, where a pooler stands before `url`, which loses them and statements. */
  pastPooler: string | undefined
  poolSize: number
}

/** Opens the database that stands at these addresses, brought to this version's schema and ports. */
export async function openPrepared(urls: Urls, log: Say): Promise<PreparedDatabase> {
  const { ownerUrl, logins } = urls
  for (const name of await migrate(ownerUrl, logins)) log(`Migrated the database: ${name}`)
  const database = await openChecked(urls, log, () => withOwner(ownerUrl, loadWorldPorts))
  return { database, ownerUrl, close: hurry => unlessHurried(database.close(), hurry) }
}

/** Opens one that others bring to this version's schema and ports, and refuses it where they have not. */
export async function openMigrated(
  urls: Omit<Urls, 'ownerUrl' | 'logins'>,
  log: Say,
): Promise<Omit<PreparedDatabase, 'ownerUrl'>> {
  const database = await openChecked(urls, log)
  return { database, close: hurry => unlessHurried(database.close(), hurry) }
}

async function openChecked(
  { url, signInUrl, pastPooler, poolSize }: Omit<Urls, 'ownerUrl' | 'logins'>,
  log: Say,
  prepare?: () => Promise<unknown>,
): Promise<Database> {
  const database = openDatabase({
    ...{ url, signInUrl, poolSize, lockUrl: pastPooler },
    namedStatements: pastPooler === undefined,
    onError: error => log(`A database connection broke: ${error.message}`, { level: 'warn' }),
  })
  try {
    if (!prepare) await requireMigrated(database.pool)
    const [warnings] = await Promise.all([checkRoles(database), prepare?.()])
    for (const warning of warnings) log(warning, { level: 'warn' })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
