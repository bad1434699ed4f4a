import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Database } from './db/db.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** /healthz: the process answers; /readyz: the database too; /metrics: Prometheus text, for this machine alone. */
export function addOperations(app: FastifyInstance, database: Database): void {
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
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await database.pool.query('select 1')
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    // The connection's own address: a forwarded one could be made up.
    if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
