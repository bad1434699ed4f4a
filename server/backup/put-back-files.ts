import type { FileStore } from '#server/files/store.ts'
import { withOwner } from '#server/db/owner.ts'
import { listNamedFiles } from './file-key-records.ts'
import { inParallel } from './in-parallel.ts'
import { readFileList, readManifest } from './manifest.ts'
import { type BackupPlace, NotInBackup } from './place.ts'
import { measureStored } from './stored-files.ts'

const AT_ONCE = 4

export type PutBack = {
  /** Keys of files that were put back. */
  restored: string[]
  /** Keys of files that are missing or damaged here and not to be had from this backup. */
  lost: string[]
}

/**
 * Puts those files back that rows name and that the store does not have, or not as they were stored. Nothing else is
 * changed, and servers may run meanwhile.
 */
export async function putBackFiles(
  place: BackupPlace,
  { ownerUrl, files }: { ownerUrl: string; files: FileStore },
): Promise<PutBack> {
  const manifest = await readManifest(place)
  const saved = new Map((await readFileList(place, manifest)).map(file => [file.key, file]))
  const from = place.at(manifest.files.folder)
  const result: PutBack = { restored: [], lost: [] }
  await inParallel(await withOwner(ownerUrl, listNamedFiles), AT_ONCE, async ({ key, sha256 }) => {
    const found = await measureStored(files, key)
    if (found && (sha256 === null || found.sha256 === sha256)) return
    const good = saved.get(key)
    if (!good || (sha256 !== null && good.sha256 !== sha256)) return void result.lost.push(key)
    try {
      await files.put(key, await from.read(key), { limitBytes: Infinity })
    } catch (error) {
      if (error instanceof NotInBackup) return void result.lost.push(key)
      throw error
    }
    const now = await measureStored(files, key)
    if (now?.sha256 === good.sha256) result.restored.push(key)
    else result.lost.push(key)
  })
  return { restored: result.restored.toSorted(), lost: result.lost.toSorted() }
}
