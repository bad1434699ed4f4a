import * as zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { personOnlyPermissions } from '#contract/permissions.ts'

export type Encoding = 'zstd' | 'br' | 'gzip'

const { constants } = zlib

// The lowest levels: on a list of 50 jobs the next ones save a tenth of the bytes for twice the time.
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzipOptions = { level: 1 }

type Compressor = {
  now: (bytes: Buffer) => Buffer
  aside: (bytes: Buffer, done: (error: Error | null, packed: Buffer) => void) => void
}

const compressors: Record<Encoding, Compressor> = {
  zstd: {
    now: bytes => zlib.zstdCompressSync(bytes, zstdOptions),
    aside: (bytes, done) => zlib.zstdCompress(bytes, zstdOptions, done),
  },
  br: {
    now: bytes => zlib.brotliCompressSync(bytes, brotliOptions),
    aside: (bytes, done) => zlib.brotliCompress(bytes, brotliOptions, done),
  },
  gzip: {
    now: bytes => zlib.gzipSync(bytes, gzipOptions),
    aside: (bytes, done) => zlib.gzip(bytes, gzipOptions, done),
  },
}

// Cheapest first. A Node that serves without our own one may be older than its zstd.
const encodings: readonly Encoding[] =
  typeof zlib.zstdCompressSync === 'function' ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/** What fits into one packet arrives no sooner for being smaller. */
export const SMALLEST_COMPRESSED = 1200

/** Above this, compressing takes the server's thread for longer than handing it to another one costs. */
const MAX_AT_ONCE = 256 * 1024

/** The first of `offered` that the caller takes, whichever it likes best; null: as it is. */
export function acceptedEncoding<Offered extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly Offered[],
): Offered | null {
  const accepted = new Map<string, boolean>()
  for (const one of String(headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = one.split(';').map(part => part.trim().toLowerCase())
    accepted.set(name, !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)))
  }
  return offered.find(name => accepted.get(name) ?? accepted.get('*') ?? false) ?? null
}

export const encodingFor = (request: Pick<FastifyRequest, 'headers'>) => acceptedEncoding(request, encodings)

/** Compresses a page of a list; `bytes` are few enough to do it at once. */
export const compressed = (bytes: Buffer, encoding: Encoding): Buffer => compressors[encoding].now(bytes)

/**
 * Whether a reply of this call may be compressed. Where a secret and something that an attacker chose stand in one
 * reply, its compressed length tells the secret; so nothing about who gets in is compressed: sign-up, joining,
 * people, and API tokens.
 */
export const mayCompress = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access !== 'public' && access !== 'identity' && !personOnlyPermissions.includes(access)

const isText = (reply: FastifyReply) =>
  /^(application\/json|text\/html)\b/.test(String(reply.getHeader('content-type')))

/** Compresses the replies of the API: texts that are all there. Files leave as they are, most being compressed. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config
    const isEligible = endpoint && mayCompress(endpoint)
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isEligible || !isWhole || !isText(reply)) return done()
    void reply.header('vary', 'accept-encoding')
    if (reply.hasHeader('content-encoding')) return done()
    if (Buffer.byteLength(payload) < SMALLEST_COMPRESSED) return done()
    const encoding = encodingFor(request)
    if (encoding === null) return done()
    const bytes = Buffer.from(payload)
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    // A strong tag is of one encoding's bytes alone. If-Match takes it in either form.
    const tag = reply.getHeader('etag')
    if (typeof tag === 'string' && !tag.startsWith('W/')) void reply.header('etag', `W/${tag}`)
    if (bytes.length <= MAX_AT_ONCE) return done(null, compressed(bytes, encoding))
    compressors[encoding].aside(bytes, done)
  })
}
