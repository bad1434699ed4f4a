import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Database, Db, Session } from '#server/db/db.ts'
import { readMigrations } from '#server/db/migration-files.ts'
import { AppError, busy, errorFrom, notFound } from '#server/errors.ts'
import { CallerLeft, FairQueue } from '#server/fair-queue.ts'
import type { FileStore } from '#server/files/store.ts'
import { ZipStream } from '#server/files/zip-stream.ts'
import { collect } from './collect.ts'
import * as records from './export-records.ts'
import { momentText } from './moments.ts'
import { pack } from './pack.ts'
import { inCompanySnapshot } from './snapshot-records.ts'
import { Workspace } from './workspace.ts'

export type ExportDependencies = {
  database: Database
  files: FileStore
  dataDir: string
  /** How often a running export gives a sign of life. */
  aliveEveryMs?: number
}

const ALIVE_EVERY_MS = 15_000

/** Whoever takes less of an export keeps nobody of the company from another one. */
const LEAST_BYTES_A_SECOND = 16 * 1024

// Each reads a whole company and holds a connection of its own while it does.
const exportsAtWork = new FairQueue({
  atOnce: 2,
  waiting: 4,
  patience: 60_000,
  full: () => busy('Other companies are being exported at this moment. Try again in a few minutes.', 120),
})

/** Notes in the history that the company is exported; refuses where an export of it is running. */
export async function beginExport({ db, accountId, userId }: Session): Promise<string> {
  const running = await records.findRunningExport(db, accountId)
  if (running)
    throw new AppError(
      'in_use',
      `${running.by ?? 'Somebody'} began an export of this company at ${momentText(running.begunAt.toISOString())} UTC, and it is still running. Wait until it has ended; if it was interrupted, try again in a minute.`,
    )
  const id = crypto.randomUUID()
  await records.insertExport(db, accountId, { id, userId: userId || null })
  return id
}

export type CompanyExport = {
  name: string
  /** The zip. Whoever stops reading it ends the export. */
  content: Readable
  /** Bytes of the company's files, which are the larger part of most exports. */
  fileBytes: number
  /** Settles when the export is over, whole or not; rejects where it broke. */
  done: Promise<void>
}

/**
 * Reads the company from one snapshot and gives the zip as a stream. All rows are read, and the database is left alone,
 * before the first byte is given; the files follow from the store. `id` is that of `beginExport`.
 */
export async function exportCompany(
  { database, files, dataDir, aliveEveryMs = ALIVE_EVERY_MS }: ExportDependencies,
  { accountId, id, left }: { accountId: string; id: string; left?: AbortSignal | undefined },
): Promise<CompanyExport> {
  const tell = <Result>(what: (db: Db, accountId: string, id: string) => Promise<Result>) =>
    database.asAccount(accountId, null, ({ db }) => what(db, accountId, id)).catch(() => undefined)
  let zip: ZipStream | undefined
  let taken = 0
  const giveSign = async (): Promise<void> => {
    const before = taken
    taken = zip?.passed ?? 0
    const isSlow = taken - before < (LEAST_BYTES_A_SECOND * aliveEveryMs) / 1000
    // With nothing to take, it is the server that is slow.
    if (!zip || !isSlow || zip.output.readableLength === 0) await tell(records.noteExportAlive)
    else if (await tell(records.isSuperseded)) zip.fail(new Error('A later export of the company has begun.'))
  }
  const alive = setInterval(() => void giveSign(), aliveEveryMs)
  const workspace = await Workspace.open(dataDir).catch((error: unknown) => {
    clearInterval(alive)
    throw error
  })
  const end = async () => {
    clearInterval(alive)
    await workspace.remove()
    await tell(records.noteExportEnded)
  }
  try {
    const url = database.pool.connections.options.connectionString ?? ''
    const collected = await exportsAtWork.take(
      accountId,
      () => inCompanySnapshot(url, accountId, snapshot => collect(snapshot, workspace)),
      left,
    )
    if (left?.aborted) throw new CallerLeft()
    if (!collected) throw notFound('company')
    const exportedAt = new Date()
    const packed = new ZipStream(exportedAt)
    zip = packed
    const packing = pack(packed, collected, {
      ...{ files, workspace, accountId, exportedAt },
      schema: (await readMigrations()).at(-1)?.name ?? '',
      productVersion: await productVersion(),
    })
    const finish = async () => {
      try {
        await packing
      } catch (error) {
        await end()
        packed.fail(errorFrom(error))
        throw error
      }
      // Before the last bytes leave: whoever has them may begin another export.
      await end()
      packed.end()
    }
    return {
      name: `${collected.facts.name} ${exportedAt.toISOString().slice(0, 10)}.zip`,
      content: packed.output,
      fileBytes: collected.facts.file_bytes,
      done: finish(),
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function productVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return String((JSON.parse(text) as { version: string }).version)
}
