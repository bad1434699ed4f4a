import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/errors.ts'
import { FileMissing, type FileStore } from '#server/files/store.ts'
import { measure, measuring, type Measured } from './content-checks.ts'
import type { NamedFile } from './file-key-records.ts'
import { inParallel } from './in-parallel.ts'
import type { SavedFile } from './manifest.ts'
import { type BackupPlace, NotInBackup } from './place.ts'

export type SavedFiles = {
  files: SavedFile[]
  /** Keys of what the store does not have. */
  missing: string[]
  /** Keys of what the store does not have as it was stored. */
  damaged: string[]
}

type Options = {
  from: FileStore
  /** Where the files go, each under its key. */
  to: BackupPlace
  files: readonly NamedFile[]
  /** What earlier backups that share the place say of its files. */
  known: ReadonlyMap<string, Measured>
  stop: AbortSignal
  say: (line: string) => void
}

const AT_ONCE = 4
const TELL_EVERY = 1000

/**
 * Copies what is not there yet. A file that is there counts only where its hash is known and its bytes, read back, have
 * that hash; otherwise it is copied again. Everything is read back after it was written.
 */
export async function saveFiles({ from, to, files, known, stop, say }: Options): Promise<SavedFiles> {
  const present = new Set<string>()
  for await (const { path } of to.list()) present.add(path)
  const result: SavedFiles = { files: [], missing: [], damaged: [] }
  let done = 0
  await inParallel(files, AT_ONCE, async ({ key, sha256 }) => {
    stop.throwIfAborted()
    const expected = sha256 ?? known.get(key)?.sha256 ?? null
    const kept = present.has(key) && expected !== null ? await measureSaved(to, key) : null
    if (kept && kept.sha256 === expected) result.files.push({ key, ...kept })
    else {
      const copied = await copyFile(from, to, key)
      if (copied === null) result.missing.push(key)
      else {
        result.files.push({ key, ...copied })
        if (sha256 !== null && copied.sha256 !== sha256) result.damaged.push(key)
      }
    }
    done += 1
    if (done % TELL_EVERY === 0)
      say(`${done.toLocaleString('en')} of ${files.length.toLocaleString('en')} files.`)
  })
  result.files.sort((one, other) => (one.key < other.key ? -1 : 1))
  return result
}

const ATTEMPTS = 3

/** Null where the store has no such file. Throws where what is read back is not what was written. */
async function copyFile(from: FileStore, to: BackupPlace, key: string): Promise<Measured | null> {
  for (let attempt = 1; ; attempt++) {
    const { pass, result } = measuring()
    try {
      await to.write(key, pass(await from.get(key)))
      const written = result()
      const readBack = await measureSaved(to, key)
      if (readBack?.sha256 === written.sha256) return written
      throw new Error(`${key}, read back from ${to.name}, is not what was written: check that disk.`)
    } catch (error) {
      if (error instanceof FileMissing) return null
      const mayPass = error instanceof AppError && error.code === 'unavailable'
      if (!mayPass || attempt === ATTEMPTS) throw error
      await pause(2_000)
    }
  }
}

/** Null where there is no such file. */
export async function measureSaved(place: BackupPlace, key: string): Promise<Measured | null> {
  try {
    return await measure(await place.read(key))
  } catch (error) {
    if (error instanceof NotInBackup) return null
    throw error
  }
}
