import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { issuerOf, policyOfPath } from './policies.ts'
import { pollEvery } from './polling.ts'
import { addressIn, isDestroyed, type MaybeProviderContext, sessionUidOf } from './provider-context.ts'
import { withExplainedErrors } from './provider-failures.ts'
import { providerConfiguration, type ProviderSettings } from './provider-configuration.ts'
import type { Seal } from '#server/identity/store/sealing.ts'
import {
  KEYS_READ_EVERY,
  loadProviderKeys,
  type ProviderKeys,
  publicKeys,
} from '#server/identity/store/keys.ts'
import type { Origin } from '#server/identity/store/events.ts'

type Live = {
  provider: Provider
  handle: ReturnType<Provider['callback']>
  publicKeys: JWTVerifyGetKey
  keyIds: ReadonlySet<string | undefined>
}

export type LiveProvider = {
  current(): Live
  /** Reads the keys again at once instead of within half a minute. */
  reload(): Promise<void>
  close(): Promise<void>
}

export type LiveOptions = Omit<ProviderSettings, 'keys'> & {
  seal: Seal
  /** A session signs in, or fetches tokens. */
  onSessionUse: (uid: string, origin: Origin) => Promise<void>
  /** A session ended; the reply waits until nothing that it gave out is good any more. */
  onSessionEnd: (uid: string) => Promise<void>
  onError: (error: unknown, what: string) => void
  onRefusal: (refusal: { reason?: string | undefined; detail?: string | undefined }, message: string) => void
}

/** The provider with the current keys: it is recreated when they are rotated. */
export async function openLiveProvider(options: LiveOptions): Promise<LiveProvider> {
  const { pool, seal } = options
  const orderOf = ({ jwks, cookieKeys }: ProviderKeys) => JSON.stringify([jwks, cookieKeys])
  const first = await loadProviderKeys(pool, seal)
  let live = create(options, first)
  let order = orderOf(first)

  async function reload(): Promise<void> {
    const keys = await loadProviderKeys(pool, seal)
    if (orderOf(keys) === order) return
    live = create(options, keys)
    order = orderOf(keys)
  }

  const close = pollEvery(KEYS_READ_EVERY, reload, error => options.onError(error, 'reading the keys'))
  return { current: () => live, reload, close }
}

function create(options: LiveOptions, keys: ProviderKeys): Live {
  const pool = withExplainedErrors(options.pool)
  const provider = new Provider(
    issuerOf(options.publicUrl),
    providerConfiguration({ ...options, pool, keys }),
  )
  // Reads x-forwarded-proto and -host, which the mount sets.
  provider.proxy = true
  allowOfflineAccess(provider)
  provider.use(async (ctx, next) => {
    await next()
    addClientInfo(ctx, keys.tenantId)
    await followSession(ctx, options)
  })
  provider.on('server_error', (_ctx, error) => options.onError(error, 'unexpected failure'))
  const refused = (_ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    // Their details name no token; their stacks would only fill the log.
    const { error_description: reason, error_detail: detail } = error
    options.onRefusal({ reason, detail }, error.message)
  }
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
  return {
    provider,
    handle: provider.callback(),
    publicKeys: createLocalJWKSet(publicKeys(keys)),
    keyIds: new Set(keys.jwks.keys.map(({ kid }) => kid)),
  }
}

async function followSession({ req, oidc }: MaybeProviderContext, options: LiveOptions): Promise<void> {
  const session = oidc?.entities.Session
  if (session && isDestroyed(session)) return options.onSessionEnd(session.uid)
  const uid = sessionUidOf(oidc?.entities.AccessToken) ?? (session?.accountId ? session.uid : undefined)
  if (uid !== undefined && req.cameFrom)
    await options
      .onSessionUse(uid, req.cameFrom)
      .catch((error: unknown) => options.onError(error, 'noting the use of a session'))
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
function addClientInfo(ctx: MaybeProviderContext, tenantId: string): void {
  const reply = ctx.body
  const subject = ctx.oidc?.account?.accountId
  if (!subject || typeof reply !== 'object' || reply === null || !('access_token' in reply)) return
  const policy = policyOfPath(addressIn(ctx)).toLowerCase()
  const info = JSON.stringify({ uid: `${subject}-${policy}`, utid: tenantId })
  ctx.body = { ...reply, client_info: Buffer.from(info).toString('base64url') }
}
