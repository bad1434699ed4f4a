import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { refuseRequest } from './refuse-request.ts'

/** U+0000 to U+001F and U+007F to U+009F, as addresses spell them. */
const IN_ADDRESS = /%(?:[01][\da-f]|7f|c2%[89][\da-f])/i

/**
 * Nothing that a client asks of the sign-in has a use for control characters, and PostgreSQL cannot store all of them:
 * an address that holds one is refused before anything is read or kept.
 */
export function refuseControlCharacters(productName: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!IN_ADDRESS.test(request.raw.url ?? '')) return undefined
    const error = new AppError(
      'bad_request',
      'The address of this request contains a control character, which the sign-in does not accept.',
    )
    return refuseRequest(request, reply, { error, productName })
  }
}
