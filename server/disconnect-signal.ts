import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the connection ends before the whole reply was written. */
export function disconnectSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}
