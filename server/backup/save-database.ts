import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { productVersion } from '#server/product-version.ts'
import { measuring, summingRows, sumRows } from './content-checks.ts'
import { countWaitingMails, listNamedFiles, type NamedFile } from './file-key-records.ts'
import { BackupError } from './backup-error.ts'
import { type DatabaseContents, type SavedTable } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { inSnapshot, postgresVersion, SchemaChanging, type Snapshot } from './snapshot-records.ts'
import { copyOut, readSequences, type Table, untilReady } from './table-records.ts'

export type SavedDatabase = { contents: DatabaseContents; files: NamedFile[] }

type Options = {
  ownerUrl: string
  place: BackupPlace
  keyFingerprint: string | null
  stop: AbortSignal
  /** Called at the moment that is copied, before the first table is. */
  atMoment?: ((snapshot: Snapshot) => Promise<void>) | undefined
}

const ATTEMPTS = 5

/** Copies every table of one moment into `place`, each into a file, whatever people write meanwhile. */
export async function saveDatabase(options: Options): Promise<SavedDatabase> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inSnapshot(options.ownerUrl, snapshot => saveSnapshot(options, snapshot))
    } catch (error) {
      if (!(error instanceof SchemaChanging) || attempt === ATTEMPTS) throw error
    }
  }
}

async function saveSnapshot(
  { place, keyFingerprint, stop, atMoment }: Options,
  snapshot: Snapshot,
): Promise<SavedDatabase> {
  const { client, tables, migrations, takenAt } = snapshot
  if (migrations.length === 0)
    throw new BackupError('The database holds no tables of Lading: nothing to back up.')
  await atMoment?.(snapshot)
  const saved: SavedTable[] = []
  for (const table of tables) {
    stop.throwIfAborted()
    saved.push(await saveTable(client, table, place))
  }
  return {
    contents: {
      productVersion,
      postgresVersion: await postgresVersion(client),
      madeAt: takenAt.toISOString(),
      keyFingerprint,
      migrations,
      sequences: await readSequences(client),
      tables: saved,
      waitingMails: await countWaitingMails(client),
    },
    files: await listNamedFiles(client),
  }
}

async function saveTable(client: Snapshot['client'], table: Table, place: BackupPlace): Promise<SavedTable> {
  const path = `tables/${table.name}.copy.gz`
  const rows = summingRows()
  const bytes = measuring()
  await pipeline(copyOut(client, table), rows.pass, createGzip(), compressed =>
    place.write(path, bytes.pass(compressed as AsyncIterable<Uint8Array>)),
  )
  await untilReady(client)
  return { name: table.name, columns: table.columns, path, ...rows.result(), ...bytes.result() }
}

/** Reads a table's file back. Throws BackupError where it is not as it was written. */
export async function checkTable(place: BackupPlace, table: SavedTable): Promise<void> {
  const { rows, digest } = await sumRows(readTable(place, table))
  if (rows !== table.rows || digest !== table.digest) throw damaged(place, table)
}

/** The rows of a table as they were copied. Throws BackupError at their end where the file is not as it was written. */
export async function* readTable(place: BackupPlace, table: SavedTable): AsyncGenerator<Uint8Array> {
  const { pass, result } = measuring()
  const source = pass(await place.read(table.path))
  const gunzip = createGunzip()
  const filling = pipeline(source, gunzip)
  // Told below, by whoever reads the other end.
  filling.catch(() => undefined)
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
    await filling
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(place, table)
    throw error
  }
  if (result().sha256 !== table.sha256) throw damaged(place, table)
}

const damaged = (place: BackupPlace, { path }: SavedTable) =>
  new BackupError(`${path} in ${place.name} is not as it was written: use another backup.`)
