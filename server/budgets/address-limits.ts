import type { FastifyInstance } from 'fastify'
import { AppError, errorFrom } from '#server/errors.ts'
import type { Budgets } from './budgets.ts'

/** Asked by whoever watches the server, who must not take a busy address for a server that is down. */
const UNCOUNTED = /^\/(healthz|readyz|metrics)\/?(\?|$)/

/** Counts every request of a network address, of pages and sign-in too, before anything is done for it. */
export function limitAddresses(app: FastifyInstance, budgets: Budgets): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (UNCOUNTED.test(request.raw.url ?? '')) return done()
    try {
      budgets.admitAddress(request.ip)
    } catch (error) {
      // The sign-in's pages answer failures in their own way.
      if (error instanceof AppError && error.retryAfter !== undefined)
        void reply.header('retry-after', String(error.retryAfter))
      return done(errorFrom(error))
    }
    done()
  })
}
