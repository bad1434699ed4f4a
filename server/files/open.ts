import { join } from 'node:path'
import { codeFrom } from '#server/errors.ts'
import type { SilenceTimeouts } from '#server/silence.ts'
import { openDiskStore } from './disk.ts'
import { withFairReads } from './fair-reads.ts'
import { StoreProbeError } from './probe.ts'
import type { S3Settings } from './s3.ts'
import { withSilenceWatch } from './silent-store.ts'
import type { FileStore } from './store.ts'

/** The store that the configuration names: S3 where it is set, else the folder `files` under `dataDir`. */
export async function openFileStore({
  dataDir,
  s3,
  diskReserveBytes,
  patience,
}: {
  dataDir: string
  s3: S3Settings | undefined
  /** Bytes of the disk that files leave free. */
  diskReserveBytes: number
  /** With a store that says nothing; the usual one where not given. */
  patience?: SilenceTimeouts
}): Promise<FileStore> {
  const watched = (store: FileStore) => withFairReads(withSilenceWatch(store, patience))
  if (!s3) {
    const folder = join(dataDir, 'files')
    const store = await openDiskStore(folder, { reserveBytes: diskReserveBytes }).catch((error: unknown) => {
      throw NOT_ENTERED.has(codeFrom(error)) ? notEntered(folder, codeFrom(error)) : error
    })
    return watched(store)
  }
  // Loaded only where it is used: the SDK takes more memory than the rest of the server's code.
  const { openS3Store } = await import('./s3.ts')
  return watched(openS3Store(s3))
}

const NOT_ENTERED = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP'])

const notEntered = (folder: string, code: string) =>
  new StoreProbeError(
    `The folder ${folder}, which is to hold the files, cannot be made or entered (${code}): set DATA_DIR to a folder ` +
      'that this user can write to.',
  )
