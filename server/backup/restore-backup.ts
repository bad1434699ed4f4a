import { readMigrations } from '#server/db/migration-files.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Logins } from '#server/db/roles.ts'
import { acceptStore } from '#server/installation/marker.ts'
import type { FileStore } from '#server/files/store.ts'
import { inParallel } from './in-parallel.ts'
import { LoadedOtherwise, loadTables, lookAtTarget } from './load-records.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, readFileList, readManifest, type SavedFile } from './manifest.ts'
import { type BackupPlace, NotInBackup } from './place.ts'
import { readTable } from './save-database.ts'
import { measureStored } from './stored-files.ts'

export type RestoreTarget = {
  ownerUrl: string
  logins: Logins
  files: FileStore
  /** What the store holds already. */
  storedKeys: AsyncIterable<string>
  keyFingerprint: string | null
}

export type RestoreOptions = {
  place: BackupPlace
  target: RestoreTarget
  /** True: goes on where files of the backup are missing or damaged. */
  acceptsMissingFiles?: boolean
  say: (line: string) => void
}

const AT_ONCE = 4
const TELL_EVERY = 1000

/**
 * Restores a backup into an empty database and an empty file store, of which the rows come last and all at once: until
 * then nothing is served of it. Throws BackupError, with what to do, where the target is not empty, the backup is of a
 * newer version, or anything of it is not as it was written.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { place, target, say } = options
  const manifest = await readManifest(place)
  await refuseNewer(manifest)
  await requireEmptyDatabase(manifest, target)
  const files = await readFileList(place, manifest)
  const present = await requireEmptyStore(files, target)
  const { tables, migrations, sequences, madeAt } = manifest
  say(
    `Restoring the backup of ${madeAt}: ${tables.length} tables, ${files.length.toLocaleString('en')} files.`,
  )
  for (const line of keyWords(manifest, target)) say(line)
  await migrate(target.ownerUrl, target.logins, undefined, new Set(migrations.map(({ name }) => name)))
  await restoreFiles(options, manifest, { files, present })
  const byName = new Map(tables.map(table => [table.name, table]))
  await loadTables(target.ownerUrl, {
    ...{ tables, sequences, migrations },
    read(name) {
      const table = byName.get(name)
      if (!table) throw new LoadedOtherwise(`The backup has no table ${name}.`)
      return readTable(place, table)
    },
  })
  say(
    `Loaded ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')} rows, and read them again.`,
  )
  for (const name of await migrate(target.ownerUrl, target.logins)) say(`Migrated the database: ${name}`)
  // Whose database it was has the other store; this one is the restored database's own.
  await acceptStore(target)
  if (manifest.missing.length > 0)
    say(
      `${manifest.missing.length} files were missing from the store when the backup was made, and are missing here.`,
    )
  if (manifest.waitingMails > 0)
    say(
      `${manifest.waitingMails} e-mails waited to be sent when the backup was made. A server with SMTP_HOST sends them now, also those that were sent since.`,
    )
  return manifest
}

async function refuseNewer({ migrations, productVersion }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version of Lading (${productVersion}, with ${unknown.join(', ')}): restore it with that version, or a later one. Nothing was changed.`,
    )
  const changed = migrations
    .filter(({ name, checksum }) => checksum !== null && checksum !== known.get(name))
    .map(({ name }) => name)
  if (changed.length > 0)
    throw new BackupError(
      `The backup was made by a Lading with other migrations of the same name (${changed.join(', ')}): restore it with the one that made it. Nothing was changed.`,
    )
}

async function requireEmptyDatabase({ migrations }: Manifest, { ownerUrl }: RestoreTarget): Promise<void> {
  const found = await lookAtTarget(ownerUrl)
  const ours = new Set(migrations.map(({ name }) => name))
  const others = (found.migrations ?? []).filter(({ name }) => !ours.has(name))
  if (found.occupied.length > 0)
    throw new BackupError(
      `The database is not empty: there is something in ${found.occupied.slice(0, 5).join(', ')}${found.occupied.length > 5 ? ' and others' : ''}. A backup is restored into an empty one alone. Set DATA_DIR to a new folder, or DATABASE_URL to a new database. Nothing was changed.`,
    )
  // Made by a restore of another backup, or by a start that was ended at once.
  if (others.length > 0)
    throw new BackupError(
      `The database has tables of a later version than the backup (${others[0]?.name}), if empty ones. Set DATA_DIR to a new folder, or DATABASE_URL to a new database. Nothing was changed.`,
    )
}

/** Answers what an interrupted restore of the same backup has left there. */
async function requireEmptyStore(
  files: readonly SavedFile[],
  { storedKeys }: RestoreTarget,
): Promise<Set<string>> {
  const ours = new Set(files.map(({ key }) => key))
  const present = new Set<string>()
  for await (const key of storedKeys) {
    if (!ours.has(key))
      throw new BackupError(
        'The file store is not empty: it holds files that are not of this backup. Set DATA_DIR to a new folder, or S3_BUCKET to an empty bucket. Nothing was changed.',
      )
    present.add(key)
  }
  return present
}

function keyWords({ keyFingerprint }: Manifest, target: RestoreTarget): string[] {
  if (keyFingerprint === null || keyFingerprint === target.keyFingerprint) return []
  return [
    target.keyFingerprint === null
      ? 'LADING_KEY is not set, and the backup was made with one. Set it to that key before you start the server: without it nobody can sign in.'
      : 'LADING_KEY is another than the one that the backup was made with. Set it to that one before you start the server: with another nobody can sign in.',
  ]
}

async function restoreFiles(
  { place, target, acceptsMissingFiles = false, say }: RestoreOptions,
  manifest: Manifest,
  { files, present }: { files: readonly SavedFile[]; present: ReadonlySet<string> },
): Promise<void> {
  const from = place.at(manifest.files.folder)
  const bad: string[] = []
  let done = 0
  await inParallel(files, AT_ONCE, async file => {
    const isThere = present.has(file.key) && (await holds(target.files, file))
    if (!isThere && !(await restoreFile(from, target.files, file))) bad.push(file.key)
    done += 1
    if (done % TELL_EVERY === 0)
      say(`${done.toLocaleString('en')} of ${files.length.toLocaleString('en')} files.`)
  })
  if (bad.length === 0) return
  const named = `${bad.length} files of the backup are missing or damaged (${bad.slice(0, 5).join(', ')}${bad.length > 5 ? ', …' : ''})`
  if (!acceptsMissingFiles)
    throw new BackupError(
      `${named}. Nothing was put into the database. Use another backup, or restore this one without these files by --accept-missing-files.`,
    )
  say(`${named}: what names them cannot be opened.`)
}

/** False where the backup does not have it as it was written; nothing is left in the store then. */
async function restoreFile(from: BackupPlace, to: FileStore, file: SavedFile): Promise<boolean> {
  try {
    const stored = await to.put(file.key, await from.read(file.key), { limitBytes: Infinity })
    if (stored.sha256 !== file.sha256) {
      await to.delete(file.key)
      return false
    }
  } catch (error) {
    if (error instanceof NotInBackup) return false
    throw error
  }
  if (!(await holds(to, file)))
    throw new BackupError(`The file store does not return ${file.key} as it was stored: check its disk.`)
  return true
}

const holds = async (store: FileStore, { key, sha256 }: SavedFile): Promise<boolean> =>
  (await measureStored(store, key))?.sha256 === sha256
