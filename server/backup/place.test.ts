import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open.ts'
import { s3TestServer } from '#server/files/s3-test-server.ts'
import { fillOffice } from '#testing/busy-office.ts'
import { everyRow } from '#testing/company-rows.ts'
import { borrowDatabase } from '#testing/database.ts'
import { onConnection } from '#testing/own-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { makeDatedBackup } from './dated-backups.ts'
import { copyAllFiles } from './move-files.ts'
import { openPlace } from './open-place.ts'
import { type BackupPlace, NotInBackup, readAll } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { listStoredKeys } from './stored-keys.ts'
import { verifyBackup } from './verify-backup.ts'

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

const server = s3TestServer()

// Only where LADING_TEST_S3_ENDPOINT names a server; testing/s3-server.sh starts one.
if (server) {
  const { bucket, ...access } = server.settings
  describe('in an S3 bucket', () => {
    beforeAll(() => server.makeBucket())
    const { product, company } = testCompany()
    placeSuite(() => openPlace(`s3://${bucket}/a/place`, access))

    test('files move into a bucket and back, a backup goes into a bucket and is restored from it', async () => {
      await fillOffice(company, 3)
      const s3 = server.settings
      const [onDisk, inS3] = [
        { dataDir: join(folder, 'moved'), s3: undefined, diskReserveBytes: 0 },
        { dataDir: '/nowhere', s3, diskReserveBytes: 0 },
      ]
      const [bucketStore, diskStore] = [await openFileStore(inS3), await openFileStore(onDisk)]
      const say = () => undefined
      const keysHere = async function* () {
        const { rows } = await onConnection(product.ownerUrl, client =>
          client.query<{ key: string }>(
            'select content_key as key from documents union select message_key from mails',
          ),
        )
        for (const { key } of rows) yield key
      }
      const up = await copyAllFiles({ from: product.files, to: bucketStore, keys: keysHere, say })
      expect(up).toMatchObject({ copied: 6, present: 0 })
      const down = await copyAllFiles({
        ...{ from: bucketStore, to: diskStore, say },
        keys: () => listStoredKeys(inS3),
      })
      expect(down).toMatchObject({ copied: 6, bytes: up.bytes })

      const place = await openPlace(`s3://${bucket}/backups`, access)
      const source = { ownerUrl: product.ownerUrl, files: bucketStore, keyFingerprint: null }
      const stop = new AbortController().signal
      const [first, second, third] = [
        await makeDatedBackup({ source, place, keep: 2, stop, say }),
        await makeDatedBackup({ source, place, keep: 2, stop, say }),
        await makeDatedBackup({ source, place, keep: 2, stop, say }),
      ]
      expect((await place.entries()).toSorted()).toEqual([second.name, third.name, 'files'])
      expect(first.manifest.files.count).toBe(6)
      await verifyBackup(place.at(third.name))

      const database = await borrowDatabase(async () => undefined)
      const restored = { dataDir: join(folder, 'restored'), s3: undefined, diskReserveBytes: 0 }
      const target = {
        ...{ ownerUrl: database.ownerUrl, logins: {}, keyFingerprint: null },
        files: await openFileStore(restored),
        storedKeys: listStoredKeys(restored),
      }
      await restoreBackup({ place: place.at(third.name), target, say })
      const { jobs } = await onConnection(database.ownerUrl, everyRow)
      expect(jobs).toEqual((await onConnection(product.ownerUrl, everyRow))['jobs'])
      await database.release()
      place.close()
    })

    test('a bucket that is not there is named', async () => {
      const place = await openPlace('s3://no-such-bucket-here/x', access)
      await expect(place.entries()).rejects.toThrow(
        'The bucket in s3://no-such-bucket-here/x cannot be used (NoSuchBucket). Check the name, S3_ENDPOINT',
      )
      place.close()
    })
  })
}
