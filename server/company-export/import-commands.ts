import { entriesOf } from '#contract/typed-objects.ts'
import { readMigrations } from '#server/db/migration-files.ts'
import { codeFrom, messageFrom } from '#server/errors.ts'
import { ArchiveError, ZipArchive } from '#server/files/zip-archive.ts'
import { type FileStore, isFileKey, ownerOf } from '#server/files/store.ts'
import { hashOfSecret, joinAddress, newSecret } from '#server/users/link-secrets.ts'
import { z } from 'zod'
import { ImportError } from './import-error.ts'
import * as records from './import-records.ts'
import {
  fileEntry,
  type FileEntry,
  FILES_PATH,
  FORMAT_VERSION,
  type Manifest,
  manifest as manifestSchema,
  MANIFEST_PATH,
  manifestHead,
} from './manifest.ts'
import { lots, rowTexts } from './row-lines.ts'
import { exportedTables } from './tables.ts'

export type ImportDependencies = { ownerUrl: string; files: FileStore; publicUrl: string }

export type ImportedPerson = { name: string; email: string; role: string }
export type Imported = {
  company: { id: string; name: string }
  rows: number
  files: number
  missing: Manifest['missing']
  /** Administrators who had access, each with a link by which they come in. */
  administrators: (ImportedPerson & { link: string })[]
  /** Everybody else who had access: an Administrator invites them again. */
  others: ImportedPerson[]
  /** How long the links work. */
  days: number
}

const LARGEST_MANIFEST = 64 * 1024 * 1024
const LINK_DAYS = 7
const NOTED_AT_ONCE = 500

/** Stores the company of an export. Throws ImportError, and leaves nothing behind, where the zip cannot be imported. */
export async function importCompany(dependencies: ImportDependencies, zipPath: string): Promise<Imported> {
  const archive = await ZipArchive.open(zipPath).catch(refuse)
  try {
    const manifest = await readManifest(archive)
    const { id, name } = manifest.company
    const imported = await records.whileAlone(dependencies.ownerUrl, id, async () => {
      if (await records.companyExists(dependencies.ownerUrl, id))
        throw new ImportError(`This installation has the company ${name} (${id}) already.`)
      await checkRows(archive, manifest)
      const files = await readFileList(archive, manifest)
      return withFiles(dependencies, { archive, accountId: id, files }, () =>
        storeRows(dependencies, archive, manifest),
      )
    })
    if (!imported)
      throw new ImportError(
        `The company ${name} (${id}) is being imported already. Wait until that has ended.`,
      )
    return imported
  } catch (error) {
    return refuse(error)
  } finally {
    archive.close()
  }
}

// Constraints that do not hold, and values that are none.
const UNFIT_ROW = /^(22|23|42703)/

function refuse(error: unknown): never {
  if (error instanceof ArchiveError) throw new ImportError(error.message)
  if (UNFIT_ROW.test(codeFrom(error)))
    throw new ImportError(`Its rows do not fit together (${messageFrom(error)}).`)
  throw error
}

async function readManifest(archive: ZipArchive): Promise<Manifest> {
  const foreign = 'It is not an export of a company.'
  if (!archive.has(MANIFEST_PATH) || archive.bytes(MANIFEST_PATH) > LARGEST_MANIFEST)
    throw new ImportError(foreign)
  const pieces = []
  for await (const piece of archive.read(MANIFEST_PATH)) pieces.push(piece)
  let content: unknown
  try {
    content = JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw new ImportError(`${MANIFEST_PATH} is damaged.`)
  }
  const head = manifestHead.safeParse(content)
  if (!head.success) throw new ImportError(foreign)
  if (head.data.formatVersion > FORMAT_VERSION)
    throw new ImportError(
      'It was exported by a newer version of Lading. Import it with that version or a later one.',
    )
  const whole = manifestSchema.safeParse(content)
  if (!whole.success) throw new ImportError(`${MANIFEST_PATH} is damaged.`)
  await requireSameSchema(whole.data)
  return whole.data
}

async function requireSameSchema({ schema, productVersion }: Manifest): Promise<void> {
  const own = (await readMigrations()).map(({ name }) => name)
  if (schema === own.at(-1)) return
  throw new ImportError(
    own.includes(schema)
      ? `It was exported by an older version of Lading (${productVersion}, database ${schema}). Bring the other installation to this version, and export again.`
      : `It was exported by a newer version of Lading (${productVersion}, database ${schema}). Bring this installation to that version first.`,
  )
}

/** Reads every row once before anything is stored, and compares what it read with the manifest. */
async function checkRows(archive: ZipArchive, { tables }: Manifest): Promise<void> {
  const expected = Object.keys(exportedTables)
  if (expected.some(name => !tables[name]) || Object.keys(tables).some(name => !expected.includes(name)))
    throw new ImportError(`${MANIFEST_PATH} does not name the tables of an export.`)
  for (const [name, file] of Object.entries(tables)) {
    if (file.path !== `data/${name}.json`) throw new ImportError(`${MANIFEST_PATH} is damaged.`)
    let rows = 0
    for await (const _row of rowTexts(file.path, archive.read(file.path, file))) rows += 1
    if (rows !== file.rows) throw new ImportError(`${file.path} has ${rows} rows and had ${file.rows}.`)
  }
}

