import * as zlib from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Job } from '#contract/jobs.ts'
import { mayCompress, SMALLEST_COMPRESSED } from '#server/compression.ts'
import { endpoints } from '#testing/endpoints.ts'
import { buildJob } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany()
let job: Job

beforeAll(async () => {
  job = await buildJob(company, { name: 'Cotton', customerInstructions: 'Handle with care. '.repeat(200) })
})

const ask = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
  product.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${company.token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    },
  })

const unpack = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }

describe('a reply of the API', () => {
  test.for([
    ['zstd', 'zstd'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd;q=0.0, *', 'br'],
    ['*', 'zstd'],
  ] as const)('to "%s" is compressed by %s', async ([accepted, encoding]) => {
    const plain = await ask(`/api/shipment/${job.id}`)
    const packed = await ask(`/api/shipment/${job.id}`, accepted)
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
  })

  test.for([undefined, 'identity', 'deflate', 'gzip;q=0', '', 'pack200-gzip'])(
    'to "%s" is sent as it is',
    async accepted => {
      const reply = await ask(`/api/shipment/${job.id}`, accepted)
      expect(reply.headers['content-encoding']).toBeUndefined()
      expect(reply.headers.vary).toBe('accept-encoding')
      expect(reply.json()).toMatchObject({ id: job.id, name: 'Cotton' })
    },
  )

  test('has a strong tag as it is, a weak one compressed, and a save takes either', async () => {
    const { headers: plain } = await ask(`/api/shipment/${job.id}`)
    const { headers: packed } = await ask(`/api/shipment/${job.id}`, 'gzip')
    expect([plain.etag, packed.etag]).toEqual([`"${job.version}"`, `W/"${job.version}"`])
    const saved = await company.call<Job>(
      'PUT',
      '/api/shipment',
      { id: job.id, vesselName: 'Atlas' },
      { 'if-match': String(packed.etag) },
    )
    expect(saved.status).toBe(200)
    job = saved.body
  })

  test('is described by HEAD as GET sends it', async () => {
    for (const accepted of ['gzip', undefined]) {
      const got = await ask(`/api/shipment/${job.id}`, accepted)
      const head = await ask(`/api/shipment/${job.id}`, accepted, 'HEAD')
      const own = { date: expect.any(String) as unknown, 'x-request-id': expect.any(String) as unknown }
      expect(head.headers).toEqual({ ...got.headers, ...own })
      expect(head.rawPayload).toHaveLength(0)
    }
  })

  test('of more than the thread does at once is whole', async () => {
    const text = 'x'.repeat(20_000)
    for (let count = 0; count < 20; count++) await buildJob(company, { customerInstructions: text })
    const plain = await ask('/api/shipment')
    expect(plain.rawPayload.length).toBeGreaterThan(300_000)
    for (const encoding of ['zstd', 'br', 'gzip'] as const) {
      const packed = await ask('/api/shipment', encoding)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('that is small, a refusal, or a list of people is sent as it is', async () => {
    const small = await ask('/api/notes/unread', 'gzip')
    expect(small.rawPayload.length).toBeLessThan(SMALLEST_COMPRESSED)
    const people = await ask('/api/user', 'gzip')
    const refused = await ask(`/api/shipment/${crypto.randomUUID()}`, 'gzip')
    for (const reply of [small, people, refused]) expect(reply.headers['content-encoding']).toBeUndefined()
  })

  test('that describes the API is made once, and sent once to whoever keeps it', async () => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { headers, body } = await product.app.inject({ method: 'GET', url })
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      const { etag = '' } = headers
      expect((await product.app.inject({ method: 'GET', url })).body).toBe(body)
      const kept = await product.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } })
      expect([kept.statusCode, kept.body, kept.headers.etag]).toEqual([304, '', etag])
    }
  })

  test('that describes the API is compressed', async () => {
    const { headers, rawPayload } = await ask('/api/openapi.json', 'br')
    expect(headers['content-encoding']).toBe('br')
    expect(JSON.parse(unpack.br(rawPayload).toString())).toMatchObject({ openapi: '3.1.0' })
    expect((await ask('/api/docs', 'gzip')).headers['content-encoding']).toBe('gzip')
  })
})

/** The names of all fields in a reply, those inside of others too. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)]
}

test('no call whose reply has a field for a secret is compressed', () => {
  const holdSecrets = endpoints.filter(({ reply }) => {
    const fields = reply ? fieldsIn(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })) : []
    return fields.some(name => /token|secret|password/i.test(name))
  })
  expect(holdSecrets.map(({ path }) => path)).toContain('/api/apitoken')
  const open = holdSecrets.filter(mayCompress).map(({ method, path }) => `${method} ${path}`)
  expect(open).toEqual([])
})
