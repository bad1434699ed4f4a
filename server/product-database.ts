import type { Config } from './config.ts'
import { loadWorldPorts } from './ports/world-port-records.ts'
import { openDatabase, type Database } from './db/db.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { migrate } from './db/migrate.ts'
import { withOwner } from './db/owner.ts'
import { checkRoles } from './db/role-checks.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'
import type { Logins } from './db/roles.ts'

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
  if (config.databaseUrl) return openOn(externalUrls(config, config.databaseUrl), log)
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, role, log })
  const { ownerUrl } = embedded
  const url = loginUrl(ownerUrl, RUNTIME_ROLE)
  const signInUrl = loginUrl(ownerUrl, SIGN_IN_ROLE)
  try {
    const opened = await openOn({ ownerUrl, url, signInUrl, logins: {} }, log)
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

type Urls = { ownerUrl: string; url: string; signInUrl: string; logins: Logins }

function externalUrls(config: Config, url: string): Urls {
  const ownerUrl = config.databaseMigrationUrl ?? url
  const signInUrl = config.databaseSignInUrl ?? url
  const otherThanOwner = (one: string) => (one === ownerUrl ? undefined : one)
  return {
    ...{ ownerUrl, url, signInUrl },
    logins: { url: otherThanOwner(url), signInUrl: otherThanOwner(signInUrl) },
  }
}

async function openOn(
  { ownerUrl, url, signInUrl, logins }: Urls,
  log: (line: string) => void,
): Promise<ProductDatabase> {
  for (const name of await migrate(ownerUrl, logins)) log(`Migrated the database: ${name}`)
  await withOwner(ownerUrl, loadWorldPorts)
  const database = openDatabase({
    ...{ url, signInUrl },
    onError: error => log(`A database connection broke: ${error.message}`),
  })
  try {
    for (const warning of await checkRoles(database)) log(warning)
  } catch (error) {
    await database.close()
    throw error
  }
  return { database, ownerUrl, close: () => database.close() }
}
