import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'

/** The version that the caller had read; undefined where they save without asking. */
export function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const match = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header)
  if (!match) throw invalid('If-Match', 'Send back the ETag of the version that you read.')
  return Number(match[1])
}

/** The record's version as its ETag. Link calls answer the job's new version, since theirs is the job's. */
export function setEntityTag(reply: FastifyReply, result: unknown): void {
  if (result === null || typeof result !== 'object' || Array.isArray(result)) return
  const { version, shipmentVersion } = result as { version?: unknown; shipmentVersion?: unknown }
  const tag = version ?? shipmentVersion
  if (typeof tag === 'number') void reply.header('etag', `"${tag}"`)
}

export const DEFAULT_LIMIT = 200

/** Says what a page of `count` rows leaves out of `total`. */
export function setListHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  count: number,
  total: number,
): void {
  const { offset = 0, limit = DEFAULT_LIMIT } = request.query as { offset?: number; limit?: number }
  const address = (newOffset: number) => {
    const url = new URL(request.url, 'http://list.invalid')
    url.searchParams.set('offset', String(newOffset))
    url.searchParams.set('limit', String(limit))
    return `${url.pathname}${url.search}`
  }
  const links: string[] = []
  if (offset > 0) links.push(`<${address(Math.max(0, offset - limit))}>; rel="prev"`)
  if (offset + count < total) links.push(`<${address(offset + limit)}>; rel="next"`)
  void reply.header('x-total-count', String(total))
  if (links.length > 0) void reply.header('link', links.join(', '))
}
