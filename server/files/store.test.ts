import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { openDiskStore } from './disk.ts'
import { openFileStore } from './open.ts'
import { FileMissing, newFileKey, type FileStore } from './store.ts'
import { s3TestServer } from './s3-test-server.ts'

const MB = 1024 * 1024
const account = randomUUID()
const limit = { limitBytes: 64 * MB }

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function* inChunks(content: Uint8Array, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function* breaking(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inChunks(content)
  throw new Error('the sender went away')
}

/** What every driver must do, with `leftovers` telling what a failed put left in the store. */
function storeSuite(open: () => Promise<FileStore>, leftovers: (key: string) => Promise<string[]>): void {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  test.each([
    ['an empty file', 0],
    ['one byte', 1],
    ['a small file', 70_001],
    ['a file of several parts', 23 * MB + 17],
  ])('%s comes back as it was put', async (_, size) => {
    const content = randomBytes(size)
    const key = newFileKey(account)
    expect(await store.put(key, inChunks(content), limit)).toEqual({ size, sha256: sha256(content) })
    expect(sha256(await buffer(await store.get(key)))).toBe(sha256(content))
    await store.delete(key)
  })

  test('a part of a file is read by its first and last byte', async () => {
    const content = randomBytes(23 * MB)
    const key = newFileKey(account)
    await store.put(key, inChunks(content), limit)
    for (const [start, end] of [
      [0, 0],
      [9 * MB - 3, 9 * MB + 5],
      [23 * MB - 1, 23 * MB - 1],
    ] as const) {
      const part = await buffer(await store.get(key, { range: { start, end } }))
      expect(part.equals(content.subarray(start, end + 1))).toBe(true)
    }
    await store.delete(key)
  })

  test('a file may be as large as the limit and no larger', async () => {
    const content = randomBytes(100_000)
    const [fitting, larger] = [newFileKey(account), newFileKey(account)]
    await store.put(fitting, inChunks(content), { limitBytes: 100_000 })
    const refused = store.put(larger, inChunks(content), { limitBytes: 99_999 })
    await expect(refused).rejects.toThrow(AppError)
    await expect(refused).rejects.toMatchObject({ code: 'too_large' })
    await expect(store.get(larger)).rejects.toThrow(FileMissing)
    expect(await leftovers(larger)).toEqual([])
    await store.delete(fitting)
  })

  test.each([
    ['early', 100_000],
    ['after some parts', 18 * MB],
  ])('a stream that breaks %s leaves nothing behind', async (_, size) => {
    const key = newFileKey(account)
    await expect(store.put(key, breaking(randomBytes(size)), limit)).rejects.toThrow('the sender went away')
    await expect(store.get(key)).rejects.toThrow(FileMissing)
    expect(await leftovers(key)).toEqual([])
  })

  test('a destroyed stream leaves nothing behind', async () => {
    const key = newFileKey(account)
    const stream = new PassThrough()
    stream.write(randomBytes(50_000))
    setTimeout(() => stream.destroy(), 20)
    await expect(store.put(key, stream, limit)).rejects.toThrow('Premature close')
    await expect(store.get(key)).rejects.toThrow(FileMissing)
    expect(await leftovers(key)).toEqual([])
  })

  test('a deleted file is gone, and may be deleted again', async () => {
    const key = newFileKey(account)
    await store.put(key, inChunks(randomBytes(10)), limit)
    await store.delete(key)
    await expect(store.get(key)).rejects.toThrow(FileMissing)
    await store.delete(key)
  })

  test.each(['', '../secret', `${account}/../../etc/passwd`, `${account}/name.pdf`, account])(
    '“%s” is no key',
    async key => {
      await expect(store.put(key, inChunks(randomBytes(1)), limit)).rejects.toThrow('is not a key')
      await expect(store.get(key)).rejects.toThrow('is not a key')
      await expect(store.delete(key)).rejects.toThrow('is not a key')
    },
  )

  test('files put at the same moment do not meet', async () => {
    const contents = Array.from({ length: 8 }, () => ({
      key: newFileKey(account),
      bytes: randomBytes(300_000),
    }))
    await Promise.all(contents.map(({ key, bytes }) => store.put(key, inChunks(bytes), limit)))
    for (const { key, bytes } of contents) {
      expect(sha256(await buffer(await store.get(key)))).toBe(sha256(bytes))
      await store.delete(key)
    }
  })

  test('a sweep leaves finished files alone', async () => {
    const key = newFileKey(account)
    await store.put(key, inChunks(Buffer.from('kept')), limit)
    await store.sweep()
    expect((await buffer(await store.get(key))).toString()).toBe('kept')
    await store.delete(key)
  })
}

describe('on disk', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-files-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  storeSuite(
    () => openFileStore({ dataDir: folder, s3: undefined, diskReserveBytes: 0 }),
    () => readdir(join(folder, 'files', '.tmp')),
  )

  test('a sweep removes abandoned drafts and leaves those that another server writes', async () => {
    const drafts = join(folder, 'other', '.tmp')
    await mkdir(drafts, { recursive: true })
    await writeFile(join(drafts, 'abandoned'), 'half')
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(join(drafts, 'abandoned'), longAgo, longAgo)
    await writeFile(join(drafts, 'being-written'), 'half')
    const store = await openDiskStore(join(folder, 'other'))
    await store.sweep()
    expect(await readdir(drafts)).toEqual(['being-written'])
  })
})

const server = s3TestServer()

// Only where LADING_TEST_S3_ENDPOINT names a server; testing/s3-server.sh starts one.
if (server) {
  describe('in an S3 bucket', () => {
    beforeAll(() => server.makeBucket())
    storeSuite(
      () => openFileStore({ dataDir: '/nowhere', s3: server.settings, diskReserveBytes: 0 }),
      key => server.unfinishedUploads(key),
    )

    test('a wrong secret is refused', async () => {
      const store = await openFileStore({
        dataDir: '/nowhere',
        s3: { ...server.settings, secretAccessKey: 'wrong' },
        diskReserveBytes: 0,
      })
      await expect(store.put(newFileKey(account), inChunks(randomBytes(10)), limit)).rejects.toThrow()
      await store.close()
    })
  })
}
