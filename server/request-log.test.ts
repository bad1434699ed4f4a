import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testCompany } from '#testing/test-company.ts'
import { createServer } from './app.ts'
import { openLog } from './log.ts'
import type { LoggedRequests } from './log-settings.ts'
import { SLOW_MS } from './request-log.ts'

type Line = Record<string, unknown>

let written: Line[]
beforeEach(() => {
  written = []
})

const openTestLog = (level = 'info') =>
  openLog({ level, stream: { write: line => written.push(JSON.parse(line) as Line) } }).log

const { product, company } = testCompany(() => ({
  log: { log: openTestLog(), logRequests: 'all' },
}))

const SECRET = 'Zm9vYmFyYmF6cXV4LXNlY3JldC1vZi1hLWxpbms'

test('a request is a line with who asked, what was asked, how it ended and how long it took', async () => {
  written = []
  const { id } = (await company.call<{ id: string }>('POST', '/api/shipment', {})).body
  const reply = await company.call('GET', `/api/shipment/${id}?q=secret words`)
  const common = {
    ...{ time: expect.any(String), pid: process.pid, hostname: expect.any(String), level: 'info' },
    company: company.membership.account.id,
    person: company.membership.user.id,
    ...{ ms: expect.any(Number), databaseMs: expect.any(Number) },
  }
  expect(written).toEqual([
    {
      ...{ ...common, requestId: expect.any(String), receivedBytes: 2 },
      ...{ method: 'POST', route: '/api/shipment', path: '/api/shipment', status: 201 },
      msg: expect.stringMatching(/^POST \/api\/shipment: 201 in \d+ ms$/),
    },
    {
      ...{ ...common, requestId: reply.headers['x-request-id'] },
      ...{ method: 'GET', route: '/api/shipment/:id', path: `/api/shipment/${id}`, status: 200 },
      msg: expect.stringMatching(new RegExp(`^GET /api/shipment/${id}: 200 in \\d+ ms$`)),
    },
  ])
})

test('a request’s line says how long its statements and the wait for a connection took', async () => {
  await company.call('GET', '/api/shipment')
  const { pool } = product.database
  const hold = pool.hold
  vi.spyOn(pool, 'hold').mockImplementation(async () => {
    await pause(80)
    return hold()
  })
  written = []
  await company.call('GET', '/api/shipment')
  const [line] = written
  expect(Number(line?.['databaseMs'])).toBeGreaterThanOrEqual(75)
  expect(Number(line?.['ms'])).toBeGreaterThanOrEqual(Number(line?.['databaseMs']) - 1)
})

test.each([
  ['/api/organisation/Harbour%20Traders', '/api/organisation/:idOrSearch'],
  ['/api/port/hamb?x=1', '/api/port/:searchText'],
  [`/api/join/${SECRET}`, '/api/join/:secret'],
  [`/joni/${SECRET}/now?code=${SECRET}`, '/joni/…/now'],
  [`/identity/B2C_1_signupsignin1/interaction/${SECRET}`, '/identity/B2C_1_signupsignin1/interaction/:uid'],
  [
    `/identity/B2C_1_signupsignin1/oauth2/v2.0/authorize/${SECRET}?state=${SECRET}`,
    '/identity/B2C_1_signupsignin1/oauth2/v2.0/authorize/…',
  ],
])('of %s the log holds no more than may be told', async (url, path) => {
  written = []
  await product.app.inject({ url, headers: { authorization: `Bearer ${SECRET}`, cookie: `sid=${SECRET}` } })
  await vi.waitFor(() => expect(written.flatMap(line => line['path'] ?? [])).toEqual([path]))
  expect(JSON.stringify(written)).not.toContain(SECRET)
  expect(JSON.stringify(written)).not.toMatch(/Harbour|hamb/)
})

async function serverWith(logRequests: LoggedRequests): Promise<FastifyInstance> {
  const app = await createServer({
    ...{ logLevel: 'info', log: openTestLog(), logRequests },
    ...{ trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' },
  })
  app.get('/quick', async () => 'quick')
  app.post('/echo', async request => request.body)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.get('/slow', async () => {
    await pause(SLOW_MS + 20)
    return 'slow'
  })
  app.get('/away', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
  })
  app.get('/healthz', async () => 'ok')
  servers.push(app)
  return app
}
const servers: FastifyInstance[] = []
afterEach(async () => {
  for (const app of servers.splice(0)) await app.close()
})

test.each([
  ['off', []],
  [
    'slow',
    [
      ['warn', '/slow', 200],
      ['warn', '/away', 503],
    ],
  ],
  [
    'all',
    [
      ['info', '/quick', 200],
      ['warn', '/slow', 200],
      ['warn', '/away', 503],
      ['info', '/nothing', 404],
    ],
  ],
] as const)('with LOG_REQUESTS=%s the log has what it should', async (logged, expected) => {
  const app = await serverWith(logged)
  for (const url of ['/quick', '/slow', '/away', '/nothing', '/healthz']) await app.inject({ url })
  expect(written.map(({ level, path, status }) => [level, path, status])).toEqual(expected)
})

test('the log says how much was sent on a connection that serves several requests', async () => {
  const app = await serverWith('all')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  written = []
  const text = 'x'.repeat(5_000)
  for (const url of ['/quick', '/echo', '/quick'])
    await (await fetch(origin + url, url === '/echo' ? { method: 'POST', body: text } : {})).text()
  await vi.waitFor(() => expect(written).toHaveLength(3))
  const [first, echo, last] = written.map(line => Number(line['sentBytes']))
  expect(echo).toBeGreaterThan(5_000)
  expect(echo).toBeLessThan(7_000)
  expect([first, last].every(sent => Number(sent) > 5 && Number(sent) < 2_000)).toBe(true)
  expect(written.map(line => line['receivedBytes'])).toEqual([undefined, 5_000, undefined])
})

test('the log says why a request failed, under the reference that people were given', async () => {
  const app = await serverWith('slow')
  const { requestId } = (await app.inject({ url: '/away' })).json<{ requestId: string }>()
  expect(written).toEqual([
    expect.objectContaining({ requestId, status: 503, because: 'connect ECONNREFUSED 10.0.0.7:5432' }),
  ])
})
