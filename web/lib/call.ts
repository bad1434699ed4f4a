import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf } from './address.ts'
import { problemOf, send, type TransportReply } from './transport.ts'

type Given<Key extends string, Schema extends z.ZodType> =
  unknown extends z.input<Schema>
    ? Record<never, never>
    : undefined extends z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : Record<never, never> extends z.input<Schema>
        ? { [K in Key]?: z.input<Schema> }
        : { [K in Key]: z.input<Schema> }

/** One page of a list, how many rows there are in all, and by what the server knows the page again. */
export type ListPage<Rows = unknown> = { rows: Rows; total: number; tag: string | null }

type Common = {
  /** The version that the change builds on; the server refuses with 412 when it is no longer the newest. */
  ifMatch?: number | undefined
  /** The file of a multipart call. */
  file?: File | undefined
  signal?: AbortSignal | undefined
  /** What `callList` answered last: it does not travel again where nothing has changed since. */
  known?: ListPage | undefined
  /** Bytes on their way so far, for uploads. */
  onProgress?: ((sent: number, total: number) => void) | undefined
  /** Bytes of the answer so far, for large files. */
  onReceived?: ((bytes: number) => void) | undefined
}

type Options<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Given<'params', P> &
  Given<'query', Q> &
  Given<'body', B> &
  Common

type Arguments<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> =
  Record<never, never> extends Options<P, Q, B> ? [Options<P, Q, B>?] : [Options<P, Q, B>]

type Loose = Common & { params?: unknown; query?: unknown; body?: unknown }

/**
 * One call of the API, typed by its endpoint: `await call(getJob, { params: { id } })`.
 * Throws ApiProblem when the server refuses, ConnectionProblem when it cannot be reached.
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, ...[options]: Arguments<P, Q, B>): Promise<z.output<R>> {
  const reply = await exchange(endpoint, options)
  return (reply.status === 204 ? undefined : await reply.json()) as z.output<R>
}

/** As `call`, for a list of which the server sends one page; `known` again where nothing has changed. */
export async function callList<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, ...[options]: Arguments<P, Q, B>): Promise<ListPage<z.output<R>>> {
  const reply = await exchange(endpoint, options)
  const known = options?.known as ListPage<z.output<R>> | undefined
  if (reply.status === 304 && known) return known
  const rows = (await reply.json()) as z.output<R>
  const counted = reply.header('x-total-count')
  const total = counted === null ? (Array.isArray(rows) ? rows.length : 0) : Number(counted)
  return { rows, total, tag: reply.header('etag') }
}

/** The file that an endpoint answers with. */
export async function callFile<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, ...[options]: Arguments<P, Q, B>): Promise<Blob> {
  return (await exchange(endpoint, options)).blob()
}

/** Some PDFs give it along when one copies from them, and no record can keep it. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')

async function exchange(endpoint: Endpoint, options: Loose = {}): Promise<TransportReply> {
  const { params, query, body, ifMatch, file, signal, known, onProgress, onReceived } = options
  const headers: Record<string, string> = { accept: endpoint.file ? '*/*' : 'application/json' }
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  if (known?.tag) headers['if-none-match'] = known.tag
  let content: FormData | string | undefined
  if (endpoint.multipart) content = formOf(body, file)
  else if (body !== undefined && body !== null) {
    content = JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'string' ? withoutNul(value) : value,
    )
    headers['content-type'] = 'application/json'
  }
  const reply = await send({
    method: endpoint.method,
    address: addressOf(endpoint.path, params, query),
    isPublic: endpoint.access === 'public',
    headers,
    content,
    signal,
    onProgress,
    onReceived,
  })
  if (reply.status >= 400) throw await problemOf(reply)
  return reply
}

// The server streams the parts in order: the text fields have to come before the file.
function formOf(body: unknown, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(
    (body ?? {}) as Record<string, string | number | null | undefined>,
  )) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file) form.append('afile', file, file.name)
  return form
}
