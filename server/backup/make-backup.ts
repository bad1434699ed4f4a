import type { FileStore } from '#server/files/store.ts'
import type { Measured } from './content-checks.ts'
import { findUnfinished, forgetUnfinished, noteUnfinished } from './unfinished.ts'
import { BackupError } from './backup-error.ts'
import { findManifest, type Manifest, MANIFEST, writeLines, writeManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { checkTable, saveDatabase, type SavedDatabase } from './save-database.ts'
import type { Snapshot } from './snapshot-records.ts'
import { saveFiles, type SavedFiles } from './save-files.ts'

export type BackupSource = {
  ownerUrl: string
  files: FileStore
  keyFingerprint: string | null
}

export type BackupOptions = {
  source: BackupSource
  /** Where the backup goes; empty, or with what an interrupted backup has left. */
  place: BackupPlace
  /** Where its files go, from there: `files`, or `../files` where several backups share them. */
  filesFolder: string
  /** What earlier backups that share the files say of them. */
  known?: ReadonlyMap<string, Measured>
  stop: AbortSignal
  say: (line: string) => void
  /** Called at the moment that is copied, before the first table is: for tests that compare with it. */
  atMoment?: (snapshot: Snapshot) => Promise<void>
}

const LIST = 'files.jsonl.gz'
const SNAPSHOTS = 5

/**
 * Copies the database as it is at one moment and every file that its rows name, reads everything back, and writes the
 * manifest last. Where an interrupted backup has left its tables whole in `place`, their moment is kept.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { source, place, filesFolder, known = new Map(), stop, say } = options
  await refuseOther(place)
  const files = place.at(filesFolder)
  let database = await findUnfinished(place)
  if (database) say(`Going on with the backup of ${database.contents.madeAt} that was interrupted.`)
  let saved: SavedFiles | undefined
  for (let attempt = 1; ; attempt++) {
    database ??= await saveTables(options)
    say(`${database.files.length.toLocaleString('en')} files to be in the backup.`)
    const before: ReadonlySet<string> = new Set(saved?.missing)
    saved = await saveFiles({ from: source.files, to: files, files: database.files, known, stop, say })
    // What went while files were copied is named by no row of a later moment; what is missing then, too, is lost.
    if (saved.missing.every(key => before.has(key)) || attempt === SNAPSHOTS) break
    say(`${saved.missing.length} files are gone since the tables were copied: the tables are copied anew.`)
    database = null
  }
  stop.throwIfAborted()
  for (const table of database.contents.tables) await checkTable(place, table)
  const manifest: Manifest = {
    ...database.contents,
    verifiedAt: new Date().toISOString(),
    files: {
      folder: filesFolder,
      count: saved.files.length,
      bytes: saved.files.reduce((sum, { size }) => sum + size, 0),
      list: await writeLines(place, LIST, saved.files),
    },
    missing: saved.missing,
    damaged: saved.damaged,
  }
  await writeManifest(place, manifest)
  await forgetUnfinished(place)
  return manifest
}

async function saveTables({ source, place, stop, say, atMoment }: BackupOptions): Promise<SavedDatabase> {
  await forgetUnfinished(place)
  await place.remove('tables')
  const { ownerUrl, keyFingerprint } = source
  const database = await saveDatabase({ ownerUrl, place, keyFingerprint, stop, atMoment })
  await noteUnfinished(place, database)
  const { tables, madeAt } = database.contents
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Copied ${tables.length} tables with ${rows.toLocaleString('en')} rows, as they were at ${madeAt}.`)
  return database
}

const OWN = new Set([MANIFEST, LIST, 'tables', 'files', 'snapshot.json', 'wanted-files.jsonl.gz'])

async function refuseOther(place: BackupPlace): Promise<void> {
  const manifest = await findManifest(place)
  if (manifest)
    throw new BackupError(
      `${place.name} holds a complete backup of ${manifest.madeAt} already. Name another folder, or keep several backups in this one's parent with --keep.`,
    )
  const other = (await place.entries()).filter(name => !OWN.has(name))
  if (other.length > 0)
    throw new BackupError(
      `${place.name} holds other things (${other.slice(0, 3).join(', ')}${other.length > 3 ? ', …' : ''}): name an empty folder, or keep several backups in it with --keep.`,
    )
}
