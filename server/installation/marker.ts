import { randomUUID } from 'node:crypto'
import { componentFailure } from '#server/component-failures.ts'
import { messageFrom } from '#server/errors.ts'
import { readMarker, writeMarker } from '#server/files/marker.ts'
import { StoreProbeError, storeName, type StorePlace } from '#server/files/probe.ts'
import { FileMissing, type FileStore } from '#server/files/store.ts'
import type { RolePool } from '#server/db/role-pool.ts'
import { type MarkerRecords, readKeptMarker, withMarker } from './marker-records.ts'

type Store = { files: FileStore; place: StorePlace }

/** `ownerUrl`: the address of the database's owner. */
type Installation = Store & { ownerUrl: string }

/** How the markers of database and store stand to each other; `words` say what is wrong and what to do. */
export type MarkerState =
  | { state: 'agree' | 'unmarked' }
  | { state: 'database only' | 'store only' | 'differ' | 'files missing'; words: string }

/** Looks without changing anything. */
export const compareMarkers = (
  installation: Omit<Installation, 'files'> & { files: Pick<FileStore, 'get'> },
): Promise<MarkerState> => withMarker(installation.ownerUrl, records => compare(records, installation))

/**
 * Refuses, with StoreProbeError, a file store that is not the one of the database: two servers of one database without
 * a common store would each miss the other's files. Marks both where neither has been marked before, as in a new
 * installation and in one of a version before this.
 */
export async function requireSameInstallation(
  installation: Installation,
  log: (line: string) => void,
): Promise<void> {
  await withMarker(installation.ownerUrl, async records => {
    const found = await compare(records, installation)
    if ('words' in found) throw new StoreProbeError(found.words)
    if (found.state === 'agree') return records.kept?.isInStore ? undefined : records.finish()
    try {
      await mark(records, installation.files)
    } catch (error) {
      // A disk that is full or can only be read is no reason not to start: what is there can still be read.
      if (installation.place.s3 || componentFailure(error) === null) throw error
      log(
        `The file store could not be marked as this database's; the next start tries again. ${messageFrom(error)}`,
      )
    }
  })
}

/** The same for a server that does not know the owner: it refuses alike, and leaves marking to the one that does. */
export async function requireMarkedInstallation(pool: RolePool, store: Store): Promise<void> {
  const found = await compare({ kept: await readKeptMarker(pool), newestFiles: async () => [] }, store)
  if ('words' in found) throw new StoreProbeError(found.words)
}

/**
 * Makes database and store belong together from now on, whatever they belonged to before, by a new marker in both: a
 * server with the former store, or the former database, is refused from its next start on. For `npm run doctor --
 * --accept-store`, and for a restore, which calls this once when both are filled: the marker that comes back with the
 * table `installation` is replaced, so the store of the original fits the restored database no longer.
 */
export const acceptStore = ({ ownerUrl, files }: Omit<Installation, 'place'>): Promise<void> =>
  withMarker(ownerUrl, records => mark(records, files))

async function mark(records: MarkerRecords, files: FileStore): Promise<void> {
  const marker = randomUUID()
  await records.begin(marker)
  await writeMarker(files, marker)
  await records.finish()
}

/** Of so many files one at least must be in a store that is taken in without a marker. */
const NEWEST = 5

async function compare(
  records: Pick<MarkerRecords, 'kept' | 'newestFiles'>,
  { files, place }: Omit<Store, 'files'> & { files: Pick<FileStore, 'get'> },
): Promise<MarkerState> {
  const { kept } = records
  const inStore = await readMarker(files)
  // One that never came into the store counts as none: its writer was killed, or the disk was full.
  const inDatabase = kept && (kept.isInStore || kept.marker === inStore) ? kept.marker : null
  if (inDatabase !== null && inDatabase === inStore) return { state: 'agree' }
  const name = storeName(place)
  const setting = place.s3 ? 'S3_BUCKET and S3_ENDPOINT' : 'DATA_DIR'
  const accept = `npm run doctor -- --accept-store`
  if (inDatabase === null && inStore === null) {
    const newest = await records.newestFiles(NEWEST)
    if (newest.length === 0 || (await holdsAny(files, newest))) return { state: 'unmarked' }
    return {
      state: 'files missing',
      words:
        `The newest files that the database knows are not in ${name}. Check ${setting}. If the files are lost and ` +
        `this is the right place for new ones, accept it with: ${accept}`,
    }
  }
  if (inStore === null)
    return {
      state: 'database only',
      words:
        `The database belongs to another file store: ${name} does not have its marker. All servers of one database ` +
        `need the same files: one S3 bucket, or one folder that they share. Check ${setting}. If the files have moved ` +
        `there, accept the store with: ${accept}`,
    }
  if (inDatabase === null)
    return {
      state: 'store only',
      words:
        `The file store belongs to another database: ${name} has a marker, and the database has none. Check ` +
        `DATABASE_URL and ${setting}. If the two are to belong together from now on, accept it with: ${accept}`,
    }
  return {
    state: 'differ',
    words:
      `The database and the file store belong to different installations: the marker of ${name} is not the ` +
      `database's. Check DATABASE_URL and ${setting}. If the two are to belong together from now on, accept it with: ` +
      accept,
  }
}

async function holdsAny(files: Pick<FileStore, 'get'>, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    try {
      const content = await files.get(key)
      content.destroy()
      return true
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return false
}
