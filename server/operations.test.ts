import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createServer as createProduct } from './app.ts'
import { readConfig } from './config.ts'
import { type HealthDependencies, watchHealth } from './health.ts'
import { addOperations, serveMetrics } from './operations.ts'
import { productVersion } from './product-version.ts'

const settings = { logLevel: 'silent', trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' }

const servers: Server[] = []
let app: FastifyInstance
let registry: Registry
let port: number

type Options = Partial<HealthDependencies> & {
  metricsElsewhere?: boolean
  metricsToken?: string
  closing?: () => Promise<void>
}

async function start({ metricsElsewhere = false, metricsToken, closing, ...parts }: Options = {}) {
  const health = watchHealth({
    readDatabase: async () => undefined,
    dataDir: undefined,
    checkFiles: async () => undefined,
    ...parts,
  })
  const product = await createProduct(settings)
  const made = addOperations(product, {
    health,
    pools: { app: { totalCount: 5, idleCount: 2, waitingCount: 7 } },
    loads: { word: () => ({ running: 2, waiting: 9 }) },
    metricsElsewhere,
    metricsToken,
  })
  if (closing) product.addHook('preClose', closing)
  await product.listen({ port: 0, host: '127.0.0.1' })
  return { product, made, health, at: (product.server.address() as AddressInfo).port }
}

beforeAll(async () => {
  const started = await start()
  app = started.product
  registry = started.made
  port = started.at
})
afterAll(() => app?.close())
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Asked = { path?: string; headers?: Record<string, string>; port?: number }
async function ask({ path = '/metrics', headers = {}, port: at = port }: Asked = {}) {
  const outgoing = httpRequest({ port: at, path, headers, agent: false }).end()
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of reply) body += String(chunk)
  return { status: reply.statusCode, body }
}

