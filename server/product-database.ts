import type { Config } from './config.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'
import type { PreparedDatabase, Urls } from './prepared-database.ts'

export type ProductDatabase = PreparedDatabase

/**
 * Opens the product's database as the configuration says, brings it to this version's schema and to the
 * ports that ship with it. `role`: a server is alone on its data directory; commands attach. `onWaiting` is called
 * when this process has nothing to do but to wait for PostgreSQL: perhaps more than once, perhaps never.
 */
export async function openProductDatabase(
  config: Config,
  role: 'server' | 'command',
  log: (line: string) => void,
  onWaiting: () => void = () => undefined,
): Promise<ProductDatabase> {
  if (config.databaseUrl) {
    onWaiting()
    return openLoaded(externalUrls(config, config.databaseUrl), log)
  }
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, role, log, onWaiting })
  const { ownerUrl } = embedded
  const url = loginUrl(ownerUrl, RUNTIME_ROLE)
  const signInUrl = loginUrl(ownerUrl, SIGN_IN_ROLE)
  try {
    const opened = await openLoaded({ ownerUrl, url, signInUrl, logins: {}, namedStatements: true }, log)
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

function externalUrls(config: Config, url: string): Urls {
  const ownerUrl = config.databaseMigrationUrl ?? url
  const signInUrl = config.databaseSignInUrl ?? url
  const otherThanOwner = (one: string) => (one === ownerUrl ? undefined : one)
  return {
    ...{ ownerUrl, url, signInUrl, namedStatements: config.namedStatements },
    logins: { url: otherThanOwner(url), signInUrl: otherThanOwner(signInUrl) },
  }
}

// Loaded only here: PostgreSQL is to start before.
async function openLoaded(urls: Urls, log: (line: string) => void): Promise<ProductDatabase> {
  const { openPrepared } = await import('./prepared-database.ts')
  return openPrepared(urls, log)
}
