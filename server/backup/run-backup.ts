import { resolve, sep } from 'node:path'
import { type Config, ConfigurationError } from '#server/config.ts'
import type { FileStore } from '#server/files/store.ts'
import { formatBytes } from '#server/budgets/refusals.ts'
import { withBackupLock } from './backup-lock-records.ts'
import { makeDatedBackup } from './dated-backups.ts'
import { keyFingerprint } from './key-fingerprint.ts'
import { makeBackup } from './make-backup.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest } from './manifest.ts'
import { isS3Target, openPlace } from './open-place.ts'

export type BackupRun = {
  config: Pick<Config, 's3Access' | 'dataDir' | 'key'>
  ownerUrl: string
  files: FileStore
  /** A folder, or s3://bucket/prefix. */
  to: string
  /** How many dated backups are kept there; null: one backup, in the folder itself. */
  keep: number | null
  stop: AbortSignal
  say: (line: string) => void
}

/** Makes one backup and answers its manifest. */
export async function runBackup({
  config,
  ownerUrl,
  files,
  to,
  keep,
  stop,
  say,
}: BackupRun): Promise<Manifest> {
  refuseDataFolder(config, to)
  const place = await openPlace(to, config.s3Access)
  try {
    const source = { ownerUrl, files, keyFingerprint: keyFingerprint(config.key) }
    const made = await withBackupLock(ownerUrl, async () => {
      if (keep !== null) return makeDatedBackup({ source, place, keep, stop, say })
      const manifest = await makeBackup({ source, place, filesFolder: 'files', stop, say })
      return { name: '', manifest }
    })
    if (made === null)
      throw new BackupError('Another backup of this database is being made at this moment. Wait for its end.')
    const where = made.name === '' ? place : place.at(made.name)
    say(`The backup in ${where.name} is complete and was read back: ${inWords(made.manifest)}.`)
    return made.manifest
  } finally {
    place.close()
  }
}

function refuseDataFolder({ dataDir }: Pick<Config, 'dataDir'>, to: string): void {
  if (isS3Target(to)) return
  const folder = resolve(to)
  if (folder === dataDir || folder.startsWith(dataDir + sep))
    throw new ConfigurationError(
      `${folder} lies in DATA_DIR, which the backup is to outlive: name a folder elsewhere, on another disk if there is one.`,
    )
}

/** What a backup holds. */
export function inWords({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows.toLocaleString('en')} rows, ${files.count.toLocaleString('en')} files of ${formatBytes(files.bytes)}`
}

/** What is wrong with the store, not with the backup. */
export function shortcomings({ missing, damaged }: Pick<Manifest, 'missing' | 'damaged'>): string[] {
  const list = (keys: readonly string[]) => keys.slice(0, 5).join(', ') + (keys.length > 5 ? ', …' : '')
  return [
    ...(missing.length > 0
      ? [`${missing.length} files that the database names are missing from the file store: ${list(missing)}.`]
      : []),
    ...(damaged.length > 0
      ? [`${damaged.length} files are not in the file store as they were stored: ${list(damaged)}.`]
      : []),
  ]
}
