import type { Problem } from '#contract/errors.ts'
import { takeEarlyReply } from './early-calls.ts'
import { ApiProblem, ConnectionProblem, isAbort } from './problem.ts'

export type Connection = {
  /** '' where the API lives at the page's own origin. */
  base: string
  /** The bearer token for this address; undefined where the protected-resource map has none for it. */
  tokenFor: (address: string, method: string) => Promise<string | undefined>
  /** 401: the sign-in is no longer good. */
  onSignInRequired: () => void
  /** 403 account_required: signed in, but there is no company account yet. */
  onAccountRequired: () => void
  /** 403 email_unverified: the person's address is to be verified before e-mails leave in their name. */
  onVerificationRequired: () => void
}

let connection: Connection | undefined

/** Tells every later call where the API is and who is signed in; once, when the application starts. */
export function connectCalls(to: Connection) {
  connection = to
}

export type Message = {
  method: string
  address: string
  isPublic: boolean
  headers: Record<string, string>
  content: FormData | string | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((sent: number, total: number) => void) | undefined
  onReceived?: ((bytes: number) => void) | undefined
}

export type TransportReply = {
  status: number
  header: (name: string) => string | null
  json: () => Promise<unknown>
  blob: () => Promise<Blob>
}

const UNREACHABLE =
  'The server could not be reached. Check the connection and try again; nothing you typed is lost.'

export async function send(message: Message): Promise<TransportReply> {
  if (!connection) throw new Error('connectCalls() has to run before the first call.')
  const url = connection.base + message.address
  const headers = { ...message.headers }
  const token = message.isPublic ? undefined : await connection.tokenFor(url, message.method)
  if (token) headers['authorization'] = `Bearer ${token}`
  const sent = message.onProgress
    ? await sendWithProgress(url, message, headers)
    : await fetched(url, message, headers)
  if (sent.status === 401) connection.onSignInRequired()
  return sent
}

async function fetched(
  url: string,
  message: Message,
  headers: Record<string, string>,
): Promise<TransportReply> {
  try {
    const early = message.method === 'GET' && !headers['if-none-match'] ? takeEarlyReply(url) : undefined
    const response = await (early ??
      fetch(url, {
        method: message.method,
        headers,
        body: message.content ?? null,
        signal: message.signal ?? null,
      }))
    return {
      status: response.status,
      header: name => response.headers.get(name),
      json: () => response.json(),
      blob: () => receivedFile(response, message),
    }
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ConnectionProblem(UNREACHABLE, error)
  }
}

/** The file of a reply, which the browser keeps on its disk where it is large. */
async function receivedFile(response: Response, { onReceived }: Message): Promise<Blob> {
  try {
    if (!onReceived || !response.body) return await response.blob()
    let bytes = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.length
          onReceived(bytes)
          controller.enqueue(chunk)
        },
      }),
    )
    return await new Response(counted).blob()
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ConnectionProblem('The connection broke before the file was complete. Try again.', error)
  }
}

// fetch cannot report how much of a body has left; XMLHttpRequest can.
function sendWithProgress(
  url: string,
  message: Message,
  headers: Record<string, string>,
): Promise<TransportReply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(message.method, url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', event => message.onProgress?.(event.loaded, event.total))
    request.addEventListener('load', () => {
      const body = request.response as Blob
      resolve({
        status: request.status,
        header: name => request.getResponseHeader(name),
        json: async () => JSON.parse(await body.text()),
        blob: () => Promise.resolve(body),
      })
    })
    request.addEventListener('error', () => reject(new ConnectionProblem(UNREACHABLE)))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')))
    message.signal?.addEventListener('abort', () => request.abort())
    if (message.signal?.aborted) reject(new DOMException('Cancelled.', 'AbortError'))
    else request.send(message.content)
  })
}

/** The refusal as the server words it; a reply that is not the API's own gets a sentence of ours. */
export async function problemOf(reply: TransportReply): Promise<Error> {
  let body: unknown
  try {
    body = await reply.json()
  } catch {
    return unreadable(reply.status)
  }
  if (!isProblem(body)) return unreadable(reply.status)
  if (body.code === 'account_required') connection?.onAccountRequired()
  if (body.code === 'email_unverified') connection?.onVerificationRequired()
  const seconds = Number(reply.header('retry-after') ?? Number.NaN)
  return new ApiProblem(body, seconds > 0 ? seconds * 1000 : undefined)
}

const unreadable = (status: number) =>
  new ConnectionProblem(
    status === 503
      ? 'The server is busy. Try again in a moment.'
      : `The server answered ${status} without giving a reason. Please try again in a moment.`,
  )

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'title' in body && 'detail' in body
