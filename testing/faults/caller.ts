import type { Answer } from './answers.ts'

/** The product as the harness reaches it. */
export type Place = {
  url: string
  /** An API token. */
  token: string
}

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object | FormData
  /** How people know this call; the path by default. */
  name?: string
  /** Milliseconds until whoever asks gives up; a minute by default. */
  patience?: number
}

/** An answer with its content, where one came. */
export type Reply = Answer & { bytes: Uint8Array }

export type Send = (request: Request) => Promise<Reply>

/** Whoever has waited so long has gone. */
const GIVEN_UP_AFTER_MS = 60_000

/** Calls the product and never throws: a connection that breaks is an answer too, of a kind. */
export async function send(place: Place, request: Request): Promise<Reply> {
  const { method, path, body } = request
  const call = `${method} ${request.name ?? path.replace(/\?.*|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`
  const started = performance.now()
  const answer = { call, milliseconds: 0, contentType: '', text: '', bytes: new Uint8Array() }
  const isForm = body instanceof FormData
  try {
    const reply = await fetch(place.url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.patience ?? GIVEN_UP_AFTER_MS),
      headers: {
        authorization: `Bearer ${place.token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const contentType = reply.headers.get('content-type') ?? ''
    const text = /json|text|html/.test(contentType) ? Buffer.from(bytes).toString() : ''
    const milliseconds = performance.now() - started
    return { ...answer, milliseconds, status: reply.status, contentType, text, bytes }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const failure = cause?.code ?? cause?.message ?? message
    return { ...answer, milliseconds: performance.now() - started, status: undefined, failure }
  }
}

export const succeeded = ({ status }: Answer) => status !== undefined && status >= 200 && status < 300

/** What a reply holds; only for one that succeeded. */
export const bodyOf = <Body>({ text }: Answer) => JSON.parse(text) as Body

export function formOf(
  file: { name: string; content: Uint8Array<ArrayBuffer> },
  fields: Record<string, string>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('afile', new Blob([file.content]), file.name)
  return form
}
