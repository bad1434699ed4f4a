import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const PIECE_CHARACTERS = 64 * 1024
/** Nobody exports for so long: what is older was left by a server that was killed. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/** A text that is written piece by piece and read afterwards. */
export class Draft {
  readonly #file: FileHandle
  readonly #path: string
  #waiting = ''

  constructor(file: FileHandle, path: string) {
    this.#file = file
    this.#path = path
  }

  async append(text: string): Promise<void> {
    this.#waiting += text
    if (this.#waiting.length >= PIECE_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    const piece = this.#waiting
    this.#waiting = ''
    await this.#file.writeFile(piece)
  }

  /** Nothing is appended any more. */
  async end(): Promise<void> {
    await this.flush()
    await this.close()
  }

  /** May be called again. */
  async close(): Promise<void> {
    await this.#file.close()
  }

  /** The bytes from `start` to before `end`, all of them by default. */
  read(start = 0, end = Number.POSITIVE_INFINITY): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

/** A folder for what is written before it is packed; it goes with everything in it. */
export class Workspace {
  readonly #folder: string
  readonly #drafts: Draft[] = []

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(dataDir: string): Promise<Workspace> {
    const parent = join(dataDir, 'exports')
    await mkdir(parent, { recursive: true, mode: 0o700 })
    await removeAbandoned(parent)
    return new Workspace(await mkdtemp(join(parent, 'export-')))
  }

  async draft(): Promise<Draft> {
    const path = join(this.#folder, String(this.#drafts.length))
    const draft = new Draft(await open(path, 'wx', 0o600), path)
    this.#drafts.push(draft)
    return draft
  }

  async remove(): Promise<void> {
    for (const draft of this.#drafts) await draft.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    const found = await stat(folder).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true })
  }
}
