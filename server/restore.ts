import { parseArgs } from 'node:util'
import { listDatedBackups } from './backup/dated-backups.ts'
import { keyFingerprint } from './backup/key-fingerprint.ts'
import { MANIFEST } from './backup/manifest.ts'
import { openPlace } from './backup/open-place.ts'
import { openOwnerDatabase, openTargetDatabase } from './backup/owner-database.ts'
import type { BackupPlace } from './backup/place.ts'
import { putBackFiles } from './backup/put-back-files.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { listStoredKeys } from './backup/stored-keys.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { messageFrom } from './errors.ts'
import { openFileStore } from './files/open.ts'
import type { FileStore } from './files/store.ts'
import { startFailure } from './start-failure.ts'

/** npm run restore -- FOLDER: puts a backup into an empty database and an empty file store. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = `Name one backup, in a folder or as s3://bucket/prefix:
  npm run restore -- FOLDER                    into an empty database and an empty file store
  npm run restore -- FOLDER --missing-files    only the files that the file store lacks or has damaged`

type Wanted = { folder: string; acceptsMissingFiles: boolean; onlyMissingFiles: boolean }

function readArguments(): Wanted {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'accept-missing-files': { type: 'boolean' }, 'missing-files': { type: 'boolean' } },
    })
    const [folder] = positionals
    if (!folder || positionals.length !== 1) throw new ConfigurationError(usage)
    return {
      folder,
      acceptsMissingFiles: values['accept-missing-files'] === true,
      onlyMissingFiles: values['missing-files'] === true,
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError(`${messageFrom(error)}\n${usage}`)
  }
}

async function restore(): Promise<void> {
  const { folder, acceptsMissingFiles, onlyMissingFiles } = readArguments()
  const config = readConfig({ ...process.env, BACKUP_TO: folder })
  const place = await openPlace(folder, config.s3Access)
  try {
    await requireOne(place, folder)
    const database = await (onlyMissingFiles ? openOwnerDatabase : openTargetDatabase)(config, say)
    try {
      const files = await openFileStore(config)
      try {
        if (onlyMissingFiles) return await putBack(place, { ownerUrl: database.ownerUrl, files })
        const target = {
          ...{ ownerUrl: database.ownerUrl, logins: database.logins, files },
          storedKeys: listStoredKeys(config),
          keyFingerprint: keyFingerprint(config.key),
        }
        await restoreBackup({ place, target, acceptsMissingFiles, say })
        say('The backup is restored. Start the server with npm start.')
      } finally {
        await files.close()
      }
    } finally {
      await database.close()
    }
  } finally {
    place.close()
  }
}

async function putBack(place: BackupPlace, store: { ownerUrl: string; files: FileStore }): Promise<void> {
  const { restored, lost } = await putBackFiles(place, store)
  say(`${restored.length} files were missing or damaged and are put back.`)
  if (lost.length === 0) return
  say(`${lost.length} more are not in this backup; try an older one: ${lost.slice(0, 5).join(', ')}`)
  process.exitCode = 1
}

async function requireOne(place: BackupPlace, folder: string): Promise<void> {
  if ((await place.entries()).includes(MANIFEST)) return
  const dated = await listDatedBackups(place)
  const newest = dated.at(-1)
  if (newest)
    throw new ConfigurationError(
      `There are ${dated.length} backups in ${place.name}. Name one; the newest: npm run restore -- ${folder.replace(/\/$/, '')}/${newest.name}`,
    )
  throw new ConfigurationError(
    `There is no complete backup in ${place.name}: it has no ${MANIFEST}, which is written last.`,
  )
}

try {
  await restore()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
