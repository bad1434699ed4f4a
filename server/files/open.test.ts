import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { openFileStore } from './open.ts'
import { FileMissing, type FileStore, newFileKey } from './store.ts'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const patience = { unheard: 100, unanswered: 200 }
const account = crypto.randomUUID()
const page = () => Readable.from([Buffer.from('a page')])
const put = (store: FileStore, key: string) => store.put(key, page(), { limitBytes: 1000 })

async function expectGivenUp(store: FileStore): Promise<string> {
  const key = newFileKey(account)
  for (const one of await Promise.allSettled([store.get(key), put(store, key), store.delete(key)]))
    expect(one).toMatchObject({
      status: 'rejected',
      reason: {
        status: 503,
        message: 'The file store does not answer. Nothing was changed; try again in a moment.',
      },
    })
  return key
}

/**
 * Makes every disk of this process hang, as one that is gone would: all of Node's threads for files wait for a pipe
 * that nobody writes. Answers what lets them go.
 */
async function holdDisks(folder: string): Promise<() => Promise<void>> {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  const waiting: Promise<FileHandle>[] = Array.from({ length: threads }, () => open(pipe))
  let isHeld = true
  const letGo = async () => {
    if (!isHeld) return
    isHeld = false
    const writer = openSync(pipe, constants.O_RDWR)
    for (const handle of await Promise.all(waiting)) await handle.close()
    closeSync(writer)
  }
  closing.push(letGo)
  return letGo
}

// Shorter than a store's own limits: where it is waited for until those, the test fails.
describe('a file store that hangs is given up', { timeout: 20_000 }, () => {
  test('on disk, and used again once it answers', async () => {
    const folder = await makeTemporaryFolder('lading-held-')
    closing.push(() => rm(folder, { recursive: true }))
    const store = await openFileStore({
      dataDir: folder,
      s3: undefined,
      diskReserveBytes: 0,
      patience,
    })
    closing.push(() => store.close())
    const before = newFileKey(account)
    await put(store, before)
    const letGo = await holdDisks(folder)
    const lost = await expectGivenUp(store)
    await letGo()
    await expect
      .poll(async () => String(await buffer(await store.get(before))), { timeout: 20_000 })
      .toBe('a page')
    await expect.poll(() => store.get(lost).catch((error: unknown) => error)).toBeInstanceOf(FileMissing)
  })

  test('in S3', async () => {
    const held = new Set<Socket>()
    const server = createServer(socket => {
      held.add(socket)
      socket.resume().on('error', () => undefined)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      for (const socket of held) socket.destroy()
      server.close()
    })
    const store = await openFileStore({
      dataDir: '/nowhere',
      s3: {
        bucket: 'papers',
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        region: 'us-east-1',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
      diskReserveBytes: 0,
      patience,
    })
    closing.push(() => store.close())
    await expectGivenUp(store)
  })
})
