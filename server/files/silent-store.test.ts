import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFailure } from '#server/start-failure.ts'
import { openS3Store } from './s3.ts'
import { newFileKey } from './store.ts'

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
