import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { sendProblem } from './problems.ts'

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

/** The sign-in provider answers for its own addresses, and a pattern with a star stands for addresses of any kind. */
const isOurs = (url: string) => !url.startsWith('/identity') && !url.includes('*')

/** '/api/item/:id' as what an address is compared with. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)

/**
 * Answers what no route does: 404 for an unknown address, 405 with the methods that a known one has.
 * It asks for no sign-in: which methods an address has is public (/api/openapi.json), the same for everybody,
 * and says nothing of any record.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const known: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!isOurs(url)) return
    const pattern = patternOf(url)
    for (const one of [method].flat()) known.push({ method: one, pattern })
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    // Browsers keep a 404 and a 405 unless they are told not to.
    void reply.header('cache-control', 'no-store')
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(one => one.method))
    // A part of the address may be longer than any route takes.
    if (methods.size === 0 || methods.has(request.method))
      return sendProblem(reply, new AppError('not_found', `There is nothing at ${request.method} ${path}.`))
    const allowed = [...methods, 'OPTIONS'].sort().join(', ')
    void reply.header('allow', allowed)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    const detail = `${path} does not accept ${request.method}, only ${allowed}.`
    return sendProblem(reply, new AppError('method_not_allowed', detail))
  }
  // Before the body is read: what it holds is no reason to answer otherwise.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}
