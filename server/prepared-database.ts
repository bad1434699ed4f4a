import { loadWorldPorts } from './ports/world-port-records.ts'
import { openDatabase, type Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { requireMigrated } from './db/migrated.ts'
import { withOwner } from './db/owner.ts'
import type { Say } from './log-settings.ts'
import { checkRoles } from './db/role-checks.ts'
import type { Logins } from './db/roles.ts'
import { isLateConnection } from './component-failures.ts'
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

/** How often a start tries to connect, five seconds each: half a minute in all. */
const ATTEMPTS = 6

/** Opens the database that stands at these addresses, brought to this version's schema and ports. */
export async function openPrepared(urls: Urls, log: Say): Promise<PreparedDatabase> {
  const { ownerUrl, logins } = urls
  const database = await withPatience(log, async () => {
    for (const name of await migrate(ownerUrl, logins)) log(`Migrated the database: ${name}`)
    return openChecked(urls, log, () => withOwner(ownerUrl, loadWorldPorts))
  })
  return { database, ownerUrl, close: hurry => unlessHurried(database.close(), hurry) }
}

/** Opens one that others bring to this version's schema and ports, and refuses it where they have not. */
export async function openMigrated(
  urls: Omit<Urls, 'ownerUrl' | 'logins'>,
  log: Say,
): Promise<Omit<PreparedDatabase, 'ownerUrl'>> {
  const database = await withPatience(log, () => openChecked(urls, log))
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

/**
 * Does `work`, all of which may be done again, and tries again where no connection came in time. On a busy machine a
 * start that loads the server reads an answer late that has been there for long.
 */
async function withPatience<Result>(log: Say, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isLateConnection(error)) throw error
      if (attempt === 1) log('The database takes its time to answer; connecting again.', { level: 'warn' })
    }
  }
}
