import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, busy } from '#server/errors.ts'
import { disconnectSignal } from '#server/disconnect-signal.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { networkOf } from '#server/identity/store/limits.ts'

export type NetworkQueueSettings = {
  /** Requests to the sign-in that are worked on at a time. */
  atOnce?: number
  ofOneNetwork?: number
  /** How many of one network may wait. */
  waiting?: number
  /** Milliseconds for which one may wait. */
  patience?: number
}

/**
 * Lets the sign-in's requests of one network address have two of its four connections at most, so that whoever tries
 * passwords or begins sign-ins keeps nobody elsewhere from signing in.
 */
export function queuePerNetwork(settings: NetworkQueueSettings = {}) {
  const { atOnce = 8, ofOneNetwork = 2, waiting = 100, patience = 20_000 } = settings
  const turns = new FairQueue({
    ...{ atOnce, ofOneCompany: ofOneNetwork, waiting, patience },
    full: () =>
      busy('Too many people from your network are signing in at the moment. Try again in a few seconds.', 10),
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const network = networkOf(request.ip)
    if (network === undefined) return
    const end = await turns.begin(network, disconnectSignal(reply)).catch((error: unknown) => {
      // Whatever page the refusal becomes, programs read here when to come again.
      if (error instanceof AppError && error.retryAfter)
        void reply.header('retry-after', String(error.retryAfter))
      throw error
    })
    if (reply.raw.closed) end()
    else reply.raw.once('close', end)
  }
}
