import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentFailure } from '#server/component-failures.ts'
import { startFailure } from '#server/start-failure.ts'
import { openS3Store } from './s3.ts'
import { FileStoreUnavailable, newFileKey } from './store.ts'

const key = newFileKey(crypto.randomUUID())
const held = new Set<Socket>()
// Takes every connection and says nothing.
const silent = createServer(socket => {
  held.add(socket)
  socket.on('error', () => undefined)
})

beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  for (const socket of held) socket.destroy()
  silent.close()
  await once(silent, 'close')
})

const storeAt = (port: number) =>
  openS3Store(
    {
      bucket: 'papers',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    { connect: 300, silence: 300 },
  )

describe.each([
  ['that is not there', 'ECONNREFUSED', () => 1],
  ['that falls silent', 'TimeoutError', () => (silent.address() as AddressInfo).port],
])('a file store %s', (_, code, port) => {
  test('is named as what does not answer, whatever it was asked', async () => {
    const store = storeAt(port())
    const words = `The file store does not answer (${code}). Nothing was changed; try again in a moment.`
    for (const asked of [
      () => store.get(key),
      () => store.put(key, Readable.from([Buffer.from('a page')]), { limitBytes: 100 }),
      () => store.delete(key),
      () => store.sweep(),
      () => store.check(),
    ]) {
      const failure: unknown = await asked().catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'unavailable', status: 503, message: words })
      expect(startFailure(failure)).toBe(
        `${words} Check S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the bucket must exist.`,
      )
    }
    await store.close()
  })
})

test('whatever S3 or the way to it does wrong, it is the file store that is named', async () => {
  const page = createHttpServer((request, reply) => {
    request.resume()
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>A page of a proxy')
  })
  page.listen(0, '127.0.0.1')
  await once(page, 'listening')
  const { port } = page.address() as AddressInfo
  // TLS on a port that does not speak it, and a host that nobody knows.
  const endpoints = [`https://127.0.0.1:${port}`, 'http://s3.invalid']
  try {
    for (const endpoint of endpoints) {
      const store = openS3Store(
        { bucket: 'papers', endpoint, region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' },
        { connect: 2_000, silence: 2_000 },
      )
      const failure: unknown = await store.delete(key).catch((error: unknown) => error)
      expect([endpoint, failure]).toEqual([endpoint, expect.any(FileStoreUnavailable) as unknown])
      expect(componentFailure(failure)?.message).toMatch(
        /^The file store does not answer \((EPROTO|ENOTFOUND|EAI_AGAIN)\)/,
      )
      await store.close()
    }
    const store = storeAt(port)
    const failure: unknown = await store.sweep().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FileStoreUnavailable)
    await store.close()
  } finally {
    page.close()
  }
})

/** An S3 that answers the beginning of a file, or takes the beginning of one, and then nothing any more. */
async function startFaltering(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createHttpServer((request, reply) => {
    if (request.method === 'GET') {
      reply.writeHead(200, { 'content-length': 1000 })
      reply.write('the beginning')
    } else request.once('data', () => request.pause())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a file store that falls silent in the middle of a file', () => {
  const silent = {
    code: 'unavailable',
    message: expect.stringMatching(/^The file store does not answer \(TimeoutError\)/),
  }

  test('is named to whoever reads it', async () => {
    const { port, close } = await startFaltering()
    const store = storeAt(port)
    const content = await store.get(key)
    const seen: string[] = []
    const reading = (async () => {
      for await (const chunk of content) seen.push(String(chunk))
    })()
    await expect(reading).rejects.toMatchObject(silent)
    expect(seen).toEqual(['the beginning'])
    await store.close()
    await close()
  })

  test('is named to whoever writes it', async () => {
    const { port, close } = await startFaltering()
    const store = storeAt(port)
    // More than the buffers of both ends of a connection hold.
    const content = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024)))
    await expect(store.put(key, content, { limitBytes: 50 * 1024 * 1024 })).rejects.toMatchObject(silent)
    await store.close()
    await close()
  })

  test('and whose file nobody reads ends nothing else', async () => {
    const { port, close } = await startFaltering()
    const store = storeAt(port)
    const content = await store.get(key)
    await pause(600)
    await expect(content.toArray()).rejects.toMatchObject(silent)
    const given = await store.get(key)
    given.destroy()
    await store.close()
    await close()
  })
})
