import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { compareMarkers } from '#server/installation/marker.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDiskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { startTestApp } from '#testing/app.ts'
import { attach, fillOffice, keepWriting } from '#testing/busy-office.ts'
import { everyRow, type Row, writeCompany } from '#testing/company-rows.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { callerWith } from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import { onConnection } from '#testing/own-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { openFolderPlace } from './folder-place.ts'
import { keyFingerprint } from './key-fingerprint.ts'
import { makeBackup, type BackupOptions } from './make-backup.ts'
import { readFileList, type Manifest, MANIFEST } from './manifest.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'
import type { Snapshot } from './snapshot-records.ts'
import { listStoredKeys } from './stored-keys.ts'
import { verifyBackup } from './verify-backup.ts'

const { product, rows, company } = testCompany()
let jobs: Job[]
let folder: string
let cleanUp: (() => Promise<unknown>)[]

beforeAll(async () => {
  jobs = await fillOffice(company, 5)
})
beforeEach(async () => {
  cleanUp = []
  folder = await makeTemporaryFolder('lading-backup-')
  cleanUp.push(() => rm(folder, { recursive: true }))
  return async () => {
    for (const end of cleanUp.reverse()) await end()
  }
})

const backUp = (changes: Partial<BackupOptions> = {}) =>
  makeBackup({
    source: { ownerUrl: product.ownerUrl, files: product.files, keyFingerprint: null },
    place: openFolderPlace(folder),
    filesFolder: 'files',
    stop: new AbortController().signal,
    say: () => undefined,
    ...changes,
  })

type Restored = { ownerUrl: string; filesFolder: string; dataDir: string; said: string[] }

/** An empty database and an empty store, into which the backup is restored. */
async function emptyTarget(fill: (url: string) => Promise<unknown> = async () => undefined) {
  const database: BorrowedDatabase = await borrowDatabase(fill)
  cleanUp.push(() => database.release())
  const dataDir = await makeTemporaryFolder('lading-restored-')
  cleanUp.push(() => rm(dataDir, { recursive: true }))
  return { ownerUrl: database.ownerUrl, dataDir, filesFolder: join(dataDir, 'files') }
}

async function restore(
  changes: Partial<RestoreOptions> = {},
  into?: Awaited<ReturnType<typeof emptyTarget>>,
  keyFingerprint: string | null = null,
): Promise<Restored> {
  const target = into ?? (await emptyTarget())
  const files = await openDiskStore(target.filesFolder)
  const said: string[] = []
  await restoreBackup({
    place: openFolderPlace(folder),
    target: {
      ...{ ownerUrl: target.ownerUrl, logins: {}, files, keyFingerprint },
      storedKeys: listStoredKeys({ dataDir: target.dataDir, s3: undefined }),
    },
    say: line => said.push(line),
    ...changes,
  })
  return { ...target, said }
}

const withoutMarker = async (client: Client) => {
  // A restore gives database and store a marker of their own.
  const { installation: _, ...others } = await everyRow(client)
  return others
}
const rowsOf = (url: string) => onConnection(url, withoutMarker)

/** Every row as it is seen at the moment of a snapshot, by a connection of its own. */
async function rowsAt({ client }: Snapshot): Promise<Record<string, Row[]>> {
  const { rows: ids } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return onConnection(product.ownerUrl, async (other: Client) => {
    await other.query('begin isolation level repeatable read')
    await other.query(`set transaction snapshot '${ids[0]?.id}'`)
    return withoutMarker(other)
  })
}

async function expectSameFiles(manifest: Manifest, filesFolder: string): Promise<void> {
  const list = await readFileList(openFolderPlace(folder), manifest)
  expect(list.length).toBeGreaterThan(5)
  for (const { key } of list) {
    const [was, is] = await Promise.all(
      [product.filesFolder, filesFolder].map(one => readFile(join(one, key))),
    )
    expect(is?.equals(was ?? Buffer.alloc(0)), key).toBe(true)
  }
}

