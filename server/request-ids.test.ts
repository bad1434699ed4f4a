import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testCompany } from '#testing/test-company.ts'
import { createServer } from './app.ts'
import { addressLimitExceeded } from './budgets/refusals.ts'
import { addOperations } from './operations.ts'
import { watchHealth } from './health.ts'
import { newRequestId } from './request-ids.ts'

const OURS = /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/

const { product, company } = testCompany({ trustedProxies: ['10.0.0.0/8'] })

const signedIn = () => ({ authorization: `Bearer ${company.token}` })

describe('the id of a request', () => {
  test('is another one each time, and can be read out', () => {
    const ids = Array.from({ length: 2_000 }, newRequestId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => !OURS.test(id))).toEqual([])
  })

  test.each([
    ['a reply', 'GET', '/api/shipment', {}, 200],
    ['a refusal', 'GET', '/api/shipment/x', {}, 400],
    ['what is not there', 'GET', '/api/nothing', {}, 404],
    ['a method that is not taken', 'DELETE', '/api/shipment', {}, 405],
    ['a call without a sign-in', 'GET', '/api/shipment', { authorization: '' }, 401],
    ['an address that cannot be read', 'GET', '/api/%zz', {}, 400],
    ['a part of an address that is too long', 'GET', `/api/shipment/${'x'.repeat(400)}`, {}, 400],
    ['a body of another kind', 'POST', '/api/shipment', { 'content-type': 'text/csv' }, 415],
    ['the provider', 'GET', '/identity/B2C_1_signupsignin1/v2.0/.well-known/openid-configuration', {}, 200],
    [
      'a page of the sign-in',
      'GET',
      '/identity/B2C_1_signupsignin1/interaction/none',
      { accept: 'text/html' },
      400,
    ],
  ])('is told with %s', async (_, method, url, headers, status) => {
    const reply = await product.app.inject({
      method: method as 'GET',
      url,
      headers: { ...signedIn(), ...headers },
      ...(method === 'POST' && { payload: 'a;b' }),
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['x-request-id']).toMatch(OURS)
    if (String(reply.headers['content-type']).startsWith('application/problem+json'))
      expect(reply.json()).toMatchObject({ requestId: reply.headers['x-request-id'] })
    else expect(status === 200 || _.includes('page')).toBe(true)
  })

  test('is told with a refusal by limits', async () => {
    vi.spyOn(product.budgets, 'admitAddress').mockImplementation(() => {
      throw addressLimitExceeded(1, 60)
    })
    for (const url of ['/api/shipment', '/identity/B2C_1_signupsignin1/interaction/none']) {
      const reply = await product.app.inject({ url, headers: signedIn() })
      expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([429, expect.stringMatching(OURS)])
    }
  })

  test('is told to people on pages of failures that they cannot mend', async () => {
    const url = '/identity/password'
    const form = () =>
      product.app.inject({
        ...{ method: 'POST', url, payload: 'email=ann%40a.example' },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      })
    vi.spyOn(product.database.signIn, 'query').mockRejectedValue(new Error('connect ECONNREFUSED'))
    const { statusCode, headers, body } = await form()
    expect(statusCode).toBe(500)
    expect(body).toContain(`<p>Reference: <code>${String(headers['x-request-id'])}</code></p>`)
  })

  test('is told with what has not changed', async () => {
    const headers = signedIn()
    const first = await product.app.inject({ url: '/api/shipment', headers })
    const tag = String(first.headers['etag'])
    const again = await product.app.inject({
      url: '/api/shipment',
      headers: { ...headers, 'if-none-match': tag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['x-request-id']).toMatch(OURS)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('is the one that a trusted proxy gives, and nobody else’s', async () => {
    const ask = async (remoteAddress: string, id: string) => {
      const reply = await product.app.inject({
        url: '/api/x',
        remoteAddress,
        headers: { 'x-request-id': id },
      })
      const told = String(reply.headers['x-request-id'])
      expect(reply.json()).toMatchObject({ requestId: told })
      return told
    }
    for (const id of ['8f3a91c2-77de-4b01-9f00-000000000001', 'Root=1-67891233-abcdef012345678912345678'])
      expect(await ask('10.1.2.3', id)).toBe(id)
    expect(await ask('::ffff:10.1.2.3', 'from-a-proxy')).toBe('from-a-proxy')
    expect(await ask('192.0.2.7', 'from-somebody')).toMatch(OURS)
    for (const odd of [
      'short',
      'x'.repeat(101),
      'with space',
      '"quoted-text"',
      '<b>12345678</b>',
      'ä'.repeat(10),
    ])
      expect(await ask('10.1.2.3', odd)).toMatch(OURS)
  })
})

describe('on the wire', () => {
  let app: FastifyInstance
  let port: number

  beforeAll(async () => {
    app = await createServer({
      logLevel: 'silent',
      trustedProxies: [],
      publicUrl: 'http://127.0.0.1:3000',
      limits: { headersMs: 200, bodyMs: 200, stallMs: 30_000, connections: 100, ofOneAddress: 100 },
    })
    const health = watchHealth({
      readDatabase: async () => undefined,
      dataDir: undefined,
      checkFiles: async () => undefined,
    })
    addOperations(app, { health, pools: {}, loads: {}, metricsElsewhere: true })
    app.post('/take', async () => 'taken')
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app?.close())

  async function say(text: string): Promise<{ status: number; id: string | undefined; body: string }> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(text)
    let said = ''
    for await (const chunk of socket) said += String(chunk)
    const [head = '', body = ''] = said.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), id: /^x-request-id: (\S+)\r?$/im.exec(head)?.[1], body }
  }

  test.each([
    ['cannot be read', 'NONSENSE\r\n\r\n', 400],
    ['has headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['has two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    [
      'expects something odd',
      'POST /take HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['has headers that do not come', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
    [
      'has a body that does not come',
      'POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      408,
    ],
    ['is not found', 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('the id is told to a request that %s', async (_, text, status) => {
    const reply = await say(text)
    expect([reply.status, reply.id]).toEqual([status, expect.stringMatching(OURS)])
    expect(JSON.parse(reply.body)).toMatchObject({ requestId: reply.id })
  })

  test('the id is told to whoever asks whether the server is well', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await say(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatchObject({
        status: 200,
        id: expect.stringMatching(OURS),
      })
  })
})
