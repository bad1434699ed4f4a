import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { FileMissing, type FileStore } from '#server/files/store.ts'
import { attach, fillOffice } from '#testing/busy-office.ts'
import { everyRow } from '#testing/company-rows.ts'
import { onConnection } from '#testing/own-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { withBackupLock } from './backup-lock-records.ts'
import { listDatedBackups, makeDatedBackup } from './dated-backups.ts'
import { openFolderPlace } from './folder-place.ts'
import { readFileList } from './manifest.ts'
import { copyAllFiles } from './move-files.ts'
import { putBackFiles } from './put-back-files.ts'
import { listStoredKeys } from './stored-keys.ts'
import { verifyBackup } from './verify-backup.ts'

const { product, rows, company } = testCompany()
let job: Job
let folder: string

beforeAll(async () => {
  const [first] = await fillOffice(company, 2)
  job = first as Job
})
beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-dated-')
  return () => rm(folder, { recursive: true })
})

const dated = (keep: number, files: FileStore = product.files) =>
  makeDatedBackup({
    source: { ownerUrl: product.ownerUrl, files, keyFingerprint: null },
    place: openFolderPlace(folder),
    keep,
    stop: new AbortController().signal,
    say: () => undefined,
  })

const names = async () => (await listDatedBackups(openFolderPlace(folder))).map(({ name }) => name)

const keyOf = async (document: string) =>
  String(
    (await rows.select('select content_key as key from documents where name = $1', [document]))[0]?.['key'],
  )

test('dated backups share the files of the store, and the newest are kept with theirs', async () => {
  const read: string[] = []
  const counting: FileStore = {
    ...product.files,
    get: key => {
      read.push(key)
      return product.files.get(key)
    },
  }
  await attach(company, job, 'Short.pdf')
  const short = await keyOf('Short.pdf')
  const first = await dated(2, counting)
  expect(read.length).toBe(first.manifest.files.count)
  await rows.select(`delete from documents where name = 'Short.pdf'`)
  await attach(company, job, 'New.pdf')
  read.length = 0
  const second = await dated(2, counting)
  expect(read).toEqual([await keyOf('New.pdf')])
  const place = openFolderPlace(folder)
  // What the first alone has stays as long as the first.
  await verifyBackup(place.at(first.name))
  const third = await dated(2)
  expect(await names()).toEqual([second.name, third.name])
  for (const name of await names()) await verifyBackup(place.at(name))
  expect(await readFile(join(folder, 'files', short)).catch((error: Error) => error.message)).toContain(
    'ENOENT',
  )
  expect((await readdir(folder)).toSorted()).toEqual([second.name, third.name, 'files'])
})

test('the last good backup stays where a new one fails, and what that has left goes with the next', async () => {
  const good = await dated(1)
  const away: FileStore = { ...product.files, get: () => Promise.reject(new Error('The store is away.')) }
  await attach(company, job, 'Later.pdf')
  await expect(dated(1, away)).rejects.toThrow('The store is away.')
  expect(await names()).toEqual([good.name])
  expect((await readdir(folder)).length).toBe(3)
  await verifyBackup(openFolderPlace(folder).at(good.name))
  const next = await dated(1)
  expect((await readdir(folder)).toSorted()).toEqual([next.name, 'files'])
})

test('the last backup that lacks nothing outlives all that lack a file which the store has lost', async () => {
  await attach(company, job, 'Only copy.pdf')
  const key = await keyOf('Only copy.pdf')
  const whole = await dated(1)
  const path = join(product.filesFolder, key)
  const content = await readFile(path)
  await rm(path)
  // A backup that shares its files finds what it knows there; one that starts anew does not.
  await rm(join(folder, 'files', key))
  const lacking = [await dated(1), await dated(1)]
  expect(lacking.map(({ manifest }) => manifest.missing)).toEqual([[key], [key]])
  expect(await names()).toEqual([whole.name, lacking[1]?.name])

  await writeFile(path, content)
  const next = await dated(1)
  expect(await names()).toEqual([next.name])
  await verifyBackup(openFolderPlace(folder).at(next.name))
})

test('a file of the shared folder that was damaged is copied again', async () => {
  const { name, manifest } = await dated(3)
  const place = openFolderPlace(folder)
  const list = await readFileList(place.at(name), manifest)
  for (const { key } of list) await writeFile(join(folder, 'files', key), 'spoilt')
  await expect(verifyBackup(place.at(name))).rejects.toThrow(
    'is damaged; these are missing or not as they were',
  )
  const next = await dated(3)
  expect(next.manifest.files).toMatchObject({ count: list.length, bytes: manifest.files.bytes })
  await verifyBackup(place.at(next.name))
})

test('only one backup of a database is made at a time', async () => {
  const { ownerUrl } = product
  expect(await withBackupLock(ownerUrl, () => withBackupLock(ownerUrl, async () => 'made'))).toBe(null)
  expect(await withBackupLock(ownerUrl, async () => 'made')).toBe('made')
})

