import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, type Encoding, encodingFor, SMALLEST_COMPRESSED } from './compression.ts'

/** A page of a list as it is sent, in each encoding that somebody asked for so far. */
export type WrittenPage = {
  body: Buffer
  compressed: Map<Encoding, Buffer>
  /** Weak, since it is the same in each encoding. */
  tag: string
  /** How many rows the page has, and how many there are in all. */
  count: number
  total: number
}

export function writtenPage({
  text,
  count,
  total,
}: {
  text: string
  count: number
  total: number
}): WrittenPage {
  // Of the content and not of the revision: what did not change this page need not be sent again.
  const tag = `W/"${hash('sha1', `${total} ${text}`, 'base64url')}"`
  return { body: Buffer.from(text), compressed: new Map(), tag, count, total }
}

/** What the callers of a tag have is compared as RFC 9110 says for reading: weakly. */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map(one => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag.replace(/^W\//, ''))
}

/** What the reply carries: the page's bytes, or nothing for a caller who has them. */
export function bytesFor(
  request: FastifyRequest,
  reply: FastifyReply,
  page: WrittenPage,
): Buffer | undefined {
  void reply.header('etag', page.tag)
  if (isKnown(request.headers['if-none-match'], page.tag)) {
    void reply.code(304).header('vary', 'accept-encoding')
    return undefined
  }
  void reply.type('application/json; charset=utf-8')
  const encoding = page.body.length < SMALLEST_COMPRESSED ? null : encodingFor(request)
  if (encoding === null) return page.body
  const bytes = page.compressed.get(encoding) ?? compressed(page.body, encoding)
  page.compressed.set(encoding, bytes)
  void reply.header('content-encoding', encoding)
  return bytes
}
