import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Database } from './db/db.ts'

export type OperationsOptions = {
  database: Database
  /** Whose disk has to have room; undefined: what is stored is stored elsewhere. */
  dataDir: string | undefined
  /** The metrics have a port of their own, and this one answers nobody. */
  metricsElsewhere: boolean
}

const READY_WITHIN_MS = 2_000

/** With less, PostgreSQL and the file store are about to refuse what is sent. */
const LEAST_ROOM_BYTES = 32 * 1024 * 1024

/** /healthz: the process answers; /readyz: it can work; /metrics: Prometheus text, for this machine alone. */
export function addOperations(
  app: FastifyInstance,
  { database, dataDir, metricsElsewhere }: OperationsOptions,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'lading_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (dataDir !== undefined && (await roomIn(dataDir)) < LEAST_ROOM_BYTES)
      return reply.code(503).send({ status: 'the disk is full' })
    if (isClosing) return reply.code(503).send({ status: 'the server is closing' })
    const answer = database.pool.query('select 1').then(
      () => true,
      () => false,
    )
    // Whoever watches a server asks every few seconds, and takes no answer for a failure of its own.
    const isAnswered = await Promise.race([answer, pause(READY_WITHIN_MS, false, { ref: false })])
    return isAnswered ? { status: 'ok' } : reply.code(503).send({ status: 'the database does not answer' })
  })
  app.get('/metrics', async (request, reply) => {
    if (metricsElsewhere || !isFromThisMachine(request)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
/** What proxies add, each its own. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cdn-loop|(cf|fly|x-envoy|x-amzn|x-azure|x-arr|x-appengine)-.*)$/

/**
 * Whether a program on this machine asks. A proxy on this machine connects from it too: it shows by a header that it
 * adds, by the public name that was asked for, or by speaking HTTP/1.0, which nobody else does.
 */
function isFromThisMachine({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    THIS_MACHINE.test(headers.host ?? '') &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some(name => FORWARDED.test(name))
  )
}

/** The metrics on a port of their own, which no proxy hands on. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    registry.metrics().then(
      text => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
