import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { codeFrom, errorFrom, messageFrom } from '#server/errors.ts'
import type { S3Settings } from './s3.ts'
import { type FileStore, FileStoreUnavailable, OWN_FILES } from './store.ts'

/** Where files are kept. */
export type StorePlace = { s3: S3Settings | undefined; dataDir: string }

/** The file store cannot be used as it is configured; the message says what to change. */
export class StoreProbeError extends Error {
  override name = 'StoreProbeError'
}

/** As it stands in a sentence. */
export const storeName = ({ s3, dataDir }: StorePlace): string =>
  s3 ? `the S3 bucket “${s3.bucket}” at ${s3.endpoint ?? 'Amazon'}` : `the folder ${join(dataDir, 'files')}`

const STEPS = { write: 'write to', read: 'read from', delete: 'delete from' } as const
type Step = keyof typeof STEPS

/** Writes a few bytes, reads them back and deletes them. Throws StoreProbeError where one of that fails. */
export async function probeStore(store: FileStore, place: StorePlace): Promise<void> {
  const key = `${OWN_FILES}/${randomUUID()}`
  const step = async <Result>(name: Step, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw new StoreProbeError(explained(error, name, place), { cause: error })
    }
  }
  await step('write', () => store.put(key, content(key), { limitBytes: 1000 }))
  try {
    const found = await step('read', async () => text(await store.get(key)))
    if (found !== key)
      throw new StoreProbeError(
        `What was written to ${storeName(place)} came back changed. Check that service or disk; do not work on it.`,
      )
  } finally {
    await step('delete', () => store.delete(key))
  }
}

async function* content(words: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(words)
}

const WRONG_KEY = new Set([
  ...[
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'ExpiredToken',
    'InvalidToken',
    'CredentialsProviderError',
  ],
  ...['AuthorizationHeaderMalformed', 'InvalidClientTokenId'],
])

function explained(error: unknown, step: Step, place: StorePlace): string {
  const { s3 } = place
  const cause = error instanceof FileStoreUnavailable && error.cause ? error.cause : error
  const { name } = errorFrom(cause)
  if (!s3) return `Lading cannot ${STEPS[step]} ${storeName(place)}: ${messageFrom(error)}`
  const bucket = storeName(place)
  if (name === 'NoSuchBucket') return `There is no bucket: ${bucket}. Make it, or correct S3_BUCKET.`
  if (WRONG_KEY.has(name))
    return `The key is refused (${name}) by ${bucket}. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`
  if (name === 'AccessDenied' || name === 'Forbidden')
    return `The key may not ${STEPS[step]} ${bucket}. Give it the rights to get, put and delete objects there.`
  if (name === 'PermanentRedirect' || name === 'IllegalLocationConstraintException')
    return `Another region has ${bucket} (${name}). Set S3_REGION, and S3_ENDPOINT where it is set, to the bucket's.`
  return (
    `The file store does not answer as S3 does (${codeFrom(cause) || name}): ${bucket}. Check S3_ENDPOINT, and that the ` +
    'service runs and can be reached from this machine.'
  )
}
