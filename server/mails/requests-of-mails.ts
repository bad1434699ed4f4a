import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

// Until the mail is stored, which keeps it for whichever machine sends it.
const requests = new LRUCache<string, string>({ max: 10_000 })

/** Lets what becomes of a mail be found in the log by the reference of the request that sent it. */
export function noteRequest({ id, log }: Pick<FastifyRequest, 'id' | 'log'>, mail: string): void {
  requests.set(mail, id)
  log.info({ mail }, 'An e-mail was asked for')
}

export const requestOf = (mail: string): string | undefined => requests.get(mail)
