import { inParallel } from './in-parallel.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, readFileList, readManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { checkTable } from './save-database.ts'
import { measureSaved } from './save-files.ts'

const AT_ONCE = 4

/** Reads the whole backup back. Throws BackupError that names what is not as it was written. */
export async function verifyBackup(place: BackupPlace): Promise<Manifest> {
  const manifest = await readManifest(place)
  const wrong: string[] = []
  for (const table of manifest.tables)
    await checkTable(place, table).catch(() => {
      wrong.push(table.path)
    })
  const files = place.at(manifest.files.folder)
  await inParallel(await readFileList(place, manifest), AT_ONCE, async ({ key, size, sha256 }) => {
    const found = await measureSaved(files, key)
    if (found?.sha256 !== sha256 || found.size !== size) wrong.push(`${manifest.files.folder}/${key}`)
  })
  if (wrong.length > 0)
    throw new BackupError(
      `The backup in ${place.name} is damaged; these are missing or not as they were written: ${wrong
        .slice(0, 10)
        .join(', ')}${wrong.length > 10 ? ` and ${wrong.length - 10} more` : ''}.`,
    )
  return manifest
}