async function readFileList(archive: ZipArchive, manifest: Manifest): Promise<FileEntry[]> {
  const { company, files, fileBytes } = manifest
  if (files.path !== FILES_PATH) throw new ImportError(`${MANIFEST_PATH} is damaged.`)
  const list = new Map<string, FileEntry>()
  for await (const text of rowTexts(FILES_PATH, archive.read(FILES_PATH, files))) {
    const parsed = fileEntry.safeParse(JSON.parse(text))
    if (!parsed.success) throw new ImportError(`${FILES_PATH} is damaged.`)
    const { key, path, bytes } = parsed.data
    if (!isFileKey(key) || ownerOf(key) !== company.id)
      throw new ImportError(`${FILES_PATH} names a file of another company.`)
    if (!path.startsWith('files/') || archive.bytes(path) !== bytes || !archive.has(path))
      throw new ImportError(`It has no ${path} of ${bytes} bytes.`)
    if (list.has(key)) throw new ImportError(`${FILES_PATH} names a file twice.`)
    list.set(key, parsed.data)
  }
  const entries = [...list.values()]
  if (entries.length !== files.rows || entries.reduce((sum, { bytes }) => sum + bytes, 0) !== fileBytes)
    throw new ImportError(`${FILES_PATH} is not what was exported.`)
  return entries
}

type WithFiles = { archive: ZipArchive; accountId: string; files: readonly FileEntry[] }

/** Stores the files, then runs `work`, which keeps them; where anything fails they are deleted again. */
async function withFiles<Result>(
  { ownerUrl, files: store }: ImportDependencies,
  { archive, accountId, files }: WithFiles,
  work: () => Promise<Result>,
): Promise<Result> {
  const stored: string[] = []
  try {
    const [first] = files
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (first) await store.requireRoom(first.key, { bytes: all })
    for (let from = 0; from < files.length; from += NOTED_AT_ONCE) {
      const lot = files.slice(from, from + NOTED_AT_ONCE)
      const keys = lot.map(({ key }) => key)
      await records.noteUploads(ownerUrl, accountId, keys)
      stored.push(...keys)
      for (const { key, path, ...expected } of lot)
        await store.put(key, archive.read(path, expected), { limitBytes: expected.bytes })
    }
    return await work()
  } catch (error) {
    for (const key of stored) await store.delete(key).catch(() => undefined)
    // What could not be deleted stays noted, and the nightly purge deletes it.
    await records.forgetUploads(ownerUrl, accountId, stored).catch(() => undefined)
    throw error
  }
}

const personRow = z.object({
  id: z.guid(),
  subject: z.string(),
  display_name: z.string(),
  email: z.string(),
  role: z.string(),
  joined_at: z.string().nullable(),
  deactivated_at: z.string().nullable(),
})

async function storeRows(
  { ownerUrl, publicUrl }: ImportDependencies,
  archive: ZipArchive,
  manifest: Manifest,
): Promise<Imported> {
  const { company } = manifest
  const people = await readPeople(archive, manifest)
  let rows = 0
  const administrators = await records.inImport(ownerUrl, company.id, async transaction => {
    for (const [name, table] of entriesOf(exportedTables)) {
      const file = manifest.tables[name]
      if (!file) continue
      // Storing the other rows was told as if somebody had made them today.
      if (name === 'history') await transaction.forgetHistory()
      for await (const { json, count } of lots(rowTexts(file.path, archive.read(file.path, file)), table)) {
        if ((await transaction.insertRows(name, table, json)) !== count)
          throw new ImportError(`${file.path} has a row of another company.`)
        rows += count
      }
    }
    if (!(await transaction.keysAreOwn()))
      throw new ImportError('A row of it names a file of another company.')
    if (!(await transaction.raiseSequences()))
      throw new ImportError('A number in it is larger than any that Lading gives.')
    await transaction.forgetStartedUploads()
    const invited = []
    for (const { id, ...person } of people.filter(({ role }) => role === 'administrator')) {
      const secret = newSecret()
      await transaction.insertOperatorLink(id, hashOfSecret(secret), LINK_DAYS)
      invited.push({ ...person, link: joinAddress(publicUrl, secret) })
    }
    return invited
  })
  return {
    ...{ company, rows, administrators, days: LINK_DAYS },
    files: manifest.files.rows,
    missing: manifest.missing,
    others: people.filter(({ role }) => role !== 'administrator').map(({ id: _, ...person }) => person),
  }
}

/** Everybody who had access to the company. */
async function readPeople(
  archive: ZipArchive,
  { tables }: Manifest,
): Promise<(ImportedPerson & { id: string })[]> {
  const file = tables['users']
  if (!file) return []
  const people = []
  for await (const text of rowTexts(file.path, archive.read(file.path, file))) {
    const parsed = personRow.safeParse(JSON.parse(text))
    if (!parsed.success) throw new ImportError(`${file.path} is damaged.`)
    const { id, subject, display_name: name, email, role, joined_at, deactivated_at } = parsed.data
    if (joined_at !== null && deactivated_at === null && !subject.startsWith('api-token:'))
      people.push({ id, name, email, role })
  }
  return people
}
