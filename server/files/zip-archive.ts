import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { messageFrom } from '#server/errors.ts'

/** A zip that is damaged, or made to harm whoever unpacks it. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** More than any honest part of that size: rows as JSON shrink to a tenth. */
const GREATEST_RATIO = 200
const SMALL_BYTES = 256 * 1024 * 1024

/** Reads the parts of a zip, each checked while it is read. Nothing is unpacked to the disk. */
export class ZipArchive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** Throws ArchiveError where the file is no zip, or one that nobody should read. */
  static async open(path: string): Promise<ZipArchive> {
    const { size } = await stat(path).catch((error: unknown) => {
      throw new ArchiveError(`${path} cannot be read (${messageFrom(error)}).`)
    })
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw new ArchiveError(`It is not a whole zip file (${messageFrom(error)}).`)
    })
    try {
      return new ZipArchive(zip, await entriesOf(zip, size))
    } catch (error) {
      zip.close()
      throw error instanceof ArchiveError
        ? error
        : new ArchiveError(`Its table of contents is damaged (${messageFrom(error)}).`)
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  /** Bytes of a part, as the zip says; 0 where it has no such part. */
  bytes(path: string): number {
    return this.#entries.get(path)?.uncompressedSize ?? 0
  }

  /**
   * The bytes of a part. Throws ArchiveError, at the latest after its last byte, where it is not there, is damaged or is
   * not the content that `expected` tells of.
   */
  async *read(path: string, expected?: { bytes: number; sha256: string }): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path)
    if (!entry) throw new ArchiveError(`It has no ${path}.`)
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const content: Readable = await this.#zip.openReadStreamPromise(entry)
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw new ArchiveError(`${path} is damaged (${messageFrom(error)}).`)
    }
    if (expected && (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256))
      throw new ArchiveError(`${path} is not what was exported: its checksum differs.`)
  }

  close(): void {
    this.#zip.close()
  }
}

async function entriesOf(zip: ZipFile, fileBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let packed = 0
  // The reader refuses names that lead out of a folder by itself.
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry
    if (fileName.endsWith('/')) continue
    if (entries.has(fileName)) throw new ArchiveError(`It has two parts that are called ${fileName}.`)
    if (entry.isEncrypted()) throw new ArchiveError(`${fileName} is encrypted.`)
    if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * GREATEST_RATIO)
      throw new ArchiveError(
        `${fileName} would unpack to ${uncompressedSize} bytes from ${compressedSize}, more than any honest file.`,
      )
    packed += compressedSize
    // Parts that share their bytes are how a small file claims to hold far more than it does.
    if (packed > fileBytes) throw new ArchiveError('Parts of it overlap.')
    entries.set(fileName, entry)
  }
  return entries
}
