import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseUse } from './db/db.ts'
import type { LoggedRequests } from './log-settings.ts'

/** Who made a request, once the database has said so. */
export type Asker = { company: string; person: string; isProgram: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    asker: Asker | null
    databaseUse: DatabaseUse | null
    /** Why it was not answered as asked for. */
    failure: unknown
    /** What its connection had sent before. */
    sentBefore: number
  }
}

export const SLOW_MS = 1_000

/** Asked every few seconds by whoever watches the server. */
const WATCHERS = new Set(['/healthz', '/readyz', '/metrics'])

/** Writes a line for each request, or for those that somebody should look at. */
export function logRequests(app: FastifyInstance, logged: LoggedRequests = 'slow'): void {
  app.decorateRequest('asker', null)
  app.decorateRequest('databaseUse', null)
  app.decorateRequest('failure', undefined)
  app.decorateRequest('sentBefore', 0)
  if (logged === 'off') return
  app.addHook('onRequest', (request, _reply, done) => {
    request.sentBefore = request.raw.socket.bytesWritten
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isTroubled = reply.elapsedTime >= SLOW_MS || reply.statusCode >= 500
    if (isTroubled || (logged === 'all' && !WATCHERS.has(request.routeOptions.url ?? '')))
      writeLine(request, reply, isTroubled ? 'warn' : 'info')
    done()
  })
}

function writeLine(request: FastifyRequest, reply: FastifyReply, level: 'info' | 'warn'): void {
  const { method, asker, databaseUse, failure } = request
  const status = reply.statusCode
  const ms = Math.round(reply.elapsedTime)
  const path = tellablePath(request)
  request.log[level](
    {
      ...{ method, route: request.routeOptions.url, path, status, ms },
      ...bytesOf(request),
      ...(asker && { company: asker.company, person: asker.person }),
      ...(asker?.isProgram && { isProgram: true }),
      ...(databaseUse && { databaseMs: Math.round(databaseUse.milliseconds) }),
      ...(status >= 500 && failure instanceof Error && { because: failure.message }),
    },
    `${method} ${path}: ${status} in ${ms} ms`,
  )
}

/** With the headers of the reply; what was sent besides on the same connection, which HTTP/1.1 does in turn, is not counted. */
function bytesOf({ raw, headers, sentBefore }: FastifyRequest) {
  const received = Number(headers['content-length'] ?? 0)
  const sent = raw.socket.bytesWritten - sentBefore
  // Requests that came over no network have no such figure.
  return { ...(sent >= 0 && { sentBytes: sent }), ...(received > 0 && { receivedBytes: received }) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Parts of addresses that the product itself has: a secret of 43 characters is none. */
const WORD = /^[a-z.][a-z0-9._-]{0,24}$/
const POLICY = /^\w{1,40}$/

/**
 * The path of a request as the log may hold it: ids of records stand in it. What people search for, the secrets of
 * links and everything that was not expected are left out, and so are all parameters behind the question mark.
 */
export function tellablePath({ routeOptions, params, raw }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return words(raw.url?.split('?')[0] ?? '')
  const values = params as Record<string, string | undefined>
  return url.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => {
    const value = values[name ?? '*'] ?? ''
    if (name === undefined) return words(value)
    return UUID.test(value) || (name === 'policy' && POLICY.test(value)) ? value : whole
  })
}

const words = (path: string) =>
  path
    .split('/')
    .map(part => (part === '' || WORD.test(part) ? part : '…'))
    .join('/')
