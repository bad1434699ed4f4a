import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepBrowserSecrets } from './browser-cookie.ts'
import { notifyPerson } from '#server/identity/notices.ts'
import { originOf } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { rememberBrowser, type RememberedBrowser } from '#server/identity/store/browsers.ts'
import { findUserBySubject } from '#server/identity/store/users.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply; subject: string }

/** From now on this browser is known to be the person's, for a year from when it was last seen. */
export async function trustBrowser(
  { pool, publicUrl }: IdentityDependencies,
  { request, reply, subject }: Visit,
  how: { signedIn: boolean },
): Promise<RememberedBrowser> {
  const origin = originOf(request)
  const remembered = await rememberBrowser(pool, subject, origin, how)
  const { secrets = [] } = origin
  // Each person has a secret of their own: one planted in the browser, or known to a colleague, becomes nobody else's.
  keepBrowserSecrets(
    reply,
    publicUrl,
    remembered.secret === undefined ? secrets : [remembered.secret, ...secrets],
  )
  return remembered
}

/** The same for a browser in which the person has signed in, of which they are notified if it is a new one. */
export async function recordSignInBrowser(dependencies: IdentityDependencies, visit: Visit): Promise<void> {
  const { secret, isFirst } = await trustBrowser(dependencies, visit, { signedIn: true })
  if (secret === undefined || isFirst) return
  const user = await findUserBySubject(dependencies.pool, visit.subject)
  if (user) notifyPerson(dependencies, user, 'newBrowser', originOf(visit.request))
}
