import type { FastifyReply, FastifyRequest } from 'fastify'
import { failedPage } from '#server/identity/pages/form-pages.ts'
import { originOf, sendPage, sendRefusal } from '#server/identity/pages/page-server.ts'
import type { Pool } from '#server/identity/store/users.ts'
import { limitNetwork } from '#server/identity/limits/attempt-limits.ts'

/** What a client asks to sign somebody in with; the way back from the provider's pages has more behind it. */
const AUTHORIZE = /^\/identity\/[^/?]+\/oauth2\/v2\.0\/authorize\/?(?:\?(.*))?$/s

// Everything that is asked for stands in a row for an hour. Clients ask for half as much.
const MAX_CHARACTERS = 2048

/**
 * Keeps strangers from filling the sign-in's table: what is asked for is short, and asked for so often from one network
 * address. A page that only looks whether somebody is signed in leaves no row, and is not counted.
 */
export function limitAuthorize({ pool, productName }: { pool: Pool; productName: string }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const [asked, query = ''] = AUTHORIZE.exec(request.raw.url ?? '') ?? []
    if (asked === undefined) return undefined
    if (query.length > MAX_CHARACTERS) {
      const reason = `The request to sign in is longer than ${MAX_CHARACTERS} characters, its state and nonce included.`
      return sendPage(reply, 400, failedPage(productName, reason))
    }
    if (new URLSearchParams(query).get('prompt') === 'none') return undefined
    const refused = await limitNetwork(pool, 'authorize', originOf(request))
    if (!refused) return undefined
    return sendRefusal(reply, refused, failedPage(productName, refused.mistakes[''] ?? ''))
  }
}
