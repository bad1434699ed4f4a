import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open.ts'
import { s3TestServer } from '#server/files/s3-test-server.ts'
import { compareMarkers } from '#server/installation/marker.ts'
import { fillOffice } from '#testing/busy-office.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { testCompany } from '#testing/test-company.ts'
import { listStoredKeys } from './stored-keys.ts'

const { product, company } = testCompany()
const server = s3TestServer()

// Only where LADING_TEST_S3_ENDPOINT names a server; testing/s3-server.sh starts one.
describe.skipIf(!server)('npm run move-files', () => {
  let folder: string
  const { settings } = server ?? {}
  const places = () => ({
    disk: { dataDir: folder, s3: undefined, diskReserveBytes: 0 },
    s3: { dataDir: folder, s3: settings, diskReserveBytes: 0 },
  })
  type Where = keyof ReturnType<typeof places>

  beforeAll(async () => {
    await server?.makeBucket()
    await fillOffice(company, 3)
    folder = await makeTemporaryFolder('lading-move-')
    await cp(product.filesFolder, join(folder, 'files'), { recursive: true })
    return () => rm(folder, { recursive: true })
  })

  async function move(...args: string[]): Promise<{ code: number; said: string }> {
    const env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ DATA_DIR: folder, DATABASE_URL: product.ownerUrl, DISK_RESERVE_MB: 'none' },
      ...{ S3_BUCKET: settings?.bucket, S3_ENDPOINT: settings?.endpoint, S3_REGION: settings?.region },
      ...{ S3_ACCESS_KEY_ID: settings?.accessKeyId, S3_SECRET_ACCESS_KEY: settings?.secretAccessKey },
    }
    const program = join(import.meta.dirname, '../move-files.ts')
    const done = promisify(execFile)(process.execPath, [program, ...args], { env })
    return done.then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, said: error.stdout }),
    )
  }

  /** By key, the hash of each file in a place. */
  async function hashesIn(where: Where): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {}
    const store = await openFileStore(places()[where])
    for await (const key of listStoredKeys(places()[where]))
      hashes[key] = createHash('sha256')
        .update(await buffer(await store.get(key)))
        .digest('hex')
    await store.close()
    return hashes
  }

  async function markersOf(where: Where): Promise<string> {
    const place = places()[where]
    const files = await openFileStore(place)
    const { state } = await compareMarkers({ ownerUrl: product.ownerUrl, files, place })
    await files.close()
    return state
  }

  test('copies, deletes the source only when told, and makes the new place the database’s', async () => {
    const original = await hashesIn('disk')
    expect(Object.keys(original).length).toBeGreaterThan(3)

    const copied = await move('--from', 'disk', '--to', 's3')
    expect(copied).toMatchObject({
      code: 0,
      said: expect.stringContaining('files copied and read back, 0 were') as string,
    })
    expect([await hashesIn('disk'), await hashesIn('s3')]).toEqual([original, original])
    expect([await markersOf('s3'), await markersOf('disk')]).toEqual(['agree', 'database only'])

    const moved = await move('--from', 'disk', '--to', 's3', '--delete-source')
    expect(moved).toMatchObject({
      code: 0,
      said: expect.stringContaining('0 files copied and read back') as string,
    })
    expect([await hashesIn('disk'), await hashesIn('s3')]).toEqual([{}, original])

    expect(await move('--from', 's3', '--to', 'disk', '--delete-source')).toMatchObject({ code: 0 })
    expect([await hashesIn('disk'), await hashesIn('s3')]).toEqual([original, {}])
    expect([await markersOf('disk'), await markersOf('s3')]).toEqual(['agree', 'differ'])
    // A bucket on a busy machine takes its time for each file.
  }, 240_000)

  test('deletes nothing where one file alone is another in the new place', async () => {
    expect(await move('--from', 'disk', '--to', 's3')).toMatchObject({ code: 0 })
    const [key = ''] = Object.keys(await hashesIn('disk'))
    const path = join(folder, 'files', key)
    const content = await readFile(path)
    await writeFile(path, 'spoilt')
    const before = await hashesIn('disk')
    const refused = await move('--from', 'disk', '--to', 's3', '--delete-source')
    expect(refused.code).toBe(1)
    expect(refused.said).toContain(`${key} is in both stores with different content.`)
    expect(await hashesIn('disk')).toEqual(before)
    await writeFile(path, content)
  }, 240_000)
})
