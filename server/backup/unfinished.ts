import { hash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { databaseContents, writeLines } from './manifest.ts'
import { type BackupPlace, readAll } from './place.ts'
import { checkTable, type SavedDatabase } from './save-database.ts'

const NOTE = 'snapshot.json'
const WANTED = 'wanted-files.jsonl.gz'

const note = databaseContents.extend({ wanted: z.object({ sha256: z.string() }) })
const wantedFile = z.object({ key: z.string(), sha256: z.string().nullable() })

/** Notes that the tables are complete, so that a backup interrupted later can go on with its files. */
export async function noteUnfinished(place: BackupPlace, { contents, files }: SavedDatabase): Promise<void> {
  const wanted = await writeLines(place, WANTED, files)
  await place.write(NOTE, Readable.from([Buffer.from(JSON.stringify({ ...contents, wanted }))]))
}

/** What an interrupted backup has left, where all its tables can be read back as they were written; null otherwise. */
export async function findUnfinished(place: BackupPlace): Promise<SavedDatabase | null> {
  try {
    const { wanted, ...contents } = note.parse(JSON.parse((await readAll(place, NOTE)).toString()))
    const list = await readAll(place, WANTED)
    if (hash('sha256', list) !== wanted.sha256) return null
    for (const table of contents.tables) await checkTable(place, table)
    const files = []
    for await (const line of createInterface({ input: Readable.from([list]).pipe(createGunzip()) }))
      files.push(wantedFile.parse(JSON.parse(line)))
    return { contents, files }
  } catch {
    // Missing or damaged: the tables are copied anew.
    return null
  }
}

export async function forgetUnfinished(place: BackupPlace): Promise<void> {
  await place.remove(NOTE)
  await place.remove(WANTED)
}
