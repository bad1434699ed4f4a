import { join } from 'node:path'
import { openDiskStore } from './disk.ts'
import { openS3Store, type S3Settings } from './s3.ts'
import type { FileStore } from './store.ts'

/** The store that the configuration names: S3 where it is set, else the folder `files` under `dataDir`. */
export async function openFileStore(place: {
  dataDir: string
  s3: S3Settings | undefined
}): Promise<FileStore> {
  return place.s3 ? openS3Store(place.s3) : openDiskStore(join(place.dataDir, 'files'))
}
