import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/db.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import { AppError } from '#server/errors.ts'
import { readMarker, writeMarker } from '#server/files/marker.ts'
import { openDiskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { query } from '#testing/held-database.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { acceptStore, compareMarkers, requireMarkedInstallation, requireSameInstallation } from './marker.ts'

// One machine of the installation; another one brings a folder or a database of its own.
let database: BorrowedDatabase
let folder: string
const opened: FileStore[] = []
let lines: string[]

beforeEach(async () => {
  database = await borrowDatabase()
  folder = await makeTemporaryFolder('lading-marker-')
  lines = []
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await database.release()
  await rm(folder, { recursive: true, force: true })
})

async function machine(name: string, { ownerUrl } = database) {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  const files = await openDiskStore(join(dataDir, 'files'))
  opened.push(files)
  return { ownerUrl, files, place: { s3: undefined, dataDir } }
}

/** What a start says: nothing where it goes on. */
const start = (one: Awaited<ReturnType<typeof machine>>) =>
  requireSameInstallation(one, line => lines.push(line)).then(
    () => 'started',
    (error: Error) => `${error.name}: ${error.message}`,
  )

const ACCEPT = 'npm run doctor -- --accept-store'

test('a new installation is marked once, and starts again and again', async () => {
  const one = await machine('one')
  expect(await compareMarkers(one)).toEqual({ state: 'unmarked' })
  expect(await start(one)).toBe('started')
  const marker = await readMarker(one.files)
  expect(marker).toMatch(/^[0-9a-f-]{36}$/)
  expect(await query(one.ownerUrl, 'select store_marker, is_in_store from installation')).toEqual([
    { store_marker: marker, is_in_store: true },
  ])
  expect([await start(one), await start(await machine('one'))]).toEqual(['started', 'started'])
  expect(await readMarker(one.files)).toBe(marker)
  expect(await compareMarkers(one)).toEqual({ state: 'agree' })
  expect(lines).toEqual([])
})

test('servers that start at once on one store agree on one marker', async () => {
  const machines = await Promise.all([1, 2, 3, 4].map(() => machine('shared')))
  expect(await Promise.all(machines.map(start))).toEqual(Array(4).fill('started'))
  expect(await start(await machine('shared'))).toBe('started')
})

test('a second server with a folder of its own is refused, and no file of the first is missed', async () => {
  expect(await start(await machine('one'))).toBe('started')
  const two = await machine('two')
  expect(await start(two)).toBe(
    `StoreProbeError: The database belongs to another file store: the folder ${folder}/two/files does not have its ` +
      'marker. All servers of one database need the same files: one S3 bucket, or one folder that they share. Check ' +
      `DATA_DIR. If the files have moved there, accept the store with: ${ACCEPT}`,
  )
  expect(await readdir(join(folder, 'two/files'))).toEqual(['.tmp'])
  expect(await start(await machine('one'))).toBe('started')
})

test('files beside another database are refused, whether it is new or has files elsewhere', async () => {
  const one = await machine('one')
  expect(await start(one)).toBe('started')
  const other = await borrowDatabase()
  try {
    const moved = await machine('one', other)
    expect(await start(moved)).toBe(
      `StoreProbeError: The file store belongs to another database: the folder ${folder}/one/files has a marker, and ` +
        'the database has none. Check DATABASE_URL and DATA_DIR. If the two are to belong together from now on, accept ' +
        `it with: ${ACCEPT}`,
    )
    expect(await start(await machine('three', other))).toBe('started')
    expect(await start(moved)).toBe(
      'StoreProbeError: The database and the file store belong to different installations: the marker of the folder ' +
        `${folder}/one/files is not the database's. Check DATABASE_URL and DATA_DIR. If the two are to belong together ` +
        `from now on, accept it with: ${ACCEPT}`,
    )
    // What was refused was not changed.
    expect(await start(one)).toBe('started')
  } finally {
    await other.release()
  }
})

test('a store that is accepted is the only one from then on', async () => {
  const [one, two] = [await machine('one'), await machine('two')]
  expect(await start(one)).toBe('started')
  await acceptStore(two)
  expect(await start(two)).toBe('started')
  expect(await start(one)).toContain('belong to different installations')
})

/** As an installation of a version before this has it. */
async function addDocument(files: FileStore, { isKept }: { isKept: boolean }): Promise<void> {
  const account = randomUUID()
  const key = `${account}/${randomUUID()}`
  const content = async function* () {
    yield Buffer.from('a page')
  }
  if (isKept) await files.put(key, content(), { limitBytes: 100 })
  await query(database.ownerUrl, `insert into accounts (id, name) values ('${account}', 'Harbour')`)
  await query(
    database.ownerUrl,
    `insert into document_templates (account_id, id, name, default_document_name, type, size, content_key, content_hash)
     values ('${account}', gen_random_uuid(), '${key}', 'Page', 'other', 6, '${key}', 'x')`,
  )
}

test('an installation of before, with files and no marker, is taken in without a question', async () => {
  const one = await machine('one')
  await addDocument(one.files, { isKept: true })
  await addDocument(one.files, { isKept: false })
  expect(await start(one)).toBe('started')
  expect(await compareMarkers(one)).toEqual({ state: 'agree' })
})

test('a store without any file that the database knows is not taken in', async () => {
  const [one, two] = [await machine('one'), await machine('two')]
  await addDocument(one.files, { isKept: true })
  expect(await start(two)).toBe(
    `StoreProbeError: The newest files that the database knows are not in the folder ${folder}/two/files. Check ` +
      `DATA_DIR. If the files are lost and this is the right place for new ones, accept it with: ${ACCEPT}`,
  )
  expect(await start(one)).toBe('started')
})

test('a server without the owner’s login is refused alike, and marks nothing', async () => {
  const product = openDatabase({
    url: loginUrl(database.ownerUrl, RUNTIME_ROLE),
    signInUrl: loginUrl(database.ownerUrl, SIGN_IN_ROLE),
    onError: () => undefined,
  })
  try {
    const [one, two] = [await machine('one'), await machine('two')]
    await requireMarkedInstallation(product.pool, one)
    expect(await compareMarkers(one)).toEqual({ state: 'unmarked' })
    expect(await start(one)).toBe('started')
    await requireMarkedInstallation(product.pool, one)
    await expect(requireMarkedInstallation(product.pool, two)).rejects.toThrow(
      'belongs to another file store',
    )
  } finally {
    await product.close()
  }
})

test('a server that was killed between database and store is no obstacle to the next start', async () => {
  const one = await machine('one')
  const killed = { ...one.files, put: () => Promise.reject(new Error('killed')) }
  expect(await start({ ...one, files: killed })).toBe('Error: killed')
  expect(await start(one)).toBe('started')
  // Killed after the store had it.
  await query(one.ownerUrl, 'update installation set is_in_store = false')
  expect(await start(one)).toBe('started')
  expect(await query(one.ownerUrl, 'select is_in_store from installation')).toEqual([{ is_in_store: true }])
  // A store of another installation is none the less refused.
  await query(one.ownerUrl, 'update installation set is_in_store = false')
  await writeMarker(one.files, randomUUID())
  expect(await start(one)).toContain('The file store belongs to another database')
})

test('a disk without room is served from, and marked when there is some', async () => {
  const one = await machine('one')
  const full = new AppError('storage_full', 'The server’s disk is nearly full.')
  const files = { ...one.files, put: () => Promise.reject(full) }
  expect(await start({ ...one, files })).toBe('started')
  expect(lines).toEqual([
    "The file store could not be marked as this database's; the next start tries again. The server’s disk is nearly full.",
  ])
  expect(await start(one)).toBe('started')
  expect(await compareMarkers(one)).toEqual({ state: 'agree' })
})
