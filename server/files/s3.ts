import { errorFrom } from '#server/errors.ts'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  S3Client,
  S3ServiceException,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { presignedDownloads } from './presigned.ts'
import {
  checkKey,
  type FileStore,
  FileMissing,
  FileStoreUnavailable,
  withExplainedErrors,
  isFileKey,
  measureContent,
  OWN_FILES,
} from './store.ts'

export type S3Settings = {
  bucket: string
  /** undefined: Amazon's own. */
  endpoint: string | undefined
  region: string
  /** undefined: as the machine's environment or role gives them. */
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** Whether documents are downloaded from the bucket itself. */
  isPresigned?: boolean
}

const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** In milliseconds: for a connection, and without a byte on it. */
export type S3Timeouts = { connect: number; silence: number }

const PATIENCE: S3Timeouts = { connect: 5_000, silence: 60_000 }

/** What does not answer is asked once more, since one of many servers behind an address may be the reason. */
const ATTEMPTS = 2

export function openS3Client(settings: S3Settings, patience = PATIENCE): S3Client {
  const { endpoint, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    region: settings.region,
    // Services other than Amazon's are reached by path and do not know its newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: patience.connect, socketTimeout: patience.silence },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

export function openS3Store(settings: S3Settings, patience = PATIENCE): FileStore {
  const Bucket = settings.bucket
  const client = openS3Client(settings, patience)

  return {
    presigned: settings.isPresigned ? presignedDownloads(client, settings) : undefined,

    requireRoom: async () => undefined,

    async put(key, content, { limitBytes, givenUp }) {
      checkKey(key)
      const { chunks, result } = measureContent(content, limitBytes)
      const upload = new Upload({
        client: givenUp ? stoppedBy(client, givenUp) : client,
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        params: { Bucket, Key: key, Body: Readable.from(chunks, { objectMode: false }) },
      })
      givenUp?.addEventListener('abort', () => void upload.abort())
      await upload.done().catch(explain)
      return result()
    },

    async get(key, { givenUp, range } = {}) {
      checkKey(key)
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) }), abortedBy(givenUp))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey) throw new FileMissing(key)
          return explain(error)
        })
      if (!(Body instanceof Readable)) throw new Error(`The file store answered nothing readable for ${key}.`)
      return withExplainedErrors(Body, explained)
    },

    async delete(key, { givenUp } = {}) {
      checkKey(key)
      await client
        .send(new DeleteObjectCommand({ Bucket, Key: key }), abortedBy(givenUp))
        .catch((error: unknown) => {
          if (!(error instanceof NoSuchKey)) explain(error)
        })
    },

    async check({ givenUp } = {}) {
      const nothing = `${OWN_FILES}/${OWN_FILES}`
      await client
        .send(new GetObjectCommand({ Bucket, Key: nothing }), abortedBy(givenUp))
        .catch((error: unknown) => {
          // Without the right to list the bucket, S3 answers 403 for an object that does not exist.
          if (error instanceof NoSuchKey || errorFrom(error).name === 'AccessDenied') return
          explain(error)
        })
    },

    async sweep() {
      let after: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
      while (after) {
        const page: ListMultipartUploadsCommandOutput | null = await client
          .send(new ListMultipartUploadsCommand({ Bucket, ...after }))
          .catch(notAllowed)
        if (!page) return
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          // The bucket may hold more than this product's files.
          if (!Key || !UploadId || !Initiated || !isFileKey(Key)) continue
          if (Date.now() - Initiated.getTime() < ABANDONED_AFTER_MS) continue
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        }
        after =
          page.IsTruncated && page.NextKeyMarker
            ? {
                KeyMarker: page.NextKeyMarker,
                ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
              }
            : undefined
      }
    },

    close: async () => client.destroy(),
  }
}

/** A key that may only read and write sweeps nothing; the bucket's own rules can do it. */
function notAllowed(error: unknown): null {
  if (error instanceof S3ServiceException && error.name === 'AccessDenied') return null
  return explain(error)
}

/** The same client, whose every call ends with the signal: an upload that is aborted lets its present call go on. */
const stoppedBy = (client: S3Client, abortSignal: AbortSignal): S3Client =>
  Object.create(client, {
    send: { value: (command: Parameters<S3Client['send']>[0]) => client.send(command, { abortSignal }) },
  }) as S3Client

const abortedBy = (givenUp: AbortSignal | undefined) => (givenUp ? { abortSignal: givenUp } : {})

const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

/** S3 refused, or nothing could be sent to it, or what came back is not what S3 says: the SDK then tells of its tries. */
const isOfService = (error: Error) =>
  error instanceof S3ServiceException || '$metadata' in error || error.name === 'CredentialsProviderError'

/** Says that it is the store that fails, and not the database or the product. */
function explained(error: unknown): Error {
  const { name, code, message } = error as Error & { code?: string }
  if (error instanceof S3ServiceException && error.$fault === 'client')
    return new FileStoreUnavailable(
      `The file store refuses the server (${name}). Tell the operator of the server.`,
      {
        cause: error,
      },
    )
  const isOfNetwork = name === 'TimeoutError' || NETWORK.has(code ?? '')
  if (isOfNetwork || (error instanceof Error && isOfService(error)))
    return new FileStoreUnavailable(
      `The file store does not answer (${code ?? name}). Nothing was changed; try again in a moment.`,
      { cause: error },
    )
  return error instanceof Error ? error : new Error(message)
}

function explain(error: unknown): never {
  throw explained(error)
}
