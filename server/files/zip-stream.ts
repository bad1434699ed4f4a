import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'

export type Packed = { bytes: number; sha256: string }

/** A zip that is sent while it is written; one part of it is read at a time. */
export class ZipStream {
  readonly #zip = new ZipFile()
  readonly #mtime: Date
  #failed: Error | undefined
  #passed = 0
  /** The part that is to be read next. */
  #next: Readable | undefined
  /** Of the part that is being read. */
  #abort: (error: Error) => void = () => undefined

  /** `mtime` is what every part of it says of its time. */
  constructor(mtime: Date) {
    this.#mtime = mtime
    this.#zip.on('error', (error: Error) => this.fail(error))
    // After its end too, when it changes nothing.
    this.output.once('close', () => this.fail(new Error('Whoever received the zip has left.')))
  }

  get output(): Readable {
    return this.#zip.outputStream as Readable
  }

  /** How many bytes of the parts have been passed on. */
  get passed(): number {
    return this.#passed
  }

  /**
   * Resolves when all of a part has been passed on; `compress`: for what is not compressed already; `isHashed`: false
   * where nobody asks for the part's hash.
   */
  async add(
    path: string,
    content: Readable,
    {
      compress = true,
      level,
      isHashed = true,
    }: { compress?: boolean; level?: number; isHashed?: boolean } = {},
  ): Promise<Packed> {
    if (this.#failed) throw this.#failed
    const hash = createHash('sha256')
    let bytes = 0
    const passOn = (count: number) => (this.#passed += count)
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (isHashed) hash.update(chunk)
        bytes += chunk.length
        passOn(chunk.length)
        done(null, chunk)
      },
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#abort = error => {
      content.destroy()
      reject(error)
    }
    measured.once('end', resolve)
    content.once('error', error => this.fail(error))
    this.#next = content.pipe(measured)
    this.#zip.addReadStreamLazy(
      path,
      level === undefined
        ? { mtime: this.#mtime, compress }
        : { mtime: this.#mtime, compressionLevel: level },
      this.#giveNext,
    )
    await promise
    return { bytes, sha256: hash.digest('hex') }
  }

  // The zip keeps what it is given for each part to its end: this and not the part's stream, which takes 10 kB.
  readonly #giveNext = (give: (error: null, content: Readable) => void): void => {
    const content = this.#next
    this.#next = undefined
    if (content) give(null, content)
  }

  end(): void {
    this.#zip.end()
  }

  /** Breaks the zip off, so that whoever receives it knows that it is not whole. */
  fail(error: Error): void {
    this.#failed ??= error
    this.#abort(this.#failed)
    this.output.destroy(this.#failed)
  }
}
