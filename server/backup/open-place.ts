import { ConfigurationError, type S3Settings } from '#server/config.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

export type S3Access = Omit<S3Settings, 'bucket'>

const S3 = 's3://'

export const isS3Target = (target: string) => target.startsWith(S3)

/** Opens a folder, or `s3://bucket/prefix` with the endpoint and the key of the S3 settings. */
export async function openPlace(target: string, s3: S3Access): Promise<BackupPlace> {
  if (!isS3Target(target)) return openFolderPlace(target)
  const [bucket = '', ...rest] = target.slice(S3.length).split('/')
  if (bucket === '') throw new ConfigurationError(`“${target}” names no bucket; write s3://bucket/prefix.`)
  // The SDK takes more memory than the rest: loaded only where it is used.
  const { openS3Place } = await import('./s3-place.ts')
  return openS3Place({ ...s3, bucket }, rest.filter(part => part !== '').join('/'))
}