/** A proxy on this machine, as Caddy, nginx or a hosting company's router is one. */
async function proxyWith(change: (headers: Record<string, string>) => Record<string, string>) {
  const proxy = createServer((incoming, outgoing) => {
    const headers = change(incoming.headers as Record<string, string>)
    const onward = httpRequest({ port, path: incoming.url, method: incoming.method, headers, agent: false })
    incoming.pipe(onward)
    onward.on('response', reply => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  servers.push(proxy)
  return (proxy.address() as AddressInfo).port
}

test('the metrics answer a program on this machine, by whichever of its names', async () => {
  for (const host of [`127.0.0.1:${port}`, 'localhost:3000', 'localhost', '[::1]:3000']) {
    const { status, body } = await ask({ headers: { host } })
    expect([host, status]).toEqual([host, 200])
    expect(body).toContain('lading_request_seconds')
  }
})

test('the metrics answer nobody who comes through a proxy on this machine', async () => {
  const forwarded = [
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'lading.example' },
    { 'x-forwarded': '203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 caddy' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
    { 'x-client-ip': '203.0.113.7' },
  ]
  // As Caddy does it: the visitor's Host stays and headers are added; and one that names this machine itself.
  for (const added of forwarded) {
    const at = await proxyWith(headers => ({ ...headers, ...(added as Record<string, string>) }))
    const { status, body } = await ask({ port: at })
    expect([added, status]).toEqual([added, 404])
    expect(body).not.toContain('lading_request_seconds')
  }
  // One that adds nothing still asks for the public name.
  const silent = await proxyWith(headers => headers)
  for (const host of ['lading.example', 'lading.example:443', '203.0.113.9', 'localhost.example'])
    expect((await ask({ port: silent, headers: { host } })).status).toBe(404)
  // What comes to it by its own name on this machine was asked for on this machine.
  expect((await ask({ port: silent })).status).toBe(200)
})

test('the metrics answer nobody who speaks as nginx does by default: HTTP/1.0, by the name of the machine behind', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  expect(reply).toMatch(/^HTTP\/1\.1 404 /)
})

test('on a port of their own the metrics answer there alone', async () => {
  const { product, at } = await start({ metricsElsewhere: true })
  try {
    const metrics = await serveMetrics(registry, { host: '127.0.0.1', port: 0 })
    servers.push(metrics)
    const own = (metrics.address() as AddressInfo).port
    expect((await ask({ port: at })).status).toBe(404)
    expect(await ask({ port: own })).toEqual({
      status: 200,
      body: expect.stringContaining('lading_request_seconds') as string,
    })
    for (const path of ['/', '/api/shipment', '/readyz'])
      expect((await ask({ port: own, path })).status).toBe(404)
  } finally {
    await product.close()
  }
})

test('with a token the metrics answer whoever has it, through a proxy or not, and nobody else', async () => {
  const metricsToken = 'a token of many letters'
  const { product, at, made } = await start({ metricsToken })
  const metrics = await serveMetrics(made, { host: '127.0.0.1', port: 0 }, metricsToken)
  servers.push(metrics)
  const own = (metrics.address() as AddressInfo).port
  try {
    const forwarded = { host: 'lading.example', 'x-forwarded-for': '203.0.113.7' }
    const authorization = `Bearer ${metricsToken}`
    for (const headers of [{ authorization }, { authorization, ...forwarded }])
      for (const one of [at, own]) expect((await ask({ port: one, headers })).status).toBe(200)
    for (const wrong of [
      undefined,
      metricsToken,
      'Bearer ',
      `${authorization}x`,
      'Bearer a token of many lettrs',
    ]) {
      const headers = wrong === undefined ? {} : { authorization: wrong }
      expect((await ask({ port: at, headers })).status).toBe(404)
      expect(await ask({ port: own, headers })).toEqual({ status: 401, body: '' })
    }
  } finally {
    await product.close()
  }
  expect(readConfig({ METRICS_TOKEN: metricsToken }).metricsToken).toBe(metricsToken)
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16')
})

test('however often the metrics are asked for, the database, the store and the queue are asked once', async () => {
  const asked = { database: 0, files: 0, queue: 0 }
  const { product, at, health } = await start({
    readDatabase: async () => void (asked.database += 1),
    checkFiles: async () => void (asked.files += 1),
  })
  health.watchQueue(async () => {
    asked.queue += 1
    return { waiting: 0, oldestSeconds: 0 }
  })
  try {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask({ port: at })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toEqual({ database: 1, files: 1, queue: 1 })
  } finally {
    await product.close()
  }
})

test('a queue that hangs holds up neither the metrics nor itself with more questions', async () => {
  let questions = 0
  const { product, made, health } = await start()
  health.watchQueue(() => {
    questions += 1
    return new Promise(() => undefined)
  })
  vi.spyOn(performance, 'now').mockImplementation(() => questions * 60_000)
  try {
    for (const text of await Promise.all([made.metrics(), made.metrics()])) {
      expect(text).toContain('lading_ready 1')
      expect(text).not.toMatch(/^lading_queue_jobs\{/m)
    }
    expect(questions).toBe(1)
  } finally {
    await product.close()
  }
})

test('the port of the metrics is checked at start', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
  expect(readConfig({}).metrics).toBeUndefined()
  for (const [settings, mistake] of [
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT'],
    [{ METRICS_PORT: '8080', PORT: '8080' }, 'METRICS_PORT must be another port than PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a port number'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST is given without METRICS_PORT'],
  ] as const)
    expect(() => readConfig(settings)).toThrow(mistake)
})

const readiness = async (at: number) => {
  const { status, body } = await ask({ port: at, path: '/readyz' })
  return { status, body: JSON.parse(body) as unknown }
}
const ok = { state: 'ok' }
const room = { state: 'ok', freeBytes: expect.any(Number) as number }

test('a server is ready, and says how each component stands', async () => {
  const { product, at, health } = await start({ dataDir: import.meta.dirname })
  try {
    const components = { database: ok, disk: room, files: ok, queue: { state: 'starting' } }
    expect(await readiness(at)).toEqual({ status: 200, body: { status: 'ok', components } })
    health.watchQueue(async () => ({ waiting: 3, oldestSeconds: 20 }))
    expect(await health.queue()).toEqual({ state: 'ok', waiting: 3, oldestSeconds: 20 })
  } finally {
    await product.close()
  }
})

test.each([
  ['cannot be read', () => Promise.reject(new Error('Connection terminated'))],
  ['is silent', () => new Promise(() => undefined)],
])('a server whose database %s is not ready', async (_, readDatabase) => {
  const { product, at } = await start({ readDatabase })
  try {
    const detail = 'the database does not answer'
    expect(await readiness(at)).toMatchObject({
      status: 503,
      body: { status: detail, components: { database: { state: 'failing', detail }, disk: ok, files: ok } },
    })
  } finally {
    await product.close()
  }
})

test.each([
  ['refuses', () => Promise.reject(new Error('The file store does not answer.'))],
  ['is silent', () => new Promise<void>(() => undefined)],
])('a server whose file store %s says so and goes on', async (_, checkFiles) => {
  const { product, at, made } = await start({ checkFiles })
  try {
    expect(await readiness(at)).toMatchObject({
      status: 200,
      body: { components: { files: { state: 'failing', detail: 'The file store does not answer.' } } },
    })
    expect(await made.metrics()).toContain('lading_file_store_reachable 0')
  } finally {
    await product.close()
  }
})

test('the metrics tell of connections, work that takes long, the disk, the store and the queue', async () => {
  const { product, made, health } = await start({ dataDir: import.meta.dirname })
  try {
    // What is not known has no value.
    expect(await made.metrics()).not.toMatch(/^lading_queue_jobs\{/m)
    health.watchQueue(async () => ({
      ...{ waiting: 3, oldestSeconds: 20.5 },
      tasks: [
        { task: 'send-mail', waiting: 3, oldestSeconds: 20.5, failed: 0 },
        { task: 'purge-deleted-files', waiting: 0, oldestSeconds: 0, failed: 2 },
      ],
      mails: [{ sender: 'company', state: 'waiting', count: 4, oldestSeconds: 90 }],
    }))
    const lines = (await made.metrics()).split('\n')
    for (const line of [
      'lading_database_connections{pool="app",state="in_use"} 3',
      'lading_database_connections{pool="app",state="idle"} 2',
      'lading_database_connections{pool="app",state="waiting"} 7',
      'lading_tasks{kind="word",state="running"} 2',
      'lading_tasks{kind="word",state="waiting"} 9',
      'lading_file_store_reachable 1',
      'lading_queue_jobs{task="send-mail"} 3',
      'lading_queue_jobs{task="purge-deleted-files"} 0',
      'lading_queue_oldest_seconds{task="send-mail"} 20.5',
      'lading_queue_failed_jobs{task="purge-deleted-files"} 2',
      'lading_mails{sender="company",state="waiting"} 4',
      'lading_mails_oldest_seconds{sender="company",state="waiting"} 90',
      `lading_build_info{version="${productVersion}"} 1`,
      'lading_ready 1',
    ])
      expect(lines).toContain(line)
    expect(lines.find(line => line.startsWith('lading_disk_free_bytes '))).toMatch(/ \d{8,}/)
  } finally {
    await product.close()
  }
})

// The kernel's own folder has no room at any time.
test.runIf(process.platform === 'linux')('a server without room on its disk is not ready', async () => {
  const { product, at } = await start({ dataDir: '/proc' })
  try {
    const detail = 'the disk is full'
    expect(await readiness(at)).toMatchObject({
      status: 503,
      body: { status: detail, components: { database: ok, disk: { state: 'full', detail, freeBytes: 0 } } },
    })
  } finally {
    await product.close()
  }
})

test('a server that is about to close says so while it still serves, and then refuses in words', async () => {
  let release: () => void = () => undefined
  const begun = Promise.withResolvers<string>()
  const { product, at, health } = await start({
    closing: () => {
      begun.resolve('closing')
      return new Promise<void>(resolve => (release = resolve))
    },
  })
  health.startClosing()
  expect(await readiness(at)).toMatchObject({ status: 503, body: { status: 'the server is closing' } })
  expect((await ask({ port: at, path: '/healthz' })).status).toBe(200)

  // What comes until the listener has closed.
  const closing = product.close()
  await begun.promise
  const { status, body } = await ask({ port: at, path: '/healthz' })
  expect([status, JSON.parse(body)]).toEqual([
    503,
    {
      type: 'about:blank',
      status: 503,
      code: 'unavailable',
      title: 'The service is not available right now',
      detail: 'The server is stopping. Try again in a moment.',
    },
  ])
  release()
  await closing
})

test('how long a server says that it is closing is checked at start', () => {
  expect(readConfig({}).shutdownGraceMs).toBe(0)
  expect(readConfig({ SHUTDOWN_GRACE_SECONDS: '15' }).shutdownGraceMs).toBe(15_000)
  for (const value of ['-1', '301', 'x'])
    expect(() => readConfig({ SHUTDOWN_GRACE_SECONDS: value })).toThrow('SHUTDOWN_GRACE_SECONDS must be')
})

test('how far behind a server may be is checked at start', () => {
  expect(readConfig({}).busyAfterMs).toBe(2_000)
  expect(readConfig({ BUSY_AFTER_SECONDS: '0.5' }).busyAfterMs).toBe(500)
  for (const value of ['0', '301', 'x'])
    expect(() => readConfig({ BUSY_AFTER_SECONDS: value })).toThrow('BUSY_AFTER_SECONDS must be')
})
