import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError } from '#server/errors.ts'
import { openDiskStore } from './disk.ts'
import { freeBytesOf } from './disk-reserve.ts'
import { newFileKey } from './store.ts'

const MEGABYTE = 1024 * 1024
const limitBytes = 200 * MEGABYTE
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

const key = () => newFileKey('a0000000-0000-4000-8000-000000000001')
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: AppError) => error,
  )
const drafts = () => readdir(join(folder, '.tmp'))

test('a file that would leave less than the reserve is refused before it is written', async () => {
  const store = await openDiskStore(folder, { reserveBytes: 1000, freeBytes: async () => 1500 })
  const first = key()
  await store.put(first, Readable.from([Buffer.alloc(500)]), { limitBytes })
  await store.delete(first)
  const refused = await refusalOf(store.put(key(), Readable.from([Buffer.alloc(501)]), { limitBytes }))
  expect([refused?.code, refused?.status]).toEqual(['storage_full', 507])
  expect(refused?.message).toBe(
    'The server’s disk is nearly full: its last 0 MB are reserved for what people type, so no file is stored. Nothing was saved. Tell the operator of the server; try again when there is room.',
  )
  await store.requireRoom(key(), { bytes: 500 })
  expect((await refusalOf(store.requireRoom(key(), { bytes: 501 })))?.code).toBe('storage_full')
  expect(await drafts()).toEqual([])
})

test('a stream is refused on its way, and files on their way together are seen', async () => {
  let free = 100 * MEGABYTE
  const store = await openDiskStore(folder, { reserveBytes: 60 * MEGABYTE, freeBytes: async () => free })
  async function* stream() {
    for (let sent = 0; sent < 100; sent++) {
      free -= MEGABYTE
      yield Buffer.alloc(MEGABYTE)
    }
  }
  const outcomes = await Promise.all([1, 2].map(() => refusalOf(store.put(key(), stream(), { limitBytes }))))
  expect(outcomes.map(error => error?.code)).toEqual(['storage_full', 'storage_full'])
  // Looked at every 8 MB, and the two take turns.
  expect(free).toBeGreaterThan(40 * MEGABYTE)
  expect(await drafts()).toEqual([])
})

test('without a reserve the disk is not looked at, and its free bytes are the system’s', async () => {
  const store = await openDiskStore(folder, { freeBytes: async () => 0 })
  await store.put(key(), Readable.from([Buffer.alloc(10)]), { limitBytes })
  expect(await freeBytesOf(folder)).toBeGreaterThan(0)
})
