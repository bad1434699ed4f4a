import { join } from 'node:path'
import { openDiskStore } from './disk.ts'
import { withFairReads } from './fair-reads.ts'
import type { S3Settings } from './s3.ts'
import { withSilenceWatch } from './silent-store.ts'
import type { FileStore } from './store.ts'

/** The store that the configuration names: S3 where it is set, else the folder `files` under `dataDir`. */
export async function openFileStore(place: {
  dataDir: string
  s3: S3Settings | undefined
  /** Bytes of the disk that files leave free. */
  diskReserveBytes: number
}): Promise<FileStore> {
  if (!place.s3) {
    const reserve = { reserveBytes: place.diskReserveBytes }
    return withFairReads(withSilenceWatch(await openDiskStore(join(place.dataDir, 'files'), reserve)))
  }
  // Loaded only where it is used: the SDK takes more memory than the rest of the server's code.
  const { openS3Store } = await import('./s3.ts')
  return withFairReads(withSilenceWatch(openS3Store(place.s3)))
}
