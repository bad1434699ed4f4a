import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openS3Store } from '#server/files/s3.ts'
import { s3TestServer } from '#server/files/s3-test-server.ts'
import { examineBucket, lookFrom } from './bucket.ts'

const PAGE = 'https://lading.example.com'
const NAME = 'the S3 bucket “files” at https://s3.example.com'

describe('what the bucket answers a page of ours', () => {
  let server: Server
  let place: string
  /** By path: the status, and whose pages may read it. */
  const answers: Record<string, { status: number; allowed?: string }> = {
    '/ours': { status: 200, allowed: PAGE },
    '/all': { status: 200, allowed: '*' },
    '/none': { status: 200 },
    '/others': { status: 200, allowed: 'https://other.example.com' },
    '/refused': { status: 403, allowed: '*' },
  }
  beforeAll(async () => {
    server = createServer(({ url = '', headers }, reply) => {
      const { status, allowed } = answers[url] ?? { status: 404 }
      const isAsked = headers.origin !== undefined && allowed !== undefined
      reply.writeHead(status, isAsked ? { 'access-control-allow-origin': allowed } : {}).end('doctor')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const LET_IT =
    `documents could not be downloaded. Give the bucket a CORS rule with AllowedOrigins http://lading.example and AllowedMethods ` +
    'GET (docs/configuration.md, Downloads from the bucket), or set S3_PRESIGNED=off.'

  test.each([
    ['/all', 'right', `Pages of http://lading.example may download from ${NAME} itself`],
    ['/none', 'wrong', `S3_PRESIGNED is on, and ${NAME} lets no other page read what it fetches: ${LET_IT}`],
    [
      '/others',
      'wrong',
      `S3_PRESIGNED is on, and ${NAME} lets https://other.example.com, and not http://lading.example, read what it ` +
        `fetches: ${LET_IT}`,
    ],
    [
      '/refused',
      'wrong',
      `S3_PRESIGNED is on, and ${NAME} answers 403 to a signed address. Check S3_ENDPOINT, S3_REGION and that no proxy ` +
        'between changes the address or its Host, or set S3_PRESIGNED=off.',
    ],
  ])('%s', async (path, state, text) => {
    expect(await lookFrom('http://lading.example', { address: place + path, name: NAME })).toEqual({
      state,
      text,
    })
  })

  test('one that lets our origin alone is right, one without HTTPS is not, nor one that is away', async () => {
    answers['/ours'] = { status: 200, allowed: 'http://ours.example' }
    expect(await lookFrom('http://ours.example', { address: `${place}/ours`, name: NAME })).toMatchObject({
      state: 'right',
    })
    const mixed = await lookFrom(PAGE, { address: `${place}/all`, name: NAME })
    expect(mixed).toEqual({
      state: 'wrong',
      text:
        `S3_PRESIGNED is on, PUBLIC_URL is HTTPS and S3_ENDPOINT (${place}) is not: browsers refuse to download from it. ` +
        'Set S3_ENDPOINT to an HTTPS address, or S3_PRESIGNED=off.',
    })
    const away = await lookFrom('http://ours.example', { address: 'http://127.0.0.1:1/x', name: NAME })
    expect(away.state).toBe('wrong')
    expect(away.text).toContain(
      'nothing could be downloaded from http://127.0.0.1:1 by an address of its own',
    )
  })
})

const s3 = s3TestServer()

describe.skipIf(!s3)('S3', () => {
  beforeAll(async () => s3?.makeBucket())

  /** As OpenStack Swift keeps it: by its own API, since its S3 interface has no call for it. */
  async function letPagesRead(origin: string): Promise<void> {
    const { endpoint = '', accessKeyId = '', secretAccessKey = '', bucket } = s3?.settings ?? {}
    const login = await fetch(`${endpoint}/auth/v1.0`, {
      headers: { 'x-auth-user': accessKeyId, 'x-auth-key': secretAccessKey },
    })
    const reply = await fetch(`${login.headers.get('x-storage-url')}/${bucket}`, {
      method: 'POST',
      headers: {
        'x-auth-token': login.headers.get('x-auth-token') ?? '',
        'x-container-meta-access-control-allow-origin': origin,
      },
    })
    expect([reply.status, login.status]).toEqual([204, 200])
  }

  test('a bucket without a rule is wrong and with one it is right, and nothing is left in it', async () => {
    if (!s3) return
    const files = openS3Store({ ...s3.settings, isPresigned: true })
    const place = { s3: s3.settings, dataDir: '/nowhere', publicUrl: 'http://lading.example:3000' }
    expect(await examineBucket(files, place)).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('CORS rule with AllowedOrigins http://lading.example:3000') as unknown,
    })
    await letPagesRead('http://lading.example:3000')
    expect(await examineBucket(files, place)).toMatchObject({ state: 'right' })
    expect(await examineBucket(files, { ...place, publicUrl: 'http://other.example' })).toMatchObject({
      state: 'wrong',
    })
    expect(await examineBucket(files, { ...place, publicUrl: undefined })).toMatchObject({ state: 'note' })
    expect(await examineBucket(openS3Store(s3.settings), place)).toBeUndefined()
    await files.close()
  })
})
