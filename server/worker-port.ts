import type { FastifyInstance } from 'fastify'
import { createServer } from './app.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Measured } from './metrics.ts'
import { addOperations } from './operations.ts'
import { addPrintService, asksAsServer } from './pdf/print-service.ts'
import type { PdfPrinter } from './pdf/printer.ts'

export type WorkerPort = Measured & {
  config: Pick<Config, 'logLevel' | 'logRequests' | 'metricsToken' | 'key' | 'busyAfterMs'> & {
    worker: { host: string; port: number }
  }
  pdf: PdfPrinter
  log?: Log
}

/**
 * A worker's own port, for monitoring and for servers on the same network: /healthz, /readyz, /metrics, and printing for
 * servers that have the same key. It is no address for people.
 */
export async function openWorkerPort({
  config,
  pdf,
  log,
  ...measured
}: WorkerPort): Promise<FastifyInstance> {
  const { host, port } = config.worker
  const app = await createServer({
    ...config,
    ...(log && { log }),
    trustedProxies: [],
    mayNameRequests: config.key === undefined ? () => false : asksAsServer(config.key),
    publicUrl: `http://${host}:${port}`,
  })
  addOperations(app, {
    ...measured,
    metricsElsewhere: false,
    isPrivate: true,
    metricsToken: config.metricsToken,
  })
  if (config.key !== undefined) addPrintService(app, { pdf, key: config.key })
  await app.listen({ port, host })
  return app
}
