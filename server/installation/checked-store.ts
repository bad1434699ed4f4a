import type { Database } from '#server/db/db.ts'
import { openFileStore } from '#server/files/open.ts'
import { probeStore } from '#server/files/probe.ts'
import type { FileStore } from '#server/files/store.ts'
import { withMeasurements } from '#server/measured-store.ts'
import { requireMarkedInstallation, requireSameInstallation } from './marker.ts'

type Settings = Parameters<typeof openFileStore>[0]

/** `ownerUrl` is not there where the server leaves background work to others. */
type Product = { ownerUrl?: string | undefined; database: Pick<Database, 'pool'> }

/**
 * The store that the configuration names, once it is known to work and to be the one of the database. Throws
 * StoreProbeError, whose message says what to set.
 */
export async function openCheckedStore(
  config: Settings,
  { ownerUrl, database }: Product,
  log: (line: string) => void,
): Promise<FileStore> {
  const files = withMeasurements(await openFileStore(config))
  try {
    // A disk may be full or read only, and what is on it can still be read; a bucket that takes nothing is a mistake.
    if (config.s3) await probeStore(files, config)
    const store = { files, place: config }
    if (ownerUrl === undefined) await requireMarkedInstallation(database.pool, store)
    else await requireSameInstallation({ ownerUrl, ...store }, log)
    return files
  } catch (error) {
    await files.close()
    throw error
  }
}
