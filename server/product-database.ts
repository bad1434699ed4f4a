import type { Config } from './config.ts'
import { loadWorldPorts } from './ports/world-port-records.ts'
import { openDatabase, type Database } from './db/db.ts'
import { openEmbeddedDatabase } from './db/embedded.ts'
import { loginUrl } from './db/embedded-logins.ts'
import { migrate } from './db/migrate.ts'
import { withOwner } from './db/owner.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'

export type ProductDatabase = {
  database: Database
  /** As the tables' owner: for migrations and imports, never for people's requests. */
  ownerUrl: string
  close(): Promise<void>
}

/**
 * Opens the product's database as the configuration says, brings it to this version's schema and to the
 * ports that ship with it. `role`: a server is alone on its data directory; commands attach.
 */
export async function openProductDatabase(
  config: Config,
  role: 'server' | 'command',
  log: (line: string) => void,
): Promise<ProductDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await openEmbeddedDatabase({ dataDir: config.dataDir, role, log })
  const given = config.databaseUrl ?? ''
  const ownerUrl = embedded?.ownerUrl ?? config.databaseMigrationUrl ?? given
  try {
    for (const name of await migrate(ownerUrl)) log(`Migrated the database: ${name}`)
    await withOwner(ownerUrl, loadWorldPorts)
    const database = openDatabase({
      url: embedded ? loginUrl(ownerUrl, RUNTIME_ROLE) : given,
      signInUrl: embedded ? loginUrl(ownerUrl, SIGN_IN_ROLE) : given,
      onError: error => log(`A database connection broke: ${error.message}`),
    })
    return {
      database,
      ownerUrl,
      close: async () => {
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
