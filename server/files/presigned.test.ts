import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openS3Client, openS3Store } from './s3.ts'
import { presignedDownloads } from './presigned.ts'
import { s3TestServer } from './s3-test-server.ts'
import { newFileKey } from './store.ts'

const settings = {
  bucket: 'lading-files',
  region: 'eu-north-1',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
}
const key = newFileKey(randomUUID())

test.each([
  [undefined, 'https://lading-files.s3.eu-north-1.amazonaws.com', `/${key}`],
  ['https://s3.example.com:9000/store/', 'https://s3.example.com:9000', `/store/lading-files/${key}`],
])('an address at %s is good for one file, as a download, for a minute', async (endpoint, origin, path) => {
  const place = { ...settings, endpoint }
  const downloads = presignedDownloads(openS3Client(place), place)
  expect(downloads.origin).toBe(origin)
  const address = new URL(
    await downloads.addressOf(key, { name: 'Größe; 1.pdf', mediaType: 'application/pdf' }),
  )
  expect([address.origin, address.pathname]).toEqual([origin, path])
  expect(Object.fromEntries(address.searchParams)).toEqual({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': expect.stringMatching(/^id\/\d{8}\/eu-north-1\/s3\/aws4_request$/),
    'X-Amz-Date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
    'X-Amz-Expires': '60',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    'X-Amz-SignedHeaders': 'host',
    'response-cache-control': 'private, no-cache',
    'response-content-disposition': `attachment; filename="Gro_e; 1.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%3B%201.pdf`,
    'response-content-type': 'application/pdf',
  })
})

const server = s3TestServer()

describe.skipIf(!server)('S3', () => {
  beforeAll(async () => server?.makeBucket())

  test('gives the file to whoever has its address, and nothing by an address that was changed', async () => {
    if (!server) return
    const store = openS3Store({ ...server.settings, isPresigned: true })
    await store.put(key, [Buffer.from('the bill of lading')] as never, { limitBytes: 100 })
    const address = await store.presigned?.addressOf(key, {
      name: "Bill's (1)*.txt",
      mediaType: 'text/plain',
    })
    const reply = await fetch(address ?? '')
    expect([reply.status, await reply.text()]).toEqual([200, 'the bill of lading'])
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="Bill's (1)*.txt"; filename*=UTF-8''Bill%27s%20%281%29%2A.txt`,
    )
    const part = await fetch(address ?? '', { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'bill'])
    const other = new URL(address ?? '')
    other.searchParams.set('response-content-type', 'text/html')
    expect((await fetch(other)).status).toBe(403)
    await store.close()
  })
})
