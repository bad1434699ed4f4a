import { join } from 'node:path'
import { type Config, ConfigurationError } from '#server/config.ts'
import { clusterExists, clusterIn } from '#server/db/embedded/cluster.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import type { Logins } from '#server/db/roles.ts'
import { externalUrls } from '#server/product-database.ts'

export type OwnerDatabase = { ownerUrl: string; logins: Logins; close(): Promise<void> }

/** The database that stands, as the owner of its tables and at whichever schema it has. */
export async function openOwnerDatabase(config: Config, log: (line: string) => void): Promise<OwnerDatabase> {
  if (config.databaseUrl) return external(config, config.databaseUrl)
  if (!(await clusterExists(clusterIn(join(config.dataDir, 'postgres')))))
    throw new ConfigurationError(
      `There is no database in ${config.dataDir}: set DATA_DIR to the folder that the server uses, or DATABASE_URL.`,
    )
  return embedded(config, 'command', log)
}

/** The same for a database that nobody else uses; the built-in one is made where it is missing. */
export const openTargetDatabase = async (
  config: Config,
  log: (line: string) => void,
): Promise<OwnerDatabase> =>
  config.databaseUrl ? external(config, config.databaseUrl) : embedded(config, 'server', log)

function external(config: Config, url: string): OwnerDatabase {
  const { ownerUrl, logins } = externalUrls(config, url)
  return { ownerUrl, logins, close: async () => undefined }
}

async function embedded(
  { dataDir }: Config,
  role: 'server' | 'command',
  log: (line: string) => void,
): Promise<OwnerDatabase> {
  const opened = await openEmbeddedDatabase({ dataDir, role, log })
  return { ownerUrl: opened.ownerUrl, logins: {}, close: () => opened.stop() }
}
