import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { AppError, problemOf } from './errors.ts'
import { requestIdOf } from './request-ids.ts'

export type ConnectionLimits = {
  /** Until a request's headers have come, on a new connection too. */
  headersMs: number
  /** Until a body that is not a form with a file has come. */
  bodyMs: number
  /** How long a form with a file may send, and the reader of a reply take, next to nothing. */
  stallMs: number
  connections: number
  /** Of these, how many one network address may hold. */
  ofOneAddress: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 30_000,
  bodyMs: 60_000,
  stallMs: 30_000,
  connections: 5000,
  ofOneAddress: 500,
}

/** Less than the slowest line; 2 GB may take as long as they like above it. */
const LEAST_BYTES_A_SECOND = 256

type Watched = { since: number; bytes: number; lookedAt: number; isForm: boolean }

/**
 * Ends requests whose bodies do not come. Node's own limit is on the whole request, which a large file on a slow line
 * may need hours for: forms are bounded by how long they stall instead.
 */
export function endSlowRequests(app: FastifyInstance, { bodyMs, stallMs }: ConnectionLimits): void {
  const watched = new Map<IncomingMessage, Watched>()
  const look = () => {
    const now = performance.now()
    for (const [request, seen] of watched) {
      if (request.complete || request.readableEnded || request.destroyed) watched.delete(request)
      else if (isOver(request, seen, now)) {
        watched.delete(request)
        endRequest(request, new AppError('bad_request', TOO_SLOW), '408 Request Timeout')
      }
    }
  }
  const isOver = (request: IncomingMessage, seen: Watched, now: number): boolean => {
    if (!seen.isForm) return now - seen.since > bodyMs
    if (now - seen.lookedAt < stallMs) return false
    const came = request.socket.bytesRead - seen.bytes
    const least = ((now - seen.lookedAt) / 1000) * LEAST_BYTES_A_SECOND
    seen.bytes = request.socket.bytesRead
    seen.lookedAt = now
    // Bytes that came and wait for us, since the store is slow, are nothing that the sender can mend.
    return came < least && request.readableLength === 0
  }
  const timer = setInterval(look, Math.min(bodyMs, stallMs) / 3).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(request)) {
      const now = performance.now()
      const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false
      watched.set(raw, { since: now, bytes: raw.socket.bytesRead, lookedAt: now, isForm })
    }
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const TOO_SLOW = 'The request came too slowly and was ended. Send it again.'

/**
 * Ends a request in the middle of what is sent, which no reply of the framework's can. The reader of the body is told
 * by the broken stream.
 */
export function endRequest(request: IncomingMessage, error: AppError, status: string): void {
  const { socket } = request
  const id = requestIdOf(request)
  const text = JSON.stringify(problemOf(error, id))
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `X-Request-Id: ${id}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  request.destroy(error)
}
