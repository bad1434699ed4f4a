import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { refuseRequest } from './refuse-request.ts'

type Known = { pattern: RegExp; methods: readonly string[] }

const READ = ['GET', 'HEAD']

/** What the OpenID provider itself answers to, below /identity/{policy}. */
const ofProvider: readonly Known[] = [
  { pattern: /^\/oauth2\/v2\.0\/authorize(?:\/[^/]+)?\/?$/i, methods: READ },
  { pattern: /^\/oauth2\/v2\.0\/token\/?$/i, methods: ['POST', 'OPTIONS'] },
  { pattern: /^\/oauth2\/v2\.0\/logout(?:\/success)?\/?$/i, methods: READ },
  { pattern: /^\/oauth2\/v2\.0\/logout\/confirm\/?$/i, methods: ['POST'] },
  { pattern: /^\/discovery\/v2\.0\/keys\/?$/i, methods: [...READ, 'OPTIONS'] },
  {
    pattern: /^(?:\/v2\.0)?\/\.well-known\/(?:openid-configuration|oauth-authorization-server)\/?$/i,
    methods: [...READ, 'OPTIONS'],
  },
]

const methodsIn = (known: readonly Known[], path: string) =>
  known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)

/** Learns the addresses of the sign-in's pages as they are bound to `app`. */
export function collectPages(app: FastifyInstance): readonly Known[] {
  const pages: Known[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)
    pages.push({ pattern, methods: [method].flat() })
  })
  return pages
}

/** Answers what neither a page nor the OpenID provider does, whose own reply has no words: 404, or 405 with Allow. */
export function refuseUnknownEndpoints({
  pages,
  productName,
}: {
  pages: readonly Known[]
  productName: string
}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const path = (request.raw.url ?? '').split('?')[0] ?? ''
    const ours = methodsIn(ofProvider, path.replace(/^\/identity\/[^/]+/, ''))
    if (ours.includes(request.method)) return undefined
    const allowed = [...new Set([...ours, ...methodsIn(pages, path)])].sort().join(', ')
    const missing = allowed === '' || allowed.split(', ').includes(request.method)
    if (!missing) void reply.header('allow', allowed)
    const error = missing
      ? new AppError('not_found', `There is nothing at ${request.method} ${path}.`)
      : new AppError('method_not_allowed', `${path} does not accept ${request.method}, only ${allowed}.`)
    return refuseRequest(request, reply, { error, productName })
  }
}
