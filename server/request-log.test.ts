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

const openTestLog = (lines: () => Line[]) =>
  openLog({ level: 'info', stream: { write: line => lines().push(JSON.parse(line) as Line) } }).log

const { product, company } = testCompany(() => ({
  log: { log: openTestLog(() => written), logRequests: 'all' },
}))

const SECRET = 'Zm9vYmFyYmF6cXV4LXNlY3JldC1vZi1hLWxpbms'

test('a request is a line with who asked, what was asked, how it ended and how long it took', async () => {
  written = []
  const { id } = (await company.call<{ id: string }>('POST', '/api/shipment', {})).body
  const reply = await company.call('GET', `/api/shipment/${id}?q=secret words`)
  const common = {
    ...{
      time: expect.any(String),
      pid: process.pid,
      hostname: expect.any(String),
      level: expect.any(String),
    },
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

async function serverWith(logRequests: LoggedRequests, lines = () => written): Promise<FastifyInstance> {
  const app = await createServer({
    ...{ logLevel: 'info', log: openTestLog(lines), logRequests },
    ...{ trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' },
  })
  app.get('/quick', async () => 'quick')
  app.post('/echo', async request => request.body)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // As long as it says, however busy the machine is.
  app.addHook('onRequest', async ({ url }, reply) => {
    Object.defineProperty(reply, 'elapsedTime', { value: url === '/slow' ? SLOW_MS : SLOW_MS - 1 })
  })
  app.get('/slow', async () => 'slow')
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

test('LOG_REQUESTS says which requests get a line', async () => {
  const troubled = [
    ['warn', '/slow', 200],
    ['warn', '/away', 503],
  ]
  const [quick, ...later] = [['info', '/quick', 200], ...troubled, ['info', '/nothing', 404]]
  const linesWith = async (logged: LoggedRequests) => {
    const own: Line[] = []
    const app = await serverWith(logged, () => own)
    for (const url of ['/quick', '/slow', '/away', '/nothing', '/healthz']) await app.inject({ url })
    return own.map(({ level, path, status }) => [level, path, status])
  }
  expect(await Promise.all((['off', 'slow', 'all'] as const).map(linesWith))).toEqual([
    [],
    troubled,
    [quick, ...later],
  ])
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
