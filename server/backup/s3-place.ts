import { posix } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { openS3Client, type S3Settings } from '#server/files/s3.ts'
import { type BackupPlace, NotInBackup } from './place.ts'

/** A backup in the objects of a bucket whose keys begin with `prefix`, which has no slash at its end. */
export function openS3Place(settings: S3Settings, prefix: string): BackupPlace {
  return placeWith(openS3Client(settings), settings.bucket, prefix)
}

function placeWith(client: S3Client, Bucket: string, prefix: string): BackupPlace {
  const start = prefix === '' ? '' : `${prefix}/`
  const keyOf = (path: string) => start + path

  return {
    name: `s3://${Bucket}/${prefix}`,

    async write(path, content) {
      const Body = Readable.from(content, { objectMode: false })
      await new Upload({
        ...{ client, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE },
        params: { Bucket, Key: keyOf(path), Body },
      }).done()
    },

    async read(path) {
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: keyOf(path) }))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey)
            throw new NotInBackup(`s3://${Bucket} has no object ${keyOf(path)}.`)
          throw error
        })
      if (!(Body instanceof Readable))
        throw new Error(`The bucket answered nothing readable for ${keyOf(path)}.`)
      return Body
    },

    async *list(path = '') {
      const wanted = path === '' ? start : `${keyOf(path)}/`
      for await (const { key, size } of objectsBelow(client, Bucket, wanted))
        yield { path: key.slice(start.length), size }
    },

    async entries() {
      const names = new Set<string>()
      for await (const name of topNames(client, Bucket, start)) names.add(name)
      return [...names]
    },

    async remove(path) {
      const keys = [keyOf(path)]
      for await (const { key } of objectsBelow(client, Bucket, `${keyOf(path)}/`)) keys.push(key)
      // One by one: not every service takes a list of them.
      for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket, Key }))
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
