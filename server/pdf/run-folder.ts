import { randomBytes, randomInt } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeFrom, messageFrom } from '#server/errors.ts'
import type { RunPlace, Sandbox } from './sandbox.ts'

// Between the people of a machine and what a system keeps for itself: of nobody else, "nobody" included.
const FIRST_UID = 61_184
const UIDS = 4_300

/** Names that nobody can foresee and that no run shares with another. */
export const randomName = () => randomBytes(16).toString('hex')

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Nothing can be made in the folder for temporary files; the message is for operators and says what to do. */
export class TemporaryFolderError extends Error {
  override name = 'TemporaryFolderError'
  readonly isFull: boolean

  constructor(cause: unknown) {
    const reason = codeFrom(cause) || messageFrom(cause)
    const isFull = FULL.has(reason)
    super(
      `PDFs are made in the folder for temporary files, ${tmpdir()}, which ${isFull ? 'has no room' : 'cannot be written to'} ` +
        `(${reason}). ${isFull ? 'Make room there, or set' : 'Set'} TMPDIR to a folder that this user can write to.`,
      { cause },
    )
    this.isFull = isFull
  }
}

/** Where all runs of one printer lie, and the empty folder that becomes a sandbox's root. */
export class RunFolders {
  #base: Promise<string> | undefined

  /** A folder for one run, which belongs to a user of its own where the sandbox has one. */
  async open(sandbox: Sandbox): Promise<RunPlace> {
    const base = await this.base()
    const folder = join(base, randomName())
    const uid = sandbox.hasOwnUser ? FIRST_UID + randomInt(UIDS) : undefined
    // What lies beside cannot be listed, and its name not be guessed.
    if (uid !== undefined) await chmod(base, 0o711)
    await mkdir(folder, { mode: 0o700 })
    if (uid !== undefined) await chown(folder, uid, uid)
    return { folder, inside: sandbox.inside ?? folder, uid }
  }

  base(): Promise<string> {
    this.#base ??= this.#make()
    // Once there is room again, the next run makes it.
    this.#base.catch(() => (this.#base = undefined))
    return this.#base
  }

  async #make(): Promise<string> {
    try {
      const base = await realpath(await mkdtemp(join(tmpdir(), 'lading-pdf-')))
      await mkdir(join(base, 'root'), { mode: 0o755 })
      return base
    } catch (error) {
      throw new TemporaryFolderError(error)
    }
  }

  async remove(): Promise<void> {
    if (this.#base) await rm(await this.#base, { recursive: true, force: true })
  }
}

/** Makes a folder or, with content, a file in a run's folder. */
export async function writeEntry(
  place: RunPlace,
  name: string,
  content?: string | Uint8Array,
): Promise<void> {
  const path = join(place.folder, name)
  if (content === undefined) await mkdir(path, { mode: 0o700 })
  else await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  if (place.uid !== undefined) await chown(path, place.uid, place.uid)
}

/** Whether a file that a program has left is one, and lies where it seems to: a link could lead anywhere. */
export async function isPlainFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true && (await realpath(path)) === path
}
