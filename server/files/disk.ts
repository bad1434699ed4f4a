import { errorFrom, codeFrom } from '#server/errors.ts'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskReserve, type DiskRoom, freeBytesOf } from './disk-reserve.ts'
import {
  checkKey,
  FileMissing,
  FileStoreUnavailable,
  withExplainedErrors,
  measureContent,
  type FileStore,
} from './store.ts'

const WORDS: Record<string, string> = {
  EACCES: 'it may not be entered',
  EPERM: 'it may not be changed',
  EROFS: 'its disk can only be read',
  EIO: 'its disk fails',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not there',
  ESTALE: 'it is not there',
  ENODEV: 'it is not there',
  ENOTCONN: 'it is not there',
  ETIMEDOUT: 'it does not answer',
}

/** The system's failures in words; a full disk keeps its code, since the database's disk is reported in the same way. */
function explained(error: unknown): Error {
  const code = codeFrom(error)
  const words = WORDS[code]
  if (words === undefined) return errorFrom(error)
  return new FileStoreUnavailable(
    `The folder of the file store cannot be used: ${words} (${code}). Nothing was changed. Tell the operator of the server.`,
    { cause: error },
  )
}

function explain(error: unknown): never {
  throw explained(error)
}

const DRAFTS = '.tmp'

// Drafts grow while they are written, so one that nobody touched for an hour has no writer any more.
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Files in a folder: written under a draft's name, made durable, then renamed to their key. */
export async function openDiskStore(folder: string, room: DiskRoom = {}): Promise<FileStore> {
  const drafts = join(folder, DRAFTS)
  await mkdir(drafts, { recursive: true, mode: 0o700 })

  function pathOf(key: string): string {
    checkKey(key)
    return join(folder, key)
  }

  const reserve = diskReserve({ freeBytes: () => freeBytesOf(drafts), ...room })

  return {
    requireRoom: (_key, { bytes }) => reserve.require(bytes),

    async put(key, content, { limitBytes }) {
      const path = pathOf(key)
      const draft = join(drafts, randomUUID())
      const { chunks, result } = measureContent(reserve.leaving(content), limitBytes)
      try {
        await writeDurably(draft, chunks)
        await makeFolder(dirname(path))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw explained(error)
      }
      await syncFolder(dirname(path)).catch(explain)
      return result()
    },

    async get(key, { range } = {}) {
      const path = pathOf(key)
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(key) : explained(error)
      })
      return withExplainedErrors(file.createReadStream(range), explained)
    },

    async delete(key) {
      await rm(pathOf(key), { force: true }).catch(explain)
    },

    async check() {
      await access(drafts, constants.R_OK | constants.W_OK | constants.X_OK).catch(explain)
    },

    async sweep() {
      for (const name of await readdir(drafts)) {
        const draft = join(drafts, name)
        // Another server may finish or sweep it between the two looks.
        const seen = await stat(draft).catch(() => null)
        if (!seen || Date.now() - seen.mtimeMs <= ABANDONED_AFTER_MS) continue
        // A disk that takes no changes is no reason not to start: reading goes on.
        await rm(draft, { force: true }).catch(() => undefined)
      }
    },

    close: async () => undefined,
  }
}

export async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(chunks)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made) await syncFolder(dirname(path))
}

export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; its file system keeps their order itself.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
