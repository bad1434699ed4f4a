import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './compression.ts'

/** A text that is the same for many callers, in each encoding that browsers take. */
export type PackedText = { plain: Buffer; br: Buffer; gzip: Buffer; tag: string }

const BROTLI_QUALITY = 9

/** Compressed when it is first asked for: there are more texts than anybody reads, and a start waits for none. */
export function packText(text: string): PackedText {
  const plain = Buffer.from(text)
  let br: Buffer | undefined
  let gzip: Buffer | undefined
  return {
    plain,
    get br() {
      return (br ??= brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
      }))
    },
    get gzip() {
      return (gzip ??= gzipSync(plain, { level: 9 }))
    },
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }
}

/** Answers with a packed text, or with 304 where the caller has it; the caller of this sets type and Vary. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, text: PackedText): FastifyReply {
  const encoding = acceptedEncoding(request, ['br', 'gzip']) ?? 'plain'
  void reply.header('cache-control', 'no-cache').header('etag', text.tag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === text.tag) return reply.code(304).send()
  if (encoding !== 'plain') void reply.header('content-encoding', encoding)
  return reply.send(text[encoding])
}
