import { posix } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { openS3Client, type S3Settings } from '#server/files/s3.ts'
import { codeFrom, errorFrom } from '#server/errors.ts'
import { BackupError } from './backup-error.ts'
import { type BackupPlace, NotInBackup } from './place.ts'

/** The SDK's failures in words that name the bucket; what is thrown for other reasons stays as it is. */
function explain(error: unknown, name: string): never {
  const isNetwork = codeFrom(error) !== '' || errorFrom(error).name === 'TimeoutError'
  if (!(error instanceof S3ServiceException) && !isNetwork) throw error
  const reason = codeFrom(error) || errorFrom(error).name
  throw new BackupError(
    `The bucket in ${name} cannot be used (${reason}). Check the name, S3_ENDPOINT, S3_REGION and the key, which needs the rights to read, write, delete and list.`,
    { cause: error },
  )
}

/** A backup in the objects of a bucket whose keys begin with `prefix`, which has no slash at its end. */
export function openS3Place(settings: S3Settings, prefix: string): BackupPlace {
  return placeWith(openS3Client(settings), settings.bucket, prefix)
}

function placeWith(client: S3Client, Bucket: string, prefix: string): BackupPlace {
  const start = prefix === '' ? '' : `${prefix}/`
  const name = `s3://${Bucket}/${prefix}`
  const explained = (error: unknown) => explain(error, name)
  /** What a list gives, with its failures in words. */
  async function* told<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items
    } catch (error) {
      explained(error)
    }
  }
  const keyOf = (path: string) => start + path

  return {
    name,

    async write(path, content) {
      const Body = Readable.from(content, { objectMode: false })
      await new Upload({
        ...{ client, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE },
        params: { Bucket, Key: keyOf(path), Body },
      })
        .done()
        .catch(explained)
    },

    async read(path) {
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: keyOf(path) }))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey)
            throw new NotInBackup(`s3://${Bucket} has no object ${keyOf(path)}.`)
          return explained(error)
        })
      if (!(Body instanceof Readable))
        throw new Error(`The bucket answered nothing readable for ${keyOf(path)}.`)
      return Body
    },

    async *list(path = '') {
      const wanted = path === '' ? start : `${keyOf(path)}/`
      for await (const { key, size } of told(objectsBelow(client, Bucket, wanted)))
        yield { path: key.slice(start.length), size }
    },

    async entries() {
      const names = new Set<string>()
      for await (const name of told(topNames(client, Bucket, start))) names.add(name)
      return [...names]
    },

    async remove(path) {
      const keys = [keyOf(path)]
      for await (const { key } of told(objectsBelow(client, Bucket, `${keyOf(path)}/`))) keys.push(key)
      // One by one: not every service takes a list of them.
      for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(explained)
    },

    at(path) {
      const joined = posix.join(prefix === '' ? '.' : prefix, path)
      return placeWith(client, Bucket, joined === '.' ? '' : joined.replace(/\/$/, ''))
    },

    close: () => client.destroy(),
  }
}

// A file may have 10,000 parts.
const PART_BYTES = 16 * 1024 * 1024
const PARTS_AT_ONCE = 2

/** Every object of a bucket whose key begins with `prefix`. */
export async function* objectsBelow(
  client: S3Client,
  Bucket: string,
  prefix: string,
): AsyncGenerator<{ key: string; size: number }> {
  for await (const { Contents = [] } of pages(client, { Bucket, Prefix: prefix }))
    for (const { Key, Size = 0 } of Contents) if (Key !== undefined) yield { key: Key, size: Size }
}

async function* topNames(client: S3Client, Bucket: string, start: string): AsyncGenerator<string> {
  for await (const { Contents = [], CommonPrefixes = [] } of pages(client, {
    ...{ Bucket, Prefix: start },
    Delimiter: '/',
  })) {
    for (const { Key = '' } of Contents) yield Key.slice(start.length)
    for (const { Prefix = '' } of CommonPrefixes) yield Prefix.slice(start.length).replace(/\/$/, '')
  }
}

async function* pages(
  client: S3Client,
  wanted: { Bucket: string; Prefix: string; Delimiter?: string },
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let after: string | undefined
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ ...wanted, ...(after !== undefined && { ContinuationToken: after }) }),
    )
    yield page
    after = page.NextContinuationToken
  } while (after !== undefined)
}
