import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, problemOf } from './errors.ts'
import { newRequestId, REQUEST_ID_HEADER, requestIdOf } from './request-ids.ts'

type ClientError = NodeJS.ErrnoException & { reason?: string }

type Refusal = { error: AppError; status: number }

/** What is the matter with a request that cannot even be read, by Node's code. */
function refusalOf({ code, reason }: ClientError): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The address and headers of the request are longer than 16 kB. Send fewer or shorter ones.'
    return { status: 431, error: new AppError('too_large', detail) }
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return {
      status: 413,
      error: new AppError('too_large', 'The chunks of the body have too long extensions.'),
    }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      error: new AppError('bad_request', 'The request came too slowly and was ended. Send it again.'),
    }
  const why = reason ? `: ${reason}` : ''
  return { status: 400, error: new AppError('bad_request', `The request cannot be read as HTTP/1.1${why}.`) }
}

/** Answers a request that Node’s parser refuses and that meets no route, in the words of every other refusal. */
export function answerUnreadable(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable && !hasBegunReply(socket)) socket.write(reply(refusalOf(error)))
  socket.destroy(error)
}

/** A reply that is on its way would be spoilt by another in its middle. */
function hasBegunReply(socket: Socket): boolean {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return response?.headersSent ?? false
}

const bodyOf = ({ error, status }: Refusal, id: string) => JSON.stringify({ ...problemOf(error, id), status })

const headersFor = (text: string, id: string): Record<string, string> => ({
  connection: 'close',
  'content-type': 'application/problem+json',
  'content-length': String(Buffer.byteLength(text)),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [REQUEST_ID_HEADER]: id,
})

function reply(refusal: Refusal): string {
  const id = newRequestId()
  const text = bodyOf(refusal, id)
  const head = Object.entries(headersFor(text, id)).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...head, '', text].join('\r\n')
}

/** Refuses any Expect other than 100-continue; Node itself would answer without a body. */
export function refuseUnknownExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const detail =
      'The header Expect may say 100-continue and nothing else. Leave it out and send the request again.'
    const id = requestIdOf(request)
    const text = bodyOf({ status: 417, error: new AppError('bad_request', detail) }, id)
    response.writeHead(417, headersFor(text, id)).end(text)
  })
}
