import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openS3Store } from './s3.ts'
import { withSilenceWatch } from './silent-store.ts'
import { type FileStore, newFileKey } from './store.ts'

const patience = { unheard: 100, unanswered: 200 }
const key = newFileKey(crypto.randomUUID())
const limits = { limitBytes: 1_000_000 }
const page = () => Readable.from([Buffer.from('a page')])
const silent = {
  status: 503,
  message: 'The file store does not answer. Nothing was changed; try again in a moment.',
}

/** A store that can be held: nothing that it is asked comes to an end meanwhile. */
function holdable() {
  const kept = new Map<string, Buffer>()
  let held: Promise<void> | undefined
  let release = () => undefined as void
  const store: FileStore = {
    put: async (name, content) => {
      const bytes = await buffer(content)
      await held
      kept.set(name, bytes)
      return { size: bytes.length, sha256: '' }
    },
    get: async name => {
      const bytes = kept.get(name) ?? Buffer.alloc(0)
      async function* slowly() {
        for (const byte of bytes) {
          await held
          yield Buffer.from([byte])
        }
      }
      await held
      return Readable.from(slowly(), { objectMode: false })
    },
    delete: async name => {
      await held
      kept.delete(name)
    },
    check: async () => held,
    requireRoom: async () => undefined,
    sweep: async () => undefined,
    close: async () => undefined,
  }
  return {
    kept,
    store: withSilenceWatch(store, patience),
    hold: () => {
      held = new Promise(resolve => (release = resolve))
    },
    letGo: () => {
      held = undefined
      release()
    },
  }
}

describe('a store that hangs', () => {
  test('is named to whoever asks it anything, and used again once it answers', async () => {
    const { store, hold, letGo } = holdable()
    await store.put(key, page(), limits)
    hold()
    const other = newFileKey(crypto.randomUUID())
    for (const asked of [store.get(key), store.put(other, page(), limits), store.delete(other)])
      await expect(asked).rejects.toMatchObject(silent)
    letGo()
    await expect.poll(async () => String(await buffer(await store.get(key)))).toBe('a page')
    await store.close()
  })

  test('keeps nothing that whoever sent it was told is not kept', async () => {
    const { store, kept, hold, letGo } = holdable()
    hold()
    await expect(store.put(key, page(), limits)).rejects.toMatchObject(silent)
    letGo()
    await expect.poll(() => store.put(newFileKey(key), page(), limits).catch(() => 0)).not.toBe(0)
    expect([...kept.keys()]).not.toContain(key)
    await store.close()
  })

  test('in the middle of a file is named to whoever reads it', async () => {
    const { store, hold, letGo } = holdable()
    await store.put(key, page(), limits)
    const content = await store.get(key)
    await once(content, 'readable')
    hold()
    await expect(buffer(content)).rejects.toMatchObject(silent)
    letGo()
    await store.close()
  })

  test('is not what takes a long time because its reader or its sender does', async () => {
    const { store, kept } = holdable()
    const slowly = async function* () {
      yield Buffer.from('a ')
      await new Promise(resolve => setTimeout(resolve, 5 * (patience.unheard + patience.unanswered)))
      yield Buffer.from('page')
    }
    await store.put(key, slowly(), limits)
    expect(String(kept.get(key))).toBe('a page')
    const content = await store.get(key)
    await new Promise(resolve => setTimeout(resolve, 5 * (patience.unheard + patience.unanswered)))
    expect(String(await buffer(content))).toBe('a page')
    await store.close()
  })
})

describe('an S3 service that takes connections and says nothing', () => {
  const held = new Set<Socket>()
  const server = createServer(socket => {
    held.add(socket)
    socket
      .resume()
      .on('error', () => undefined)
      .on('close', () => held.delete(socket))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    for (const socket of held) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  test('is given up long before its minute, and holds no connection', async () => {
    const { port } = server.address() as AddressInfo
    const store = withSilenceWatch(
      openS3Store({
        bucket: 'papers',
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      }),
      patience,
    )
    const asked = [store.get(key), store.put(key, page(), limits), store.delete(key)]
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: silent })
    await store.close()
    await expect.poll(() => held.size).toBe(0)
  })
})
