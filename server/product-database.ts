import type { Config } from './config.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'
import type { Say } from './log-settings.ts'
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
  log: Say,
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
    const opened = await openLoaded({ ...{ ownerUrl, url, signInUrl, logins: {} }, ...poolOf(config) }, log)
    return {
      ...opened,
      close: async hurry => {
        await opened.close(hurry)
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/**
 * Opens a database of one's own as a server that leaves background work to others: it never acts as the tables' owner
 * and changes no schema.
 */
export async function openMigratedDatabase(
  config: Config,
  url: string,
  log: Say,
): Promise<Omit<ProductDatabase, 'ownerUrl'>> {
  if (config.databaseMigrationUrl)
    log(
      'DATABASE_MIGRATION_URL is set and not used, since BACKGROUND=off: remove it here, so that this server has no ' +
        'credentials of the tables’ owner.',
    )
  const { openMigrated } = await import('./prepared-database.ts')
  return openMigrated(
    { url, signInUrl: config.databaseSignInUrl ?? url, ...poolOf(config, config.databaseDirectUrl ?? url) },
    log,
  )
}

const poolOf = ({ isDatabasePooled, databasePoolSize: poolSize }: Config, direct?: string) => ({
  poolSize,
  pastPooler: isDatabasePooled ? direct : undefined,
})

/** The addresses of a database of one's own, as a start uses them. */
export function externalUrls(config: Config, url: string): Urls {
  const ownerUrl = config.databaseMigrationUrl ?? config.databaseDirectUrl ?? url
  const signInUrl = config.databaseSignInUrl ?? url
  const otherThanOwner = (one: string) => (one === ownerUrl ? undefined : one)
  return {
    ...{ ownerUrl, url, signInUrl, ...poolOf(config, config.databaseDirectUrl ?? ownerUrl) },
    logins: { url: otherThanOwner(url), signInUrl: otherThanOwner(signInUrl) },
  }
}

// Loaded only here: PostgreSQL is to start before.
async function openLoaded(urls: Urls, log: Say): Promise<ProductDatabase> {
  const { openPrepared } = await import('./prepared-database.ts')
  return openPrepared(urls, log)
}
