import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocal } from '#server/plain-http.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { accountRoutes } from '#server/identity/account/account-routes.ts'
import { limitAuthorize } from './authorize-limits.ts'
import { interactionRoutes } from './interactions.ts'
import { openLiveProvider } from './live-provider.ts'
import { type PasswordSetNotice, notifyPasswordSet } from '#server/identity/notices.ts'
import { refuseControlCharacters } from './control-characters.ts'
import { contentSecurityPolicy } from '#server/identity/pages/page-layout.ts'
import { originOf } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { passwordLinkRoutes } from '#server/identity/passwords/password-links.ts'
import { type Passwords, standardPasswords } from '#server/identity/passwords/passwords.ts'
import { AUDIENCE, issuerOf, policyNamed } from './policies.ts'
import { refuseUnknownEndpoints, collectPages } from './provider-endpoints.ts'
import { createSeal, type Seal } from '#server/identity/store/sealing.ts'
import { openSignUp, type SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import { clearPasswordAttempts } from '#server/identity/limits/attempt-limits.ts'
import { type NetworkQueueSettings, queuePerNetwork } from '#server/identity/limits/network-queue.ts'
import { networkOf } from '#server/identity/store/limits.ts'
import { noteEndedSession, noteSessionUse } from '#server/identity/store/sessions.ts'
import { watchTokens } from '#server/identity/store/token-watch.ts'
import type { Pool } from '#server/identity/store/users.ts'
import type { TokenRules } from './tokens.ts'

export type EmbeddedProviderOptions = {
  pool: Pool
  /** The origin that people use, without a slash at the end; issuer and redirects come from it alone. */
  publicUrl: string
  mailer: Mailer
  /** Encrypts keys and secrets in the database; without one they are kept as they are. */
  seal?: Seal
  /** How long an access token lives; 60 minutes by default. */
  accessTokenSeconds?: number
  productName?: string
  passwords?: Passwords
  /** Who may sign up; everybody by default. */
  signUp?: SignUpRules
  /** How many requests of one network are worked on at a time. */
  turns?: NetworkQueueSettings
}

export type EmbeddedProvider = TokenRules & {
  /** To be called once an Administrator's new password for this person is stored: ends tokens, and tells them. */
  passwordWasSet: (person: { subject: string; email: string }, given: PasswordSetNotice) => Promise<void>
  /** Reads keys and ended sign-ins at once, instead of within half a minute. */
  refresh(): Promise<void>
}

const HOUR = 60 * 60

/**
 * Serves the embedded OpenID provider at /identity/{policy}/…, with its pages, and answers the rules by which
 * its access tokens are checked (for `tokenChecker`), with keys that need no HTTP call.
 */
export async function mountEmbeddedProvider(
  app: FastifyInstance,
  options: EmbeddedProviderOptions,
): Promise<EmbeddedProvider> {
  const { pool, publicUrl, mailer, accessTokenSeconds = HOUR } = options
  const { productName = 'Lading', passwords = standardPasswords, seal = createSeal(undefined) } = options
  const { signUp = openSignUp } = options
  const logError = (err: unknown, what: string) => app.log.error({ err }, `sign-in: ${what}`)
  const tokenWatch = await watchTokens(pool, accessTokenSeconds, error =>
    logError(error, 'reading who signed out'),
  )
  const live = await openLiveProvider({
    pool,
    publicUrl,
    productName,
    accessTokenSeconds,
    seal,
    onSessionUse: (uid, origin) => noteSessionUse(pool, uid, origin),
    onSessionEnd: async uid => {
      await noteEndedSession(pool, uid)
      await tokenWatch.look()
    },
    onError: logError,
    onRefusal: (refusal, message) => app.log.info(refusal, `sign-in: ${message}`),
  })
  const underWay = new Set<Promise<void>>()
  const afterwards: IdentityDependencies['afterwards'] = (work, what) => {
    const settled = work
      .catch((error: unknown) => logError(error, what))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
  }
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
    await Promise.all([live.close(), tokenWatch.close()])
  })
  const provider = () => live.current().provider
  const dependencies: IdentityDependencies = {
    ...{ pool, publicUrl, productName, passwords, mailer, seal, tokenWatch, signUp, provider, afterwards },
  }

  await app.register(async scope => {
    const pages = collectPages(scope)
    scope.addHook('onRequest', refuseControlCharacters(productName))
    scope.addHook('onRequest', sendToPublicName(publicUrl))
    scope.addHook('onRequest', queuePerNetwork(options.turns))
    if (!isLocal(publicUrl)) scope.addHook('onRequest', warnOfHiddenAddresses())
    await scope.register(async inner => interactionRoutes(inner, dependencies))
    await scope.register(async inner => passwordLinkRoutes(inner, dependencies))
    await scope.register(async inner => accountRoutes(inner, dependencies))
    await scope.register(async protocol => {
      // The provider reads the body itself.
      protocol.removeAllContentTypeParsers()
      protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
      protocol.addHook('onRequest', refuseUnknownEndpoints({ pages, productName }))
      protocol.addHook('onRequest', limitAuthorize({ pool, productName }))
      protocol.all('/identity/:policy/*', async (request, reply) => {
        const { policy } = request.params as { policy: string }
        if (!policyNamed(policy)) return reply.callNotFound()
        reply.hijack()
        for (const [header, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(header, value)
        reply.raw.setHeader('content-security-policy', contentSecurityPolicy())
        asProviderSees(request, publicUrl)
        return live.current().handle(request.raw, reply.raw)
      })
    })
  })

  return {
    issuer: issuerOf(publicUrl),
    audience: AUDIENCE,
    keys: (header, token) => live.current().publicKeys(header, token),
    stillGood: token => live.current().keyIds.has(token.keyId) && tokenWatch.stillGood(token),
    passwordWasSet: async (person, given) => {
      notifyPasswordSet(dependencies, person, given)
      await tokenWatch.look()
      await clearPasswordAttempts(pool, person.subject)
    },
    refresh: async () => {
      await Promise.all([live.reload(), tokenWatch.look()])
    },
  }
}

/** Cuts `/identity/{policy}` (and B2C's `/v2.0` before the discovery document) off the address. */
function asProviderSees(request: FastifyRequest, publicUrl: string): void {
  const { raw } = request
  const [, mount = '', rest = ''] = /^(\/identity\/[^/?]+)(.*)$/.exec(raw.url ?? '') ?? []
  raw.url = rest.replace(/^\/v2\.0(?=\/\.well-known\/)/, '')
  Object.assign(raw, { originalUrl: mount + raw.url, cameFrom: originOf(request) })
  // Whatever the caller says, the provider's addresses are the public ones.
  const { protocol, host } = new URL(publicUrl)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
}

/** Says once that everybody seems to be on this machine, which limits by address rely on. */
function warnOfHiddenAddresses() {
  let said = false
  return async (request: FastifyRequest): Promise<void> => {
    if (said || networkOf(request.ip) !== undefined) return
    said = true
    request.log.warn(
      'sign-in: requests come through a proxy on this machine that is not trusted, so attempts cannot be limited by address. Set TRUSTED_PROXIES=127.0.0.1,::1',
    )
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Cookies and redirects hold for one name only: who came by another name of this machine is led there. */
function sendToPublicName(publicUrl: string) {
  const target = new URL(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const host = request.headers.host ?? ''
    if (request.method !== 'GET' || host === target.host || !URL.canParse(`http://${host}`)) return undefined
    const asked = new URL(`http://${host}`)
    const twins = LOOPBACK.has(asked.hostname) && LOOPBACK.has(target.hostname)
    return twins && asked.port === target.port ? reply.redirect(publicUrl + request.url) : undefined
  }
}
