export type WatchedContent = {
  /** The first bytes, enough to tell most kinds of file. */
  head: Uint8Array
  /** Holds what Office keeps macros in. */
  holdsMacros: boolean
}

const HEAD_BYTES = 64 * 1024

const legacyOffice = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zip = Buffer.from('504b0304', 'hex')
// The names under which macros stand: in old Office files a storage's, in new ones an entry of the zip.
const legacyMacros = Buffer.from('_VBA_PROJECT', 'utf16le')
const zipMacros = Buffer.from('vbaProject.bin', 'latin1')

/** Notes, while content passes, what tells its kind. */
export class ContentWatch {
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  #mark: Buffer | null | undefined
  #end = Buffer.alloc(0)
  #holdsMacros = false

  async *watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#keepHead(chunk)
      this.#lookForMacros(chunk)
      yield chunk
    }
  }

  result(): WatchedContent {
    return { head: Buffer.concat(this.#head), holdsMacros: this.#holdsMacros }
  }

  #keepHead(chunk: Uint8Array): void {
    if (this.#headBytes >= HEAD_BYTES) return
    const wanted = chunk.subarray(0, HEAD_BYTES - this.#headBytes)
    this.#head.push(wanted)
    this.#headBytes += wanted.length
  }

  #lookForMacros(chunk: Uint8Array): void {
    if (this.#holdsMacros || this.#mark === null) return
    // A name may stand across two chunks.
    const seen = Buffer.concat([this.#end, chunk])
    if (this.#mark === undefined) {
      if (seen.length < legacyOffice.length) {
        this.#end = seen
        return
      }
      this.#mark = startsWith(seen, legacyOffice) ? legacyMacros : startsWith(seen, zip) ? zipMacros : null
      if (this.#mark === null) return
    }
    this.#holdsMacros = seen.includes(this.#mark)
    this.#end = Buffer.from(seen.subarray(-this.#mark.length + 1))
  }
}

const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start)
