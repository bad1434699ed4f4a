import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

// Of this process: a worker elsewhere finds the mail's id, which the request's line of the log has too.
const requests = new LRUCache<string, string>({ max: 10_000 })

/** Lets what becomes of a mail be found in the log by the reference of the request that sent it. */
export function noteRequest({ id, log }: Pick<FastifyRequest, 'id' | 'log'>, mail: string): void {
  requests.set(mail, id)
  log.info({ mail }, 'An e-mail was asked for')
}

export const requestOf = (mail: string): string | undefined => requests.get(mail)
