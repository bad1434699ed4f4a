import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { sendProblem } from './problems.ts'

/**
 * Refuses requests that name their host in a way that no browser uses and that programs on the way may read
 * differently: a whole address as the target ("GET http://elsewhere/webapp"), and more than one Host header, or none.
 */
export function refuseAmbiguousTargets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', rawHeaders, httpVersion } = request.raw
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    const mistake =
      hosts.length > 1
        ? 'The request has more than one Host header.'
        : hosts.length === 0 && httpVersion === '1.1'
          ? 'The request has no Host header, which HTTP/1.1 asks for.'
          : url.startsWith('/')
            ? undefined
            : 'The target of the request must be a path, such as /webapp.'
    if (mistake === undefined) done()
    else void sendProblem(reply, new AppError('bad_request', mistake))
  })
}
