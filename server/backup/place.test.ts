import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open.ts'
import { s3TestServer } from '#server/files/s3-test-server.ts'
import { newFileKey } from '#server/files/store.ts'
import { everyRow } from '#testing/company-rows.ts'
import { borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { onConnection } from '#testing/own-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { makeDatedBackup } from './dated-backups.ts'
import { copyAllFiles } from './move-files.ts'
import { openPlace } from './open-place.ts'
import { type BackupPlace, NotInBackup, readAll } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { listStoredKeys } from './stored-keys.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTemporaryFolder('lading-place-')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function paths(place: BackupPlace, below?: string): Promise<string[]> {
  const found: string[] = []
  for await (const { path, size } of place.list(below)) found.push(`${path} ${size}`)
  return found.toSorted()
}

/** What a place does, wherever it is. */
function placeSuite(open: () => Promise<BackupPlace>) {
  test('keeps files under paths, whole or not at all, and lists and removes them', async () => {
    const place = await open()
    expect(await place.entries()).toEqual([])
    await place.write('one.txt', chunks('first'))
    await place.write('one.txt', chunks('in ', 'two parts'))
    await place.write('dated/tables/jobs.gz', chunks('rows'))
    await place.write('files/a/b', chunks('a file'))
    expect((await readAll(place, 'one.txt')).toString()).toBe('in two parts')
    expect((await place.entries()).toSorted()).toEqual(['dated', 'files', 'one.txt'])
    expect(await paths(place)).toEqual(['dated/tables/jobs.gz 4', 'files/a/b 6', 'one.txt 12'])

    const dated = place.at('dated')
    expect(await dated.entries()).toEqual(['tables'])
    expect(await paths(dated)).toEqual(['tables/jobs.gz 4'])
    const files = dated.at('../files')
    expect(await paths(files)).toEqual(['a/b 6'])
    expect((await readAll(files, 'a/b')).toString()).toBe('a file')

    await expect(place.read('none.txt')).rejects.toThrow(NotInBackup)
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('The line broke.')
    }
    await expect(place.write('broken.txt', broken())).rejects.toThrow('The line broke.')
    await expect(place.read('broken.txt')).rejects.toThrow(NotInBackup)
    await place.remove('dated')
    await place.remove('none.txt')
    expect((await place.entries()).toSorted()).toEqual(['files', 'one.txt'])
    place.close()
  })
}

describe('in a folder', () => {
  placeSuite(() => openPlace(join(folder, 'place'), { ...noS3 }))
})

const noS3 = { endpoint: undefined, region: 'us-east-1', accessKeyId: undefined, secretAccessKey: undefined }

const elsewhere = (name: string) => ({ dataDir: join(folder, name), s3: undefined, diskReserveBytes: 0 })

const server = s3TestServer()

// Only where LADING_TEST_S3_ENDPOINT names a server; testing/s3-server.sh starts one.
if (server) {
  const { bucket, ...access } = server.settings
  describe('in an S3 bucket', () => {
    beforeAll(() => server.makeBucket())
    placeSuite(() => openPlace(`s3://${bucket}/a/place`, access))

    test('files move into a bucket and back, a backup goes into a bucket and is restored from it', async () => {
      // Few tables: a bucket takes its time for each.
      const earlier = await borrowDatabase(url => migrateUntil(url, '0010_identity.sql'))
      const account = crypto.randomUUID()
      const keys = [newFileKey(account), newFileKey(account)]
      const original = await openFileStore(elsewhere('original'))
      for (const key of keys) {
        const { sha256 } = await original.put(key, chunks('content of ', key), { limitBytes: 1000 })
        await onConnection(earlier.ownerUrl, async client => {
          await client.query(
            `insert into accounts (id, name) values ($1, 'Harbour') on conflict do nothing`,
            [account],
          )
          await client.query(
            `insert into document_templates (account_id, id, name, default_document_name, type, size, content_key, content_hash)
             values ($1, gen_random_uuid(), $2, 'Page', 'other', 84, $2, $3)`,
            [account, key, sha256],
          )
        })
      }
      const say = () => undefined
      const inS3 = { dataDir: '/nowhere', s3: server.settings, diskReserveBytes: 0 }
      const [bucketStore, diskStore] = [await openFileStore(inS3), await openFileStore(elsewhere('moved'))]
      const keysOf = (where: typeof inS3 | ReturnType<typeof elsewhere>) => () => listStoredKeys(where)
      const up = { from: original, to: bucketStore, keys: keysOf(elsewhere('original')), say }
      expect(await copyAllFiles(up)).toMatchObject({ copied: 2, present: 0 })
      const down = { from: bucketStore, to: diskStore, keys: keysOf(inS3), say }
      expect((await copyAllFiles(down)).keys.toSorted()).toEqual(keys.toSorted())

      const place = await openPlace(`s3://${bucket}/backups`, access)
      const source = { ownerUrl: earlier.ownerUrl, files: bucketStore, keyFingerprint: null }
      const stop = new AbortController().signal
      const { name, manifest } = await makeDatedBackup({ source, place, keep: 2, stop, say })
      expect(manifest).toMatchObject({ missing: [], damaged: [], files: { count: 2 } })
      expect((await place.entries()).toSorted()).toEqual([name, 'files'])

      const database = await borrowDatabase(async () => undefined)
      const files = await openFileStore(elsewhere('restored'))
      const target = {
        ...{ ownerUrl: database.ownerUrl, logins: {}, keyFingerprint: null, files },
        storedKeys: listStoredKeys(elsewhere('restored')),
      }
      await restoreBackup({ place: place.at(name), target, say })
      const { document_templates: templates } = await onConnection(database.ownerUrl, everyRow)
      expect(templates?.map(row => row['content_key']).toSorted()).toEqual(keys.toSorted())
      expect(await text(await files.get(keys[0] ?? ''))).toBe(`content of ${keys[0]}`)
      for (const one of [earlier, database]) await one.release()
      place.close()
      // A bucket on a busy machine takes half a second for each table.
    }, 240_000)

    test('a bucket that is not there is named', async () => {
      const place = await openPlace('s3://no-such-bucket-here/x', access)
      await expect(place.entries()).rejects.toThrow(
        'The bucket in s3://no-such-bucket-here/x cannot be used (NoSuchBucket). Check the name, S3_ENDPOINT',
      )
      place.close()
    })
  })
}
