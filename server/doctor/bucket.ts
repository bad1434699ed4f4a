import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { codeFrom, errorFrom, messageFrom } from '#server/errors.ts'
import { storeName } from '#server/files/probe.ts'
import { type FileStore, OWN_FILES } from '#server/files/store.ts'
import { type Finding, note, right, wrong } from './report.ts'

const PATIENCE_MS = 10_000

/** Downloads from the bucket itself: whether pages of PUBLIC_URL may read what they fetch there. */
export async function examineBucket(
  files: FileStore,
  { s3, dataDir, publicUrl }: Pick<Config, 's3' | 'dataDir' | 'publicUrl'>,
): Promise<Finding | undefined> {
  if (!files.presigned) return undefined
  const name = storeName({ s3, dataDir })
  if (publicUrl === undefined)
    return note(
      'S3_PRESIGNED is on. Whether browsers may read from the bucket cannot be seen before PUBLIC_URL is set',
    )
  const key = `${OWN_FILES}/${randomUUID()}`
  await files.put(key, content(), { limitBytes: 100 })
  try {
    const address = await files.presigned.addressOf(key, { name: 'doctor.txt', mediaType: 'text/plain' })
    return await lookFrom(new URL(publicUrl).origin, { address, name })
  } finally {
    await files.delete(key)
  }
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('doctor')
}

/** Fetches as a page of `origin` does after the server has sent it to the address. Exported for its test. */
export async function lookFrom(
  origin: string,
  { address, name }: { address: string; name: string },
): Promise<Finding> {
  const place = new URL(address).origin
  if (origin.startsWith('https:') && place.startsWith('http:'))
    return wrong(
      `S3_PRESIGNED is on, PUBLIC_URL is HTTPS and S3_ENDPOINT (${place}) is not: browsers refuse to download from it. ` +
        'Set S3_ENDPOINT to an HTTPS address, or S3_PRESIGNED=off.',
    )
  let reply: Response
  try {
    reply = await fetch(address, {
      headers: { origin },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    const { cause } = errorFrom(error)
    return wrong(
      `S3_PRESIGNED is on, and nothing could be downloaded from ${place} by an address of its own: ` +
        `${codeFrom(cause) || messageFrom(cause ?? error)}. Check S3_ENDPOINT, or set S3_PRESIGNED=off.`,
    )
  }
  await reply.body?.cancel()
  if (!reply.ok)
    return wrong(
      `S3_PRESIGNED is on, and ${name} answers ${reply.status} to a signed address. Check S3_ENDPOINT, S3_REGION and ` +
        'that no proxy between changes the address or its Host, or set S3_PRESIGNED=off.',
    )
  const allowed = reply.headers.get('access-control-allow-origin')
  if (allowed === '*' || allowed === origin)
    return right(`Pages of ${origin} may download from ${name} itself`)
  return wrong(
    `S3_PRESIGNED is on, and ${name} ${allowed === null ? 'lets no other page' : `lets ${allowed}, and not ${origin},`} read ` +
      `what it fetches: documents could not be downloaded. Give the bucket a CORS rule with AllowedOrigins ${origin} and ` +
      'AllowedMethods GET (docs/configuration.md, Downloads from the bucket), or set S3_PRESIGNED=off.',
  )
}
