import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listStoredKeys } from '#server/backup/stored-keys.ts'
import type { Config } from '#server/config.ts'
import { freeBytesOf } from '#server/files/disk-reserve.ts'
import { openFileStore } from '#server/files/open.ts'
import { probeStore, storeName } from '#server/files/probe.ts'
import { FileMissing, type FileStore } from '#server/files/store.ts'
import { acceptStore, compareMarkers } from '#server/installation/marker.ts'
import { examineBucket } from './bucket.ts'
import { onAddress, readFileKeys } from './database-records.ts'
import { amount, type Finding, note, right, wrong } from './report.ts'

export type FileOptions = {
  /** Gives database and store a new marker. */
  acceptsStore: boolean
  /** Compares every file with every row. */
  comparesFiles: boolean
}

/** `ownerUrl`: the database's owner, where the database is at this version. */
export async function examineFiles(
  config: Config,
  ownerUrl: string | undefined,
  { acceptsStore, comparesFiles }: FileOptions,
): Promise<Finding[]> {
  const name = storeName(config)
  if (!config.s3 && !existsSync(join(config.dataDir, 'files')) && !acceptsStore) {
    const found = ownerUrl && (await compareMarkers({ ownerUrl, files: NO_FILES, place: config }))
    if (found && 'words' in found) return [wrong(found.words)]
    return [note(`There is no file yet: the first start makes ${name}`)]
  }
  const files = await openFileStore(config)
  try {
    await probeStore(files, config)
    const findings = [right(`A file was written to ${name}, read back and deleted`)]
    const bucket = await examineBucket(files, config)
    if (bucket) findings.push(bucket)
    if (!config.s3) findings.push(roomOf(await freeBytesOf(config.dataDir), config.diskReserveBytes))
    if (ownerUrl === undefined)
      findings.push(
        acceptsStore
          ? wrong(
              'The file store was not accepted: the database is not at this version, or its owner is not known here',
            )
          : note('Whether these files are the database’s cannot be seen before the database is right'),
      )
    else {
      const installation = { ownerUrl, files, place: config }
      if (acceptsStore) await acceptStore(installation)
      findings.push(await markerOf(installation, acceptsStore))
      if (comparesFiles) findings.push(...(await compareFiles(config, files, ownerUrl)))
    }
    return findings
  } finally {
    await files.close()
  }
}

/** A store that nobody has made yet. */
const NO_FILES: Pick<FileStore, 'get'> = { get: key => Promise.reject(new FileMissing(key)) }

/**
 * Why this user should not look at the files: what it made among them the server could not use. Undefined where all
 * is well.
 */
export function wrongUser({ dataDir, s3, databaseUrl }: Config): string | undefined {
  const [path] = [join(dataDir, 'files'), dataDir].filter(existsSync)
  const self = process.getuid?.()
  if (self !== 0 || path === undefined || (s3 && databaseUrl)) return undefined
  const { uid } = statSync(path)
  if (uid === self) return undefined
  return (
    `${path} belongs to user ${uid}, and this is root: the server could not use what this would make there. Run it as ` +
    `that user: sudo -u '#${uid}' npm run doctor`
  )
}

const LEAST_ROOM_BYTES = 32 * 1024 * 1024

/** Exported for its test. */
export function roomOf(free: number, reserve: number): Finding {
  const words = `The disk of DATA_DIR has ${amount(free)} free`
  if (free < LEAST_ROOM_BYTES) return wrong(`${words}: nothing more can be saved. Make room on it.`)
  if (free < reserve)
    return wrong(`${words}, less than DISK_RESERVE_MB: uploads and documents are refused. Make room on it.`)
  return right(words)
}

async function markerOf(
  installation: Parameters<typeof compareMarkers>[0],
  wasAccepted: boolean,
): Promise<Finding> {
  const found = await compareMarkers(installation)
  if ('words' in found) return wrong(found.words)
  if (found.state === 'unmarked')
    return note('Database and files have no id in common yet; the next start writes one')
  return right(
    wasAccepted
      ? 'Database and files have a new id in common. Servers that still run with other files are refused at their next start.'
      : 'Database and files belong together',
  )
}

/** So many are named. */
const NAMED = 20

async function compareFiles(config: Config, files: FileStore, ownerUrl: string): Promise<Finding[]> {
  const stored = new Set<string>()
  for await (const key of listStoredKeys(config)) stored.add(key)
  // After the files: whoever uploads meanwhile has written a row before.
  const known = await onAddress(ownerUrl, readFileKeys)
  const missing: string[] = []
  for (const key of known) if (!stored.has(key) && !(await isThere(files, key))) missing.push(key)
  const unknown: string[] = []
  for (const key of stored) if (!known.has(key) && (await isThere(files, key))) unknown.push(key)
  return [
    missing.length === 0
      ? right(`Each of the ${known.size} files that the database knows is there`)
      : wrong(
          `${missing.length} of the ${known.size} files that the database knows are missing. Restore them from a ` +
            `backup:\n${named(missing)}`,
        ),
    unknown.length === 0
      ? right(`The database knows each of the ${stored.size} files`)
      : note(
          `${unknown.length} files are known to no row of the database, and only take room:\n${named(unknown)}`,
        ),
  ]
}

async function isThere(files: FileStore, key: string): Promise<boolean> {
  try {
    const content = await files.get(key)
    content.destroy()
    return true
  } catch (error) {
    if (error instanceof FileMissing) return false
    throw error
  }
}

const named = (keys: readonly string[]) =>
  [...keys.slice(0, NAMED), ...(keys.length > NAMED ? [`and ${keys.length - NAMED} more`] : [])].join('\n')
