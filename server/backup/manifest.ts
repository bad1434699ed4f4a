import { createHash } from 'node:crypto'
import { createGunzip, createGzip } from 'node:zlib'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { messageFrom } from '#server/errors.ts'
import { BackupError } from './backup-error.ts'
import { type Measured, measuring } from './content-checks.ts'
import { type BackupPlace, NotInBackup, readAll } from './place.ts'

/** Written last, so that a folder with one that is whole holds a whole backup. */
export const MANIFEST = 'manifest.json'

const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const measured = z.object({ size: z.int().min(0), sha256 })

const savedTable = measured.extend({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().min(0),
  /** Of the rows, in whichever order they come. */
  digest: z.string(),
  /** Where the rows are, as COPY's text, compressed by gzip. */
  path: z.string(),
})
export type SavedTable = z.infer<typeof savedTable>

export const databaseContents = z.object({
  productVersion: z.string(),
  postgresVersion: z.string(),
  /** The moment that the rows are of. */
  madeAt: z.iso.datetime(),
  /** Tells whether LADING_KEY is the same; null: none was set. */
  keyFingerprint: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable(), appliedAt: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Those that others refer to first. */
  tables: z.array(savedTable),
  /** E-mails that waited to be sent. */
  waitingMails: z.int(),
})
export type DatabaseContents = z.infer<typeof databaseContents>

const manifestContents = databaseContents.extend({
  format: z.literal(FORMAT),
  verifiedAt: z.iso.datetime(),
  files: z.object({
    /** Where the files are, from here; several backups may share them. */
    folder: z.string(),
    count: z.int(),
    bytes: z.int(),
    /** One line of JSON for each, compressed by gzip. */
    list: measured.extend({ path: z.string() }),
  }),
  /** What rows name and the file store did not have. */
  missing: z.array(z.string()),
  /** What was not in the file store as it had been stored, and is here as it was found. */
  damaged: z.array(z.string()),
})
export type Manifest = Omit<z.infer<typeof manifestContents>, 'format'>

/** A file of the store. */
export type SavedFile = Measured & { key: string }
const savedFile = measured.extend({ key: z.string() })

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const contents = JSON.stringify({ format: FORMAT, ...manifest })
  const text = `{"sha256":"${sumOf(contents)}",\n"contents":${contents}}\n`
  await place.write(MANIFEST, Readable.from([Buffer.from(text)]))
  await readManifest(place)
}

const envelope = z.object({ sha256, contents: z.unknown() })

/** Throws NotInBackup where there is none, BackupError where it cannot be trusted. */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const text = (await readAll(place, MANIFEST)).toString()
  const broken = (why: string) =>
    new BackupError(`The manifest of the backup in ${place.name} is damaged (${why}): use another backup.`)
  let found: z.infer<typeof envelope>
  try {
    found = envelope.parse(JSON.parse(text))
  } catch (error) {
    throw broken(error instanceof z.ZodError ? 'it is not a manifest' : messageFrom(error))
  }
  if (sumOf(JSON.stringify(found.contents)) !== found.sha256) throw broken('its checksum is another')
  const format = z.object({ format: z.int() }).safeParse(found.contents)
  if (format.success && format.data.format > FORMAT)
    throw new BackupError(
      `The backup in ${place.name} is written in a newer way than this version of Lading knows: restore it with the version that made it, or a later one.`,
    )
  const parsed = manifestContents.safeParse(found.contents)
  if (!parsed.success) throw broken('it is not a manifest')
  return parsed.data
}

/** Null where there is no backup that counts. */
export async function findManifest(place: BackupPlace): Promise<Manifest | null> {
  return readManifest(place).catch((error: unknown) => {
    if (error instanceof NotInBackup || error instanceof BackupError) return null
    throw error
  })
}

/** Writes one line of JSON for each entry, compressed. */
export async function writeLines(
  place: BackupPlace,
  path: string,
  entries: Iterable<unknown>,
): Promise<Measured & { path: string }> {
  const { pass, result } = measuring()
  function* lines() {
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  await pipeline(Readable.from(lines()), createGzip(), async compressed =>
    place.write(path, pass(compressed)),
  )
  return { path, ...result() }
}

/** Every file that the manifest lists. Throws BackupError where the list is not as it was written. */
export async function readFileList(place: BackupPlace, { files }: Manifest): Promise<SavedFile[]> {
  const { pass, result } = measuring()
  const found: SavedFile[] = []
  try {
    const text = Readable.from(pass(await place.read(files.list.path)), { objectMode: false })
    await pipeline(text, createGunzip(), async lines => {
      for await (const line of createInterface({ input: Readable.from(lines) }))
        found.push(savedFile.parse(JSON.parse(line)))
    })
  } catch (error) {
    throw new BackupError(
      `The list of files in ${place.name} is damaged (${messageFrom(error)}): use another backup.`,
    )
  }
  if (result().sha256 !== files.list.sha256)
    throw new BackupError(`The list of files in ${place.name} is damaged: use another backup.`)
  return found
}
