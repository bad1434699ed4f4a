import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type Measured, openMetrics } from './metrics.ts'

export type OperationsOptions = Measured & {
  /** The metrics have a port of their own, and this one answers nobody. */
  metricsElsewhere: boolean
  /** Whoever sends it as a bearer token is answered, from wherever; and nobody else. */
  metricsToken?: string | undefined
  /** Nobody but the operator's own machines reaches this port. */
  isPrivate?: boolean
}

/** /healthz: the process answers; /readyz: it can work; /metrics: Prometheus text, for this machine alone. */
export function addOperations(app: FastifyInstance, options: OperationsOptions): Registry {
  const { health, metricsElsewhere, metricsToken, isPrivate = false } = options
  const { registry, requests } = openMetrics(options)
  const text = scraped(registry)
  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.addHook('preClose', async () => health.startClosing())
  // Whoever keeps connections for later, as balancers do, gives this server's up one by one instead of meeting one that
  // is being closed.
  app.addHook('onRequest', (_request, reply, done) => {
    if (health.isClosing) void reply.header('connection', 'close')
    done()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { isReady, status, components } = await health.ready()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, components })
  })
  app.get('/metrics', async (request, reply) => {
    const { authorization } = request.headers
    const isTold =
      metricsToken === undefined
        ? isPrivate || isFromThisMachine(request)
        : bears(authorization, metricsToken)
    if (metricsElsewhere || !isTold) return reply.callNotFound()
    return reply.type(registry.contentType).send(await text())
  })
  return registry
}

/** Scrapers come every few seconds; whoever comes more often is given what the last one was. */
const REMEMBERED_MS = 2_000

/** Collects the metrics once for all who ask at about the same time, however many they are. */
function scraped(registry: Registry): () => Promise<string> {
  let known: { at: number; text: Promise<string> } | undefined
  return () => {
    if (!known || performance.now() - known.at > REMEMBERED_MS)
      known = { at: performance.now(), text: registry.metrics() }
    return known.text
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const bears = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))

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
  token?: string,
): Promise<Server> {
  const text = scraped(registry)
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    if (token !== undefined && !bears(request.headers.authorization, token)) {
      reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    text().then(
      metrics => reply.writeHead(200, { 'content-type': registry.contentType }).end(metrics),
      () => reply.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