test('files that the store has lost or damaged are put back, and no others', async () => {
  await attach(company, job, 'Lost.pdf')
  await attach(company, job, 'Rotten.pdf')
  const [lost, rotten] = [await keyOf('Lost.pdf'), await keyOf('Rotten.pdf')]
  const [lostPath, rottenPath] = [lost, rotten].map(key => join(product.filesFolder, key)) as [string, string]
  const [was, is] = [await readFile(lostPath), await readFile(rottenPath)]
  const { name } = await dated(1)
  await attach(company, job, 'After.pdf')
  const after = await keyOf('After.pdf')
  await rm(lostPath)
  await writeFile(rottenPath, 'spoilt')
  await rm(join(product.filesFolder, after))
  expect(await putBackFiles(openFolderPlace(folder).at(name), product)).toEqual({
    restored: [lost, rotten].toSorted(),
    lost: [after],
  })
  expect([await readFile(lostPath), await readFile(rottenPath)]).toEqual([was, is])
  await rows.select(`delete from documents where name = 'After.pdf'`)
})

test('all files are copied to another store, with those that came meanwhile, and compared there', async () => {
  const target = await openDiskStore(join(folder, 'files'))
  const keys = () => listStoredKeys({ dataDir: join(folder, 'source'), s3: undefined })
  await mkdir(join(folder, 'source'))
  await symlink(product.filesFolder, join(folder, 'source/files'))
  let isLate = false
  const from: FileStore = {
    ...product.files,
    get: async key => {
      if (!isLate) {
        isLate = true
        await attach(company, job, 'While moving.pdf')
      }
      return product.files.get(key)
    },
  }
  const copy = (to: FileStore) => copyAllFiles({ from, to, keys, say: () => undefined })
  const moved = await copy(target)
  expect(moved.keys).toContain(await keyOf('While moving.pdf'))
  expect(moved).toMatchObject({ copied: moved.keys.length, present: 0 })
  for (const key of moved.keys)
    expect(await readFile(join(folder, 'files', key))).toEqual(await readFile(join(product.filesFolder, key)))
  expect(await copy(target)).toMatchObject({ copied: 0, present: moved.keys.length })

  const [key = ''] = moved.keys
  await writeFile(join(folder, 'files', key), 'something else')
  await expect(copy(target)).rejects.toThrow(`${key} is in both stores with different content.`)
  const rotting: FileStore = {
    ...(await openDiskStore(join(folder, 'rotting'))),
    get: lost => Promise.reject(new FileMissing(lost)),
  }
  await expect(copy(rotting)).rejects.toThrow('read back from where it was copied to, is not what it was.')
})

test('by the commands a database of one’s own comes into the built-in one, with its files', async () => {
  const run = async (program: string, args: string[], dataDir: string, databaseUrl = '') => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NODE_OPTIONS: '' }
    const path = join(import.meta.dirname, '..', program)
    const done = await promisify(execFile)(process.execPath, [path, ...args], { env }).catch(
      (error: unknown) => error as { stdout: string; code: number },
    )
    return { said: done.stdout.trim().split('\n'), code: 'code' in done ? done.code : 0 }
  }
  const source = join(folder, 'source')
  await mkdir(source)
  await symlink(product.filesFolder, join(source, 'files'))
  const to = join(folder, 'backups')
  const made = await run('backup.ts', [to, '--keep', '2'], source, product.ownerUrl)
  expect(made).toEqual({
    code: 0,
    said: [
      expect.stringMatching(/^Copied \d+ tables with .* rows, as they were at 2\d{3}-/),
      expect.stringMatching(/^\d+ files to be in the backup\.$/),
      expect.stringMatching(
        /^The backup in .*\/backups\/2.*Z is complete and was read back: \d+ tables with /,
      ),
    ],
  })
  const [name = ''] = (await readdir(to)).toSorted()
  const target = join(folder, 'target')
  expect(await run('restore.ts', [to], target)).toEqual({
    code: 1,
    said: [`There are 1 backups in ${to}. Name one; the newest: npm run restore -- ${to}/${name}`],
  })
  const restored = await run('restore.ts', [join(to, name)], target)
  expect(restored.code, restored.said.join('\n')).toBe(0)
  expect(restored.said.at(-1)).toBe('The backup is restored. Start the server with npm start.')
  const embedded = await openEmbeddedDatabase({ dataDir: target, role: 'command' })
  try {
    const withoutMarker = async (url: string) => {
      const { installation: _, ...others } = await onConnection(url, everyRow)
      return others
    }
    expect(await withoutMarker(embedded.ownerUrl)).toEqual(await withoutMarker(product.ownerUrl))
  } finally {
    await embedded.stop()
  }
  expect(await readdir(join(target, 'files', company.membership.account.id))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/)]),
  )
  // Three processes, and a database that is made: a busy machine takes its time.
}, 240_000)