/** Triggers, row-level security and policies, which a restored database has like any other. */
const guards = (url: string) =>
  onConnection(url, async client => {
    const { rows: found } = await client.query(
      `select c.relname, c.relrowsecurity, c.relforcerowsecurity,
         array(select t.tgname || t.tgenabled::text from pg_trigger t
               where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers,
         array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    )
    return found
  })

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'it was accepted',
    (error: Error) => error.message,
  )

describe('what is not whole', () => {
  const spoil = async (path: string) => {
    const bytes = await readFile(join(folder, path))
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
    await writeFile(join(folder, path), bytes)
  }

  test('is named by a verification, and not restored', async () => {
    const manifest = await backUp()
    const place = openFolderPlace(folder)
    await verifyBackup(place)
    const [file] = await readFileList(place, manifest)
    await spoil('tables/jobs.copy.gz')
    await spoil(`files/${file?.key}`)
    expect(await refusal(verifyBackup(place))).toBe(
      `The backup in ${folder} is damaged; these are missing or not as they were written: tables/jobs.copy.gz, files/${file?.key}.`,
    )
    const target = await emptyTarget()
    expect(await refusal(restore({}, target))).toBe(
      `1 files of the backup are missing or damaged (${file?.key}). Nothing was put into the database. Use another backup, or restore this one without these files by --accept-missing-files.`,
    )
    expect(await refusal(restore({ acceptsMissingFiles: true }, target))).toBe(
      `tables/jobs.copy.gz in ${folder} is not as it was written: use another backup.`,
    )
    expect(Object.values(await rowsOf(target.ownerUrl)).flat()).toEqual([])
  })

  test('does not count without its manifest, or with one that was changed', async () => {
    await backUp()
    const path = join(folder, MANIFEST)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(/"rows":\d+/, '"rows":0'))
    expect(await refusal(restore())).toBe(
      `The manifest of the backup in ${folder} is damaged (its checksum is another): use another backup.`,
    )
    await rm(path)
    expect(await refusal(restore())).toBe(`${folder} has no file ${MANIFEST}.`)
  })

  test('of the store is told, and its file is restored as it was found', async () => {
    const [job] = jobs
    await attach(company, job as Job, 'Lost.pdf')
    await attach(company, job as Job, 'Rotten.pdf')
    const keyOf = async (name: string) =>
      String(
        (await rows.select('select content_key as key from documents where name = $1', [name]))[0]?.['key'],
      )
    const [lost, rotten] = [await keyOf('Lost.pdf'), await keyOf('Rotten.pdf')]
    const rottenPath = join(product.filesFolder, rotten)
    await rm(join(product.filesFolder, lost))
    await writeFile(rottenPath, 'something else')
    const manifest = await backUp()
    expect(manifest).toMatchObject({ missing: [lost], damaged: [rotten] })
    const { said, filesFolder } = await restore()
    expect(said).toContain(
      '1 files were missing from the store when the backup was made, and are missing here.',
    )
    expect(await readFile(join(filesFolder, rotten), 'utf8')).toBe('something else')
    await rows.select(`delete from documents where name in ('Lost.pdf', 'Rotten.pdf')`)
  })
})

describe('a restore', () => {
  test('goes into an empty database and an empty store alone', async () => {
    await backUp()
    const occupied = await emptyTarget(migrate)
    await onConnection(occupied.ownerUrl, client =>
      client.query(`insert into accounts (id, name) values (gen_random_uuid(), 'Somebody')`),
    )
    const before = await rowsOf(occupied.ownerUrl)
    expect(await refusal(restore({}, occupied))).toMatch(
      /^The database is not empty: there is something in account_revisions, accounts.*Nothing was changed\.$/,
    )
    expect(await rowsOf(occupied.ownerUrl)).toEqual(before)
    const foreign = await emptyTarget(url =>
      onConnection(url, client => client.query('create table other_product (id integer)')),
    )
    expect(await refusal(restore({}, foreign))).toContain('there is something in other_product.')

    const target = await emptyTarget()
    const store = await openDiskStore(target.filesFolder)
    await store.put(`${crypto.randomUUID()}/${crypto.randomUUID()}`, one('kept'), { limitBytes: 100 })
    expect(await refusal(restore({}, target))).toMatch(
      /^The file store is not empty: .*Nothing was changed\.$/,
    )
    expect(await rowsOf(target.ownerUrl)).toEqual({})
  })

  test('that was interrupted goes on with the files that it has stored', async () => {
    const manifest = await backUp()
    const target = await emptyTarget()
    await rm(join(folder, 'tables/jobs.copy.gz'))
    expect(await refusal(restore({}, target))).toContain('has no file tables/jobs.copy.gz')
    await rm(join(folder, MANIFEST))
    await backUp()
    await restore({}, target)
    await expectSameFiles(manifest, target.filesFolder)
    expect((await rowsOf(target.ownerUrl))['jobs']).toEqual((await rowsOf(product.ownerUrl))['jobs'])
  })

  test('of a newer version is refused, by migrations that are not known and by those that are others', async () => {
    await backUp()
    await changeManifest(contents =>
      contents.migrations.push({ name: '9999_later.sql', checksum: null, appliedAt: '' }),
    )
    const target = await emptyTarget()
    expect(await refusal(restore({}, target))).toMatch(
      /^The backup was made by a newer version of Lading \(.+, with 9999_later\.sql\): restore it with that version/,
    )
    await changeManifest(({ migrations }) => {
      migrations.pop()
      Object.assign(migrations[0] ?? {}, { checksum: 'another' })
    })
    expect(await refusal(restore({}, target))).toContain(
      'other migrations of the same name (0001_accounts.sql)',
    )
    expect(await rowsOf(target.ownerUrl)).toEqual({})
  })

  test('whose rows are not those of the backup once they are loaded keeps none of them', async () => {
    const target = await emptyTarget()
    await backUp()
    await changeManifest(({ tables }) =>
      Object.assign(tables.find(({ name }) => name === 'jobs') ?? {}, { digest: '0'.repeat(64) }),
    )
    expect(await refusal(restore({}, target))).toMatch(
      /^The table jobs holds \d+ rows after it was loaded, which are not the \d+ of the backup\.$/,
    )
    expect(Object.values(await rowsOf(target.ownerUrl)).flat()).toEqual([])
  })

  test('says when LADING_KEY is not the one of the backup, whose manifest does not hold it', async () => {
    const key = 'a key of at least thirty-two characters'
    const own = keyFingerprint(key)
    const { ownerUrl, files } = product
    await backUp({ source: { ownerUrl, files, keyFingerprint: own } })
    expect(await readFile(join(folder, MANIFEST), 'utf8')).not.toContain(key)
    const told = async (given: string | null) =>
      (await restore({}, undefined, given)).said.filter(line => line.includes('LADING_KEY'))
    expect(await told(own)).toEqual([])
    expect(await told(keyFingerprint('another key of thirty-two characters'))).toEqual([
      expect.stringMatching(/^LADING_KEY is another than /),
    ])
  })

  test('of an earlier version’s backup ends at this version’s schema, with its rows', async () => {
    const earlier = await borrowDatabase(url => migrateUntil(url, '0048_notes.sql'))
    cleanUp.push(() => earlier.release())
    await onConnection(earlier.ownerUrl, writeCompany)
    const before = await rowsOf(earlier.ownerUrl)
    const manifest = await backUp({
      source: { ownerUrl: earlier.ownerUrl, files: product.files, keyFingerprint: null },
    })
    expect(manifest.migrations.at(-1)?.name).toBe('0047_workers_and_limits.sql')
    const restored = await restore()
    expect(restored.said).toContain('Migrated the database: 0048_notes.sql')
    expect(before['jobs']).toHaveLength(2)
    await migrate(earlier.ownerUrl)
    // A migration begins each database's revisions anew, at random.
    const upgraded = { ...(await rowsOf(earlier.ownerUrl)), account_revisions: expect.any(Array) }
    expect(await rowsOf(restored.ownerUrl)).toEqual(upgraded)
    expect(await guards(restored.ownerUrl)).toEqual(await guards(product.ownerUrl))
    expect(await migrate(restored.ownerUrl)).toEqual([])
  })
})

describe('a backup that was interrupted', () => {
  test('goes on with its moment and the files that are there, where its tables are whole', async () => {
    const stop = new AbortController()
    let copied = 0
    const files: FileStore = {
      ...product.files,
      get: async key => {
        copied += 1
        if (copied === 3) stop.abort(new Error('Stopped.'))
        return product.files.get(key)
      },
    }
    const { ownerUrl } = product
    const source = { ownerUrl, files, keyFingerprint: null }
    await expect(backUp({ source, stop: stop.signal })).rejects.toThrow('Stopped.')
    const whole = (await rows.select('select count(*)::int as jobs from jobs'))[0]
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
    copied = 10
    const said: string[] = []
    const manifest = await backUp({ source, say: line => said.push(line) })
    expect(said[0]).toMatch(/^Going on with the backup of .* that was interrupted\.$/)
    expect(manifest.tables.find(({ name }) => name === 'jobs')?.rows).toBe(whole?.['jobs'])
    await expectSameFiles(manifest, (await restore()).filesFolder)
  })

  test('begins anew where a table is not whole', async () => {
    const failing: FileStore = {
      ...product.files,
      get: () => Promise.reject(new Error('The store is away.')),
    }
    const { ownerUrl, files } = product
    await expect(backUp({ source: { ownerUrl, files: failing, keyFingerprint: null } })).rejects.toThrow(
      'The store is away.',
    )
    await writeFile(join(folder, 'tables/jobs.copy.gz'), 'half')
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
    const manifest = await backUp({ source: { ownerUrl, files, keyFingerprint: null } })
    const now = (await rows.select('select count(*)::int as jobs from jobs'))[0]
    expect(manifest.tables.find(({ name }) => name === 'jobs')?.rows).toBe(now?.['jobs'])
    await verifyBackup(openFolderPlace(folder))
  })

  test('takes another moment where files were deleted meanwhile', async () => {
    await attach(company, jobs[1] as Job, 'Short-lived.pdf')
    const [document] = await rows.select(
      `select content_key as key from documents where name = 'Short-lived.pdf'`,
    )
    let isDeleted = false
    const files: FileStore = {
      ...product.files,
      get: async key => {
        if (key === document?.['key']) {
          isDeleted = true
          await rows.select(`delete from documents where name = 'Short-lived.pdf'`)
          await product.files.delete(key)
        }
        return product.files.get(key)
      },
    }
    const manifest = await backUp({ source: { ownerUrl: product.ownerUrl, files, keyFingerprint: null } })
    expect(isDeleted).toBe(true)
    expect(manifest.missing).toEqual([])
    expect((await rowsOf((await restore()).ownerUrl))['documents']?.map(({ name }) => name)).not.toContain(
      'Short-lived.pdf',
    )
  })

  test('is not made in a folder that holds a backup or other things', async () => {
    await backUp()
    await expect(backUp()).rejects.toThrow(`${folder} holds a complete backup of`)
    await rm(join(folder, MANIFEST))
    await writeFile(join(folder, 'letter.txt'), 'Dear Sir')
    await expect(backUp()).rejects.toThrow(`${folder} holds other things (letter.txt): name an empty folder`)
  })
})

test('every column that names a file of the store is known', async () => {
  const found = await rows.select(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_key' order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual([
    'company_settings.logo_key',
    'document_templates.content_key',
    'documents.content_key',
    'earlier_contents.content_key',
    'mails.message_key',
    // Bytes that have not arrived: nothing to keep.
    'started_uploads.content_key',
  ])
})

/** Changes a manifest, and its checksum with it. */
async function changeManifest(change: (contents: Manifest) => void): Promise<void> {
  const path = join(folder, MANIFEST)
  const { contents } = JSON.parse(await readFile(path, 'utf8')) as { contents: Manifest }
  change(contents)
  const sha256 = createHash('sha256').update(JSON.stringify(contents)).digest('hex')
  await writeFile(path, JSON.stringify({ sha256, contents }))
}

test('under writes, every row and file of one moment comes back, and the restored product signs in and serves', async () => {
  const stopWriting = keepWriting(company, jobs)
  let expected: Record<string, Row[]> = {}
  const manifest = await backUp({
    atMoment: async snapshot => {
      expected = await rowsAt(snapshot)
      // Nobody waits for the backup.
      expect((await company.call('POST', '/api/shipment')).status).toBe(201)
      expect(await attach(company, jobs[0] as Job, 'Meanwhile.pdf')).toBe(201)
    },
  })
  expect(await stopWriting()).toBeGreaterThan(0)
  expect(manifest).toMatchObject({ missing: [], damaged: [] })

  const restored = await restore()
  expect(await rowsOf(restored.ownerUrl)).toEqual(expected)
  expect(expected['jobs']?.length).toBeGreaterThanOrEqual(5)
  expect(expected['history']?.length).toBeGreaterThan(20)
  expect(Object.keys(expected['mails'] ?? {}).length).toBeGreaterThanOrEqual(5)
  await expectSameFiles(manifest, restored.filesFolder)
  expect(await guards(restored.ownerUrl)).toEqual(await guards(product.ownerUrl))

  const { ownerUrl } = restored
  const place = { dataDir: restored.dataDir, s3: undefined }
  const files = await openDiskStore(restored.filesFolder)
  expect(await compareMarkers({ ownerUrl, files, place })).toEqual({ state: 'agree' })
  const other = await startTestApp({ beside: restored })
  cleanUp.push(() => other.close())
  const { accessToken } = await signIn(other.app, company.person)
  const call = callerWith(other, accessToken)
  const list = await call<Job[]>('GET', '/api/shipment')
  expect(list.headers['x-total-count']).toBe(String(expected['jobs']?.length))
  const document = expected['documents']?.[0]
  const content = await call<string>('GET', `/api/document/${String(document?.['id'])}`)
  expect(content).toMatchObject({ status: 200, headers: { 'content-length': String(document?.['size']) } })
  // What is written now is numbered after what was restored, and has its history.
  const added = await call<Job>('POST', '/api/shipment')
  expect(added.status).toBe(201)
  const before = Math.max(...(expected['history'] ?? []).map(({ id }) => Number(id)))
  const { history } = await rowsOf(restored.ownerUrl)
  expect(Math.max(...(history ?? []).map(({ id }) => Number(id)))).toBeGreaterThan(before)
})

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
