import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '#server/errors.ts'
import type { ByteRange } from './byte-ranges.ts'

export type StoredFile = {
  /** Bytes. */
  size: number
  /** Of the content, in hexadecimal. */
  sha256: string
}

/** Aborted once nobody waits for the store's answer any more; a store that cannot stop goes on for nobody. */
export type StopSignal = { givenUp?: AbortSignal }

export type ReadOptions = StopSignal & { range?: ByteRange | undefined }

/** Files that browsers fetch from the store itself. */
export type PresignedDownloads = {
  /** Where the addresses lead. */
  origin: string
  addressOf(key: string, file: { name: string; mediaType: string }): Promise<string>
}

/** Keeps bytes under keys; a key is written once, and a file is there whole or not at all. */
export type FileStore = {
  /** Refuses with `too_large`, leaving nothing behind, as soon as the stream passes the limit. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: { limitBytes: number; isUpload?: boolean } & StopSignal,
  ): Promise<StoredFile>
  /** Refuses where there is no room for a file of at least so many bytes, before any of them is taken. */
  requireRoom(key: string, file: { bytes: number; isUpload?: boolean | undefined }): Promise<void>
  /** Throws FileMissing where nothing is kept under the key; `range`, which lies within the file, asks for a part of it. */
  get(key: string, options?: ReadOptions): Promise<Readable>
  /** Content with an unknown key is no error: a deletion may be repeated. */
  delete(key: string, options?: StopSignal): Promise<void>
  /** Throws where nothing could be read or written at this moment, and says why. */
  check(options?: StopSignal): Promise<void>
  /** Removes what servers that were killed left half written; what others are writing now is left alone. */
  sweep(): Promise<void>
  close(): Promise<void>
  /** Undefined where every byte goes by way of the server. */
  presigned?: PresignedDownloads | undefined
}

/** The store does not answer, or refuses the product: nothing that the caller could mend. */
export class FileStoreUnavailable extends AppError {
  constructor(detail: string, options?: ErrorOptions) {
    super('unavailable', detail)
    this.cause = options?.cause
  }
}

const PUT_BACK = 'Put it back from a backup: npm run restore -- FOLDER --missing-files'

export class FileMissing extends Error {
  constructor(key: string) {
    super(`The file store has no file ${key}. ${PUT_BACK}`)
  }
}

/** Passes a file's bytes on; errors on the way are replaced by what `explained` makes of them. */
export function withExplainedErrors(content: Readable, explained: (error: unknown) => Error): Readable {
  async function* passedOn(): AsyncGenerator<Uint8Array> {
    try {
      yield* content as AsyncIterable<Uint8Array>
    } catch (error) {
      throw explained(error)
    }
  }
  // It may break before anybody reads, and be given up before that as well.
  content.on('error', () => undefined)
  return Readable.from(passedOn(), { objectMode: false }).once('close', () => content.destroy())
}

/** The owner of what the product itself keeps in the store: no company has this id, and no row names such a file. */
export const OWN_FILES = '00000000-0000-0000-0000-000000000000'

/** A new key among those of one owner; it says nothing about the content. */
export const newFileKey = (owner: string) => `${owner}/${randomUUID()}`

/** Whose the content under a key is. */
export const ownerOf = (key: string) => key.slice(0, key.indexOf('/'))

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const keyPattern = new RegExp(`^${uuid}/${uuid}$`)

export const isFileKey = (text: string) => keyPattern.test(text)

export function checkKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`“${key}” is not a key of the file store.`)
}

const megabytes = (bytes: number) => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`

export const tooLarge = (limitBytes: number) =>
  new AppError('too_large', `The file is larger than ${megabytes(limitBytes)}; send a smaller one.`)

/** Passes chunks on while measuring them; `result` holds once all have passed. */
export function measureContent(content: AsyncIterable<Uint8Array>, limitBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge(limitBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), result: (): StoredFile => ({ size, sha256: hash.digest('hex') }) }
}

/** The whole of a file in memory of its own, taken once: collecting it first would take twice as much. */
export async function wholeFile(
  files: FileStore,
  { key, size }: { key: string; size: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size)
  let at = 0
  for await (const chunk of (await files.get(key)) as AsyncIterable<Uint8Array>) {
    if (at + chunk.length <= size) whole.set(chunk, at)
    at += chunk.length
  }
  if (at === size) return whole
  throw new Error(`The file ${key} has ${at} bytes and had ${size}. ${PUT_BACK}`)
}
