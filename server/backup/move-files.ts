import type { FileStore } from '#server/files/store.ts'
import { BackupError } from './backup-error.ts'
import { measure, measuring } from './content-checks.ts'
import { inParallel } from './in-parallel.ts'
import { measureStored } from './stored-files.ts'

const AT_ONCE = 4
const TELL_EVERY = 1000

export type Move = {
  from: FileStore
  to: FileStore
  /** Every key that the source holds at this moment. */
  keys: () => AsyncIterable<string>
  say: (line: string) => void
}

export type Moved = { copied: number; present: number; bytes: number; keys: string[] }

/**
 * Copies every file from one store to another and compares what both return. A file that is there already counts only
 * where its bytes are the same. What came to the source meanwhile is copied too. The source is left as it is. Throws
 * BackupError where the target does not return a file as it was written, or has another under its key.
 */
export async function copyAllFiles({ from, to, keys, say }: Move): Promise<Moved> {
  const done = new Set<string>()
  const result = { copied: 0, present: 0, bytes: 0 }
  for (;;) {
    const waiting: string[] = []
    for await (const key of keys()) if (!done.has(key)) waiting.push(key)
    if (waiting.length === 0) return { ...result, keys: [...done] }
    await inParallel(waiting, AT_ONCE, async key => {
      const wasPresent = await copyOne(from, to, key)
      result[wasPresent.isPresent ? 'present' : 'copied'] += 1
      result.bytes += wasPresent.size
      done.add(key)
      if (done.size % TELL_EVERY === 0) say(`${done.size.toLocaleString('en')} files.`)
    })
  }
}

async function copyOne(from: FileStore, to: FileStore, key: string) {
  const there = await measureStored(to, key)
  if (there) {
    const here = await measure(await from.get(key))
    if (here.sha256 === there.sha256) return { isPresent: true, size: here.size }
    // A file is written whole or not at all, so one of the two is damaged, and only a person can say which.
    throw new BackupError(
      `${key} is in both stores with different content. Nothing of it was changed. Remove the wrong one, then run the command again.`,
    )
  }
  const { pass, result } = measuring()
  await to.put(key, pass(await from.get(key)), { limitBytes: Infinity })
  const written = result()
  if ((await measureStored(to, key))?.sha256 !== written.sha256)
    throw new BackupError(
      `${key}, read back from where it was copied to, is not what it was. Nothing was deleted. Check that store, then run the command again.`,
    )
  return { isPresent: false, size: written.size }
}
