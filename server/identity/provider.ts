import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLocalJWKSet } from 'jose'
import { type Context, Provider } from 'oidc-provider'
import { interactionRoutes } from './interactions.ts'
import { contentSecurityPolicy } from './page-layout.ts'
import { type Passwords, standardPasswords } from './passwords.ts'
import { AUDIENCE, issuerOf, policyNamed, policyOfPath } from './policies.ts'
import { providerConfiguration } from './provider-configuration.ts'
import { loadProviderKeys, type ProviderKeys, publicKeys } from './store-keys.ts'
import type { Pool } from './store-users.ts'
import type { TokenRules } from './tokens.ts'

export type EmbeddedProviderOptions = {
  pool: Pool
  /** The origin that people use, without a slash at the end; issuer and redirects come from it alone. */
  publicUrl: string
  /** How long an access token lives; 60 minutes unless said otherwise. */
  accessTokenSeconds?: number
  productName?: string
  passwords?: Passwords
}

const HOUR = 60 * 60

/**
 * Serves the embedded OpenID provider at /identity/{policy}/… and answers the rules by which its
 * access tokens are checked (for `tokenChecker`), with keys that need no HTTP call.
 */
export async function mountEmbeddedProvider(
  app: FastifyInstance,
  options: EmbeddedProviderOptions,
): Promise<TokenRules> {
  const { pool, publicUrl, productName = 'Lading', passwords = standardPasswords } = options
  const keys = await loadProviderKeys(pool)
  const provider = createProvider({ ...options, productName }, keys)
  const handle = provider.callback()

  provider.on('server_error', (_ctx, err) => app.log.error({ err }, 'sign-in: unexpected failure'))
  for (const event of ['authorization.error', 'grant.error', 'end_session.error'])
    provider.on(event, (_ctx, error) => {
      // Their details name no token; their stacks would only fill the log.
      const { error_description: reason, error_detail: detail } = error
      app.log.info({ reason, detail }, `sign-in: ${error.message}`)
    })

  await app.register(async scope => {
    scope.addHook('onRequest', sendToPublicName(publicUrl))
    await scope.register(async pages => interactionRoutes(pages, { provider, pool, passwords, productName }))
    await scope.register(async protocol => {
      // The provider reads the body itself.
      protocol.removeAllContentTypeParsers()
      protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
      protocol.all('/identity/:policy/*', async (request, reply) => {
        const { policy } = request.params as { policy: string }
        if (!policyNamed(policy)) return reply.callNotFound()
        reply.hijack()
        for (const [header, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(header, value)
        reply.raw.setHeader('content-security-policy', contentSecurityPolicy())
        asProviderSees(request, publicUrl)
        return handle(request.raw, reply.raw)
      })
    })
  })

  return { issuer: issuerOf(publicUrl), audience: AUDIENCE, keys: createLocalJWKSet(publicKeys(keys)) }
}

function createProvider(
  options: EmbeddedProviderOptions & { productName: string },
  keys: ProviderKeys,
): Provider {
  const provider = new Provider(
    issuerOf(options.publicUrl),
    providerConfiguration({ ...options, keys, accessTokenSeconds: options.accessTokenSeconds ?? HOUR }),
  )
  // Reads x-forwarded-proto and -host, which asProviderSees sets.
  provider.proxy = true
  allowOfflineAccess(provider)
  provider.use(async (ctx, next) => {
    await next()
    addClientInfo(ctx, keys.tenantId)
  })
  return provider
}

// MSAL repeats offline_access when it refreshes, though the provider never grants it by that name.
function allowOfflineAccess(provider: Provider): void {
  Object.defineProperty(provider.RefreshToken.prototype, 'scopes', {
    get(this: { scope?: string }) {
      return new Set([...(this.scope?.split(' ') ?? []), 'offline_access'])
    },
  })
}

// MSAL keeps accounts apart by this value of B2C's token replies.
function addClientInfo(ctx: Context, tenantId: string): void {
  const reply = ctx.body
  const subject = ctx.oidc?.account?.accountId
  if (!subject || typeof reply !== 'object' || reply === null || !('access_token' in reply)) return
  const policy = policyOfPath(ctx.req.originalUrl ?? '').toLowerCase()
  const info = JSON.stringify({ uid: `${subject}-${policy}`, utid: tenantId })
  ctx.body = { ...reply, client_info: Buffer.from(info).toString('base64url') }
}

/** Cuts `/identity/{policy}` (and B2C's `/v2.0` before the discovery document) off the address. */
function asProviderSees({ raw }: FastifyRequest, publicUrl: string): void {
  const [, mount = '', rest = ''] = /^(\/identity\/[^/?]+)(.*)$/.exec(raw.url ?? '') ?? []
  raw.url = rest.replace(/^\/v2\.0(?=\/\.well-known\/)/, '')
  Object.assign(raw, { originalUrl: mount + raw.url })
  // Whatever the caller says, the provider's addresses are the public ones.
  const { protocol, host } = new URL(publicUrl)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
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
