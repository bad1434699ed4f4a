import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What proxies and tracing make: UUIDs, hexadecimal numbers, `Root=1-67891233-abcdef…`. Nothing that could spoil a line. */
const SANE = /^[\w.:=+/-]{8,100}$/

// Without i, l, o and u, which people confuse when they read it out.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 15

const random = Buffer.alloc(LENGTH * 256)
let used = random.length

/** 75 random bits, in groups that can be read out: `7f3kq-9x2md-h4wzt`. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  let id = ''
  for (const end = used + LENGTH; used < end; used += 1) {
    if (id.length === 5 || id.length === 11) id += '-'
    id += ALPHABET[(random[used] ?? 0) & 31]
  }
  return id
}

const known = new WeakMap<IncomingMessage, string>()

/** The id by which a request is found in the log, also where it has met no route. */
export function requestIdOf(request: IncomingMessage): string {
  const id = known.get(request) ?? newRequestId()
  known.set(request, id)
  return id
}

/** Takes the id of a proxy that may name one, so that its log and ours can be read side by side; else a new one. */
export function requestIdsFrom(
  mayName: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => string {
  return request => {
    const { [REQUEST_ID_HEADER]: given } = request.headers
    if (typeof given === 'string' && SANE.test(given) && mayName(request)) known.set(request, given)
    return requestIdOf(request)
  }
}

/** Whether a request came directly from one of these addresses. */
export const cameFrom =
  (isAmong: (address: string) => boolean) =>
  ({ socket: { remoteAddress } }: IncomingMessage): boolean =>
    remoteAddress !== undefined && isAmong(remoteAddress)

const running = new AsyncLocalStorage<string>()

/** Lets what a request does, and what goes on after its reply, find out whose doing it is. */
export function rememberRequests(app: FastifyInstance): void {
  // Not earlier: the events of a body that comes in do not belong to its request.
  app.addHook('preValidation', (request, _reply, done) => running.run(request.id, done))
}

/** The request on whose behalf this runs; undefined of what the server does by itself. */
export const runningRequestId = (): string | undefined => running.getStore()
